/**
 * One record of many, looked for by typing: in forms, above lists, and in compose. The field shows what is typed until something
 * is chosen or the field is left, and then the chosen record, whether or not it is one of those that are offered.
 */
import { Autocomplete, Box, Button, Paper, type PaperProps, TextField } from '@mui/material'

import { useTranslate } from 'ra-core'
import { type ReactNode, type Ref, useState } from 'react'
import { HIDDEN } from '../../ui/StatusDot'
import { type Choice, type Choosable, useChoices, useChosen } from './useChoices'

export interface RecordPickerProps extends Choosable {
  label: string
  /** Nothing, or the value of `none`, for no record. */
  value: unknown
  onChange: (id: string | number | null) => void
  /** The choice that stands for no record; without one the field can be emptied where it is not `required`. */
  none?: Choice
  /** What a chosen record is called that is not there or out of reach. Its id when absent. */
  unknown?: (id: string) => string
  /** Said in place of choices while `within` is not known. */
  first?: string
  placeholder?: string
  help?: string
  problem?: string
  invalid?: boolean
  required?: boolean
  disabled?: boolean
  /** The first choices are asked for before anybody wants to see them. */
  eager?: boolean
  /** As above a list. */
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
  // What was chosen just now has its name with it.
  const [picked, setPicked] = useState<Choice | null>(null)
  const own = picked && String(picked.id) === String(id) ? picked : undefined
  const named = useChosen(props, own ? undefined : id)
  const chosen = isNone ? (none ?? null) : (own ?? named.chosen ?? nameless(props, id!, named.waiting))
  const said = first ?? sentence({ error, waiting, total, shown: choices.length }, translate)

  const shown = error ? (
    <>
      {said} <Button onClick={retry}>{translate('shell.retry')}</Button>
    </>
  ) : (
    said
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
        // The first that was found is taken by Enter.
        autoHighlight={Boolean(typed)}
        onKeyDown={event => {
          // Not to send the form while the search is under way.
          if (event.key === 'Enter' && open && typed) event.preventDefault()
        }}
        // The server has searched already.
        filterOptions={all => all}
        isOptionEqualToValue={(one, other) => String(one.id) === String(other.id)}
        getOptionLabel={choice => choice.label}
        getOptionKey={choice => choice.id}
        inputValue={typed ?? chosen?.label ?? ''}
        onInputChange={(_, text, reason) => {
          // `reset` comes with every new value, such as a name that has just arrived: it is no reason to drop what is typed.
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
        loadingText={said}
        noOptionsText={shown}
        openText={translate('forms.input.open')}
        closeText={translate('ra.action.close')}
        clearText={translate('ra.action.clear_input_value')}
        slots={{ paper: Popup }}
        slotProps={{
          paper: {
            note: options.length > 0 && (waiting || error || total > choices.length) ? shown : undefined,
            sx: compact ? { minWidth: 240, maxWidth: 'min(480px, 100vw - 32px)' } : undefined,
          } as PaperProps,
          popper: compact ? { placement: 'bottom-start', style: { width: 'auto' } } : undefined,
        }}
        renderOption={({ key, ...option }, { label: name, hint, id: offered }) => (
          <Box
            component="li"
            key={key}
            {...option}
            sx={{ gap: 1, justifyContent: 'space-between !important' }}
          >
            <Box
              component="span"
              title={name}
              sx={{
                overflow: 'hidden',
                textOverflow: 'ellipsis',
                whiteSpace: 'nowrap',
                color: offered === none?.id ? 'text.secondary' : undefined,
              }}
            >
              {name}
            </Box>
            {hint && (
              <Box component="span" sx={{ color: 'text.secondary', fontSize: 12, whiteSpace: 'nowrap' }}>
                {hint}
              </Box>
            )}
          </Box>
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
        <Box role="status" sx={HIDDEN}>
          {said}
        </Box>
      )}
    </>
  )
}

/** A record whose name is on its way, or that cannot be read. */
function nameless({ unknown }: RecordPickerProps, id: string | number, waiting: boolean): Choice {
  return { id, label: waiting ? '…' : (unknown?.(String(id)) ?? String(id)) }
}

interface Found {
  error: unknown
  waiting: boolean
  total: number
  shown: number
}

/** What stands in the list, in words. */
function sentence(
  { error, waiting, total, shown }: Found,
  translate: ReturnType<typeof useTranslate>,
): string {
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
          // The field keeps the focus, and the list stays open.
          onMouseDown={event => event.preventDefault()}
          sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider', color: 'text.secondary', fontSize: 12 }}
        >
          {note}
        </Box>
      )}
    </Paper>
  )
}
