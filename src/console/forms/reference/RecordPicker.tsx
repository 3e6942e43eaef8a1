/**
 * One record of many, searched by typing: in forms, above lists, and in compose. The field shows what is typed until a
 * record is chosen or the field is left, and then the chosen record, whether or not it is one of the choices.
 *
 * Instead of `ReferenceInput`: keepPreviousData leaves the choices of the previous text, and Enter takes one of them.
 * Instead of `AutocompleteInput`: it does not show how many more choices exist beyond the listed ones.
 */
import type { PaperProps } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { ChoiceField, type ChoiceFieldProps } from './ChoiceField'
import { ChoiceOption, summaryOf } from './ChoiceList'
import { ListStatus, useChoiceListProps, useOpened } from './choiceListProps'
import { type Choice, type PickerSource, useChoices, useChosen } from './useChoices'

type FieldProps = Pick<
  ChoiceFieldProps<Choice>,
  'id' | 'label' | 'placeholder' | 'help' | 'problem' | 'invalid' | 'required' | 'disabled' | 'inputRef'
>

/** The width of a filter above a list. */
export const COMPACT_WIDTH = { width: { xs: 1, sm: 168 } }

interface RecordPickerProps extends PickerSource, FieldProps {
  /** Nothing, or the value of `none`, for no record. */
  value: unknown
  onChange: (id: string | number | null) => void
  onBlur?: () => void
  /** The choice that stands for no record; without one the field can be emptied where it is not `required`. */
  none?: Choice
  /** The label of a chosen record that does not exist or may not be read. Its id when absent. */
  unknown?: (id: string) => string
  /** Shown in place of choices while `within` is not known. */
  first?: string
  /** The choices are fetched before the list is opened. */
  eager?: boolean
  /** The width and size of a filter above a list. */
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
  none,
  unknown,
  first,
  eager = false,
  compact = false,
  ...field
}: RecordPickerProps) {
  const translate = useTranslate()
  const opened = useOpened()
  const { open } = opened
  const [typed, setTyped] = useState<string>()
  const choiceSource = { reference, within, source, meta, hintOf }
  const found = useChoices(choiceSource, typed ?? '', open || eager)

  const isNone = value === null || value === undefined || value === '' || String(value) === String(none?.id)
  const id = isNone ? undefined : (value as string | number)
  // The name of a choice made here is known already.
  const [picked, setPicked] = useState<Choice | null>(null)
  const own = picked && String(picked.id) === String(id) ? picked : undefined
  const fetched = useChosen(choiceSource, own ? undefined : id, unknown)
  const chosen = own ?? fetched ?? none ?? null
  const summary = first ?? summaryOf(found, translate)
  const { note, props } = useChoiceListProps({ opened, found, summary, isTyped: Boolean(typed) })
  const options = none && !typed ? [none, ...found.choices] : found.choices

  return (
    <>
      <ChoiceField<Choice>
        {...field}
        {...props}
        title={typed === undefined ? chosen?.label : undefined}
        placeholder={first ?? field.placeholder}
        size={compact ? 'small' : undefined}
        sx={compact ? COMPACT_WIDTH : undefined}
        options={options}
        value={chosen}
        disableClearable={none !== undefined}
        // The server has filtered already.
        filterOptions={all => all}
        inputValue={typed ?? chosen?.label ?? ''}
        onInputChange={(_, text, reason) => {
          // `reset` comes with every new value, such as a name that has just arrived, and must not drop what is typed.
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
          <ChoiceOption key={key} {...option} choice={choice} isQuiet={choice.id === none?.id} />
        )}
      />
      <ListStatus open={open} summary={summary} />
    </>
  )
}
