/**
 * A field in which the user searches and picks a record: in forms, filters, and compose. While the user types, the
 * field shows the typed text; otherwise it shows the name of the picked record, even if that is not among the choices.
 *
 * Instead of `ReferenceInput`: it keeps the choices of the previous text (keepPreviousData), and Enter picks one of
 * them.
 * Instead of `AutocompleteInput`: it does not show how many more choices exist beyond the listed ones.
 */
import type { PaperProps } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { ChoiceField, type ChoiceFieldProps } from './ChoiceField'
import { ChoiceOption, summaryOf } from './ChoiceList'
import { ListStatus, useChoiceListProps, useOpenState } from './choiceListProps'
import { type Choice, type PickerSource, useChoices, useChosen } from './useChoices'

type FieldProps = Pick<
  ChoiceFieldProps<Choice>,
  'id' | 'label' | 'placeholder' | 'help' | 'problem' | 'invalid' | 'required' | 'disabled' | 'inputRef'
>

/** The width of a filter above a list. */
export const COMPACT_WIDTH = { width: { xs: 1, sm: 168 } }

interface RecordPickerProps extends PickerSource, FieldProps {
  /** The id of the record. For no record: null, undefined, empty, or the id of `noneChoice`. */
  value: unknown
  onChange: (id: string | number | null) => void
  onBlur?: () => void
  /** The choice "no record". Without it, the field has a button that clears it. */
  noneChoice?: Choice
  /** The label of a picked record that does not exist or that the user may not read. Default: its id. */
  labelOfUnknown?: (id: string) => string
  /** The sentence that is shown instead of choices while `within` is undefined, such as "choose a model first". */
  prerequisite?: string
  /** Whether the choices are fetched before the popup is opened. */
  eager?: boolean
  /** Whether the field has the width and size of a filter above a list. */
  compact?: boolean
}

export function RecordPicker({
  reference,
  within,
  source,
  meta,
  hintOf,
  value,
  onChange,
  onBlur,
  noneChoice,
  labelOfUnknown,
  prerequisite,
  eager = false,
  compact = false,
  ...field
}: RecordPickerProps) {
  const translate = useTranslate()
  const openState = useOpenState()
  const { open } = openState
  const [typed, setTyped] = useState<string>()
  const choiceSource = { reference, within, source, meta, hintOf }
  const found = useChoices(choiceSource, typed ?? '', open || eager)

  const isEmpty =
    value === null || value === undefined || value === '' || String(value) === String(noneChoice?.id)
  const id = isEmpty ? undefined : (value as string | number)
  // The last choice that was made here: its name need not be fetched.
  const [picked, setPicked] = useState<Choice | null>(null)
  const pickedHere = picked && String(picked.id) === String(id) ? picked : undefined
  const fetched = useChosen(choiceSource, pickedHere ? undefined : id, labelOfUnknown)
  const chosen = pickedHere ?? fetched ?? noneChoice ?? null
  const summary = prerequisite ?? summaryOf(found, translate)
  const { note, props } = useChoiceListProps({ openState, found, summary, isTyped: Boolean(typed) })
  const options = noneChoice && !typed ? [noneChoice, ...found.choices] : found.choices

  return (
    <>
      <ChoiceField<Choice>
        {...field}
        {...props}
        title={typed === undefined ? chosen?.label : undefined}
        placeholder={prerequisite ?? field.placeholder}
        size={compact ? 'small' : undefined}
        sx={compact ? COMPACT_WIDTH : undefined}
        options={options}
        value={chosen}
        disableClearable={noneChoice !== undefined}
        // The server has already filtered the choices.
        filterOptions={options => options}
        inputValue={typed ?? chosen?.label ?? ''}
        onInputChange={(_, text, reason) => {
          // `reset` is ignored: MUI sends it when the chosen name has loaded, and the user may be typing then.
          if (reason === 'input') setTyped(text)
          else if (reason === 'clear') setTyped(undefined)
        }}
        onChange={choice => {
          setTyped(undefined)
          setPicked(choice)
          onChange(choice?.id ?? null)
        }}
        onBlur={() => {
          setTyped(undefined)
          onBlur?.()
        }}
        slotProps={{
          paper: {
            note: options.length > 0 && note,
            sx: compact ? { minWidth: 240, maxWidth: 'min(480px, 100vw - 32px)' } : undefined,
          } as PaperProps,
          popper: compact ? { placement: 'bottom-start', style: { width: 'auto' } } : undefined,
        }}
        renderOption={({ key, ...option }, choice) => (
          <ChoiceOption key={key} {...option} choice={choice} isQuiet={choice.id === noneChoice?.id} />
        )}
      />
      <ListStatus open={open} summary={summary} />
    </>
  )
}
