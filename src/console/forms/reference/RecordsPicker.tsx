/** Several records of many, searched by typing: the chosen ones stand in the field by their names, whether or not they are choices. */
import { Autocomplete, Box, Button, Chip, type PaperProps, TextField } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useTranslate } from 'ra-core'
import { type Ref, useState } from 'react'
import { ChoiceOption, Popup, summaryOf } from './ChoiceList'
import { type Choice, type PickerSource, useChoices, useChosenMany } from './useChoices'

type Id = string | number

interface RecordsPickerProps extends PickerSource {
  id: string
  label: string
  values: readonly Id[]
  onChange: (ids: Id[]) => void
  onBlur: () => void
  /** How many may be chosen. */
  most?: number | undefined
  /** Shown in place of choices while `within` is not known. */
  first?: string | undefined
  placeholder?: string
  required?: boolean
  problem?: string
  help?: string
  inputRef?: Ref<HTMLInputElement>
}

export function RecordsPicker(props: RecordsPickerProps) {
  const { id, label, reference, within, source, values, onChange, onBlur, most, first } = props
  const { placeholder, required, problem, help, inputRef } = props
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const choiceSource = { reference, within, source }
  const found = useChoices(choiceSource, typed, open)
  // The names of choices made here are known already.
  const [picked, setPicked] = useState<readonly Choice[]>([])
  const nameOf = (one: Id) => picked.find(choice => String(choice.id) === String(one))
  const fetched = useChosenMany(
    choiceSource,
    values.filter(one => !nameOf(one)),
  )
  const chosen = values.map(
    one =>
      nameOf(one) ?? fetched.find(choice => String(choice.id) === String(one)) ?? { id: one, label: '…' },
  )
  const isFull = most !== undefined && values.length >= most
  const summary = isFull
    ? translate('forms.input.full', { limit: most })
    : (first ?? summaryOf(found, translate))
  const note = found.error ? (
    <>
      {summary} <Button onClick={found.retry}>{translate('shell.retry')}</Button>
    </>
  ) : (
    summary
  )
  const isPartial = isFull || found.waiting || found.error || found.total > found.choices.length

  return (
    <>
      <Autocomplete<Choice, true>
        id={id}
        multiple
        fullWidth
        disableCloseOnSelect
        filterSelectedOptions
        options={found.choices}
        value={chosen}
        open={open}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        autoHighlight={typed !== ''}
        onKeyDown={event => {
          // Enter must not submit the form while a search is running.
          if (event.key === 'Enter' && open && typed) event.preventDefault()
        }}
        // The server has filtered already.
        filterOptions={all => all.filter(one => !values.some(other => String(other) === String(one.id)))}
        isOptionEqualToValue={(one, other) => String(one.id) === String(other.id)}
        getOptionLabel={choice => choice.label}
        getOptionKey={choice => choice.id}
        getOptionDisabled={() => isFull}
        inputValue={typed}
        onInputChange={(_, text, reason) => {
          if (reason === 'input') setTyped(text)
        }}
        onChange={(_, next) => {
          setTyped('')
          setPicked(next.filter(({ label: name }) => name !== '…'))
          onChange(next.map(choice => choice.id))
        }}
        onBlur={() => {
          setTyped('')
          onBlur()
        }}
        loading={found.waiting}
        loadingText={summary}
        noOptionsText={note}
        openText={translate('forms.input.open')}
        closeText={translate('ra.action.close')}
        clearText={translate('ra.action.clear_input_value')}
        slots={{ paper: Popup }}
        slotProps={{ paper: { note: found.choices.length > 0 && isPartial && note } as PaperProps }}
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
            placeholder={values.length > 0 ? '' : first || placeholder || translate('forms.method.choose')}
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
      {open && (
        <Box role="status" sx={visuallyHidden}>
          {summary}
        </Box>
      )}
    </>
  )
}
