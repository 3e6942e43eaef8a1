/**
 * One record of many, searched by typing: in forms, above lists, and in compose. The field shows what is typed until a record
 * is chosen or the field is left, and then the chosen record, whether or not it is one of the choices.
 */
import { Autocomplete, Box, Button, Paper, type PaperProps, TextField } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useTranslate } from 'ra-core'
import { type HTMLAttributes, type ReactNode, type Ref, useState } from 'react'
import { type Choice, type ChoiceSource, useChoices, useChosen } from './useChoices'

export interface RecordPickerProps extends ChoiceSource {
  label: string
  /** Nothing, or the value of `none`, for no record. */
  value: unknown
  onChange: (id: string | number | null) => void
  /** The choice that stands for no record; without one the field can be emptied where it is not `required`. */
  none?: Choice
  /** The label of a chosen record that does not exist or may not be read. Its id when absent. */
  unknown?: (id: string) => string
  /** Shown in place of choices while `within` is not known. */
  first?: string
  placeholder?: string
  help?: string
  problem?: string
  invalid?: boolean
  required?: boolean
  disabled?: boolean
  /** The choices are fetched before the list is opened. */
  eager?: boolean
  /** The width and size of a filter above a list. */
  compact?: boolean
  id?: string
  inputRef?: Ref<HTMLInputElement>
  onBlur?: () => void
}

export function RecordPicker(props: RecordPickerProps) {
  const { label, value, onChange, none, first, problem, help, required, disabled, compact = false } = props
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string>()
  const { choices, total, waiting, error, retry } = useChoices(
    props,
    typed ?? '',
    open || props.eager === true,
  )

  const isNone = value === null || value === undefined || value === '' || String(value) === String(none?.id)
  const id = isNone ? undefined : (value as string | number)
  // The name of a choice made here is known already.
  const [picked, setPicked] = useState<Choice | null>(null)
  const own = picked && String(picked.id) === String(id) ? picked : undefined
  const fetched = useChosen(props, own ? undefined : id)
  const chosen = isNone
    ? (none ?? null)
    : (own ?? fetched.chosen ?? placeholderOf(props, id!, fetched.waiting))
  const summary = first ?? summaryOf({ error, waiting, total, shown: choices.length }, translate)
  const note = error ? (
    <>
      {summary} <Button onClick={retry}>{translate('shell.retry')}</Button>
    </>
  ) : (
    summary
  )
  const options = none && !typed ? [none, ...choices] : choices

  return (
    <>
      <Autocomplete<Choice, false, boolean>
        id={props.id}
        fullWidth
        size={compact ? 'small' : undefined}
        sx={compact ? { width: { xs: 1, sm: 168 } } : undefined}
        disabled={disabled}
        options={options}
        value={chosen}
        disableClearable={none !== undefined}
        open={open}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        // Enter takes the first choice.
        autoHighlight={Boolean(typed)}
        onKeyDown={event => {
          // Enter must not submit the form while a search is running.
          if (event.key === 'Enter' && open && typed) event.preventDefault()
        }}
        // The server has filtered already.
        filterOptions={all => all}
        isOptionEqualToValue={(one, other) => String(one.id) === String(other.id)}
        getOptionLabel={choice => choice.label}
        getOptionKey={choice => choice.id}
        inputValue={typed ?? chosen?.label ?? ''}
        onInputChange={(_, text, reason) => {
          // `reset` comes with every new value, such as a name that has just arrived, and must not drop what is typed.
          if (reason === 'input') setTyped(text)
          else if (reason === 'clear') setTyped(undefined)
        }}
        onChange={(_, choice) => {
          setTyped(undefined)
          setPicked(choice)
          onChange(choice?.id ?? null)
        }}
        onBlur={() => {
          setTyped(undefined)
          props.onBlur?.()
        }}
        loading={waiting}
        loadingText={summary}
        noOptionsText={note}
        openText={translate('forms.input.open')}
        closeText={translate('ra.action.close')}
        clearText={translate('ra.action.clear_input_value')}
        slots={{ paper: Popup }}
        slotProps={{
          paper: {
            note: options.length > 0 && (waiting || error || total > choices.length) && note,
            sx: compact ? { minWidth: 240, maxWidth: 'min(480px, 100vw - 32px)' } : undefined,
          } as PaperProps,
          popper: compact ? { placement: 'bottom-start', style: { width: 'auto' } } : undefined,
        }}
        renderOption={({ key, ...option }, choice) => (
          <ChoiceOption key={key} {...option} choice={choice} isQuiet={choice.id === none?.id} />
        )}
        renderInput={params => (
          <TextField
            {...params}
            label={label}
            title={typed === undefined ? chosen?.label : undefined}
            placeholder={first ?? (props.placeholder || translate('forms.method.choose'))}
            required={required}
            error={problem !== undefined || props.invalid}
            helperText={problem ?? (help || undefined)}
            inputRef={props.inputRef}
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

interface ChoiceOptionProps extends HTMLAttributes<HTMLLIElement> {
  choice: Choice
  /** In the secondary colour: the choice that stands for no record. */
  isQuiet?: boolean
}

/** A row of the list: the name, and the hint at the other end. */
export function ChoiceOption({ choice: { label, hint }, isQuiet = false, ...option }: ChoiceOptionProps) {
  return (
    <Box component="li" {...option} sx={{ gap: 1, justifyContent: 'space-between !important' }}>
      <Box
        component="span"
        title={label}
        sx={{
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          color: isQuiet ? 'text.secondary' : undefined,
        }}
      >
        {label}
      </Box>
      {hint && (
        <Box component="span" sx={{ color: 'text.secondary', fontSize: 12, whiteSpace: 'nowrap' }}>
          {hint}
        </Box>
      )}
    </Box>
  )
}

/** A chosen record whose name has not arrived yet, or cannot be read. */
function placeholderOf({ unknown }: RecordPickerProps, id: string | number, waiting: boolean): Choice {
  return { id, label: waiting ? '…' : (unknown?.(String(id)) ?? String(id)) }
}

interface Result {
  error: unknown
  waiting: boolean
  total: number
  shown: number
}

/** One sentence about the list: that it is loading, has failed, or how many records there are. */
function summaryOf({ error, waiting, total, shown }: Result, translate: ReturnType<typeof useTranslate>) {
  if (error) return translate('shell.failure.load')
  if (waiting) return translate('shell.loading')
  if (shown === 0) return translate('forms.input.nothing')
  const count = (number: number) => number.toLocaleString('ko-KR')
  return total > shown
    ? translate('forms.input.more', { total: count(total), shown: count(shown) })
    : translate('forms.input.found', { total: count(total) })
}

/** The list, and beneath it that there are more, or why there are none. */
function Popup({ note, children, ...paper }: PaperProps & { note?: ReactNode }) {
  return (
    <Paper {...paper}>
      {children}
      {note && (
        <Box
          // Keeps the focus in the field, and so the list open.
          onMouseDown={event => event.preventDefault()}
          sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider', color: 'text.secondary', fontSize: 12 }}
        >
          {note}
        </Box>
      )}
    </Paper>
  )
}
