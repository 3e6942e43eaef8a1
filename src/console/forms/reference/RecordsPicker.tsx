/**
 * A field in which the user searches and picks several records. It shows the names of the picked records as chips, even
 * if they are not among the choices.
 */
import { Autocomplete, Chip, type PaperProps, TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type Ref, useState } from 'react'
import { ChoiceOption, summaryOf } from './ChoiceList'
import { ListStatus, useChoiceListProps, useOpenState } from './choiceListProps'
import { type Choice, LOADING, type PickerSource, useChoices, useChosenMany } from './useChoices'

type Id = string | number

interface RecordsPickerProps extends PickerSource {
  id: string
  label: string
  values: readonly Id[]
  onChange: (ids: Id[]) => void
  onBlur: () => void
  /** How many records may be picked; unlimited if absent. */
  maxRecords?: number | undefined
  /** The sentence that is shown instead of choices while `within` is undefined. */
  prerequisite?: string | undefined
  placeholder?: string
  required?: boolean
  problem?: string
  help?: string
  inputRef?: Ref<HTMLInputElement>
}

export function RecordsPicker(props: RecordsPickerProps) {
  const { id, label, reference, within, source, values, onChange, onBlur, maxRecords, prerequisite } = props
  const { placeholder, required, problem, help, inputRef } = props
  const translate = useTranslate()
  const openState = useOpenState()
  const { open } = openState
  const [typed, setTyped] = useState('')
  const choiceSource = { reference, within, source }
  const found = useChoices(choiceSource, typed, open)
  // Choices that were made here need not be fetched for their names.
  const [picked, setPicked] = useState<readonly Choice[]>([])
  const choiceIn = (choices: readonly Choice[], value: Id) =>
    choices.find(choice => String(choice.id) === String(value))
  const fetched = useChosenMany(
    choiceSource,
    values.filter(value => !choiceIn(picked, value)),
  )
  const chosen = values.map(
    value => choiceIn(picked, value) ?? choiceIn(fetched, value) ?? { id: value, label: LOADING },
  )
  const isFull = maxRecords !== undefined && values.length >= maxRecords
  const summary = isFull
    ? translate('forms.input.full', { limit: maxRecords })
    : (prerequisite ?? summaryOf(found, translate))
  const list = useChoiceListProps({ openState, found, summary, isTyped: typed !== '', isPartial: isFull })

  return (
    <>
      <Autocomplete<Choice, true>
        {...list.props}
        id={id}
        multiple
        fullWidth
        disableCloseOnSelect
        filterSelectedOptions
        options={found.choices}
        value={chosen}
        // Leaves out picked records. The server has already searched.
        filterOptions={options =>
          options.filter(option => !values.some(value => String(value) === String(option.id)))
        }
        getOptionDisabled={() => isFull}
        inputValue={typed}
        onInputChange={(_, text, reason) => {
          if (reason === 'input') setTyped(text)
        }}
        onChange={(_, next) => {
          setTyped('')
          setPicked(next.filter(choice => choice.label !== LOADING))
          onChange(next.map(choice => choice.id))
        }}
        onBlur={() => {
          setTyped('')
          onBlur()
        }}
        openText={translate('forms.input.open')}
        closeText={translate('ra.action.close')}
        clearText={translate('ra.action.clear_input_value')}
        slotProps={{ paper: { note: found.choices.length > 0 && list.note } as PaperProps }}
        renderOption={({ key, ...option }, choice) => <ChoiceOption key={key} {...option} choice={choice} />}
        renderValue={(shown, getItemProps) =>
          shown.map((choice, index) => {
            const { key, ...item } = getItemProps({ index })
            return <Chip key={key} size="small" {...item} label={choice.label} title={choice.label} />
          })
        }
        renderInput={params => (
          <TextField
            {...params}
            label={label}
            placeholder={
              values.length > 0 ? '' : prerequisite || placeholder || translate('forms.method.choose')
            }
            required={required}
            error={problem !== undefined}
            helperText={problem ?? (help || undefined)}
            inputRef={inputRef}
            slotProps={{
              inputLabel: { ...params.InputLabelProps, shrink: true },
              htmlInput: { ...params.inputProps, required: false, 'aria-required': required || undefined },
              formHelperText: { role: problem ? 'alert' : undefined },
            }}
          />
        )}
      />
      <ListStatus open={open} summary={summary} />
    </>
  )
}
