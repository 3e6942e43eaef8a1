/**
 * A debounced search field: the text is reported when typing pauses, on Enter, or on blur. Characters that the field
 * does not accept are removed: a pasted `010-1234-5678` becomes `01012345678`.
 */
import Clear from '@mui/icons-material/Clear'
import Search from '@mui/icons-material/Search'
import { IconButton, InputAdornment, type SxProps, TextField, type Theme } from '@mui/material'
import { useDebouncedEvent, useEvent, useTranslate } from 'ra-core'
import { useState } from 'react'
import { digitsOf, numbersIn, phoneEntered } from '../../../domain/phone'
import { keepAccepted, plainText } from '../../../domain/typed'
import { useImeInput } from '../../ui/controls/useImeInput'

interface SearchInputProps {
  label: string
  placeholder?: string
  /** The accepted characters, as config names them (`0-9`); all if absent. */
  accept?: string
  /** The filter's value: the text that is searched for. */
  value: unknown
  onChange: (text: string) => void
  sx?: SxProps<Theme>
}

const DEBOUNCE_MS = 300

export function SearchInput(props: SearchInputProps) {
  const { label, placeholder = label, accept, value, onChange, sx } = props
  const translate = useTranslate()
  const { draft, type, commit } = useTextDraft(String(value ?? ''), onChange)
  const typing = useImeInput(draft, text => type(acceptText(text, accept)))
  return (
    <TextField
      {...typing}
      placeholder={placeholder}
      onBlur={() => commit(draft)}
      onKeyDown={event => {
        if (event.key === 'Enter') commit(draft)
        if (event.key === 'Escape' && draft !== '') commit('')
      }}
      sx={sx}
      slotProps={{
        htmlInput: {
          'aria-label': label,
          inputMode: keyboardFor(accept),
          autoComplete: 'off',
          spellCheck: false,
        },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search fontSize="small" />
            </InputAdornment>
          ),
          endAdornment: draft !== '' && (
            <InputAdornment position="end">
              <IconButton
                size="small"
                edge="end"
                aria-label={translate('forms.filters.clear')}
                onClick={() => commit('')}
              >
                <Clear fontSize="small" />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  )
}

/** The keyboard of a phone that fits the accepted characters. */
function keyboardFor(accept: string | undefined) {
  if (accept === '0-9.') return 'decimal'
  return accept === '0-9' ? 'numeric' : 'search'
}

/**
 * The text while it is typed. A new `value` that was set elsewhere (reset, the back button) replaces the draft. A value
 * that was committed here does not, because the user may have typed on meanwhile.
 */
function useTextDraft(value: string, onChange: (value: string) => void) {
  const [draft, setDraft] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const [committed, setCommitted] = useState(value)
  if (value !== lastValue) {
    setLastValue(value)
    if (value !== committed) {
      setDraft(value)
      setCommitted(value)
    }
  }
  const commit = useEvent((text: string) => {
    // Without this test, `setDraft` could overwrite a reset that React has not rendered yet.
    if (text !== draft) setDraft(text)
    if (text === committed) return
    setCommitted(text)
    onChange(text)
  })
  // `useDebouncedEvent` calls the latest function: this commits the draft of the moment when the pause ends.
  const commitLater = useDebouncedEvent(() => commit(draft), DEBOUNCE_MS)
  const type = (text: string) => {
    setDraft(text)
    commitLater()
  }
  return { draft, type, commit }
}

/** In characters: the server refuses longer searches. No phone number, IMEI, serial or name is longer. */
const MAX_LENGTH = { digits: 32, text: 200 }

/**
 * The part of typed or pasted text that a search field accepts. If several numbers are pasted, only the first is
 * accepted. The country code of a phone number becomes 0.
 */
export function acceptText(text: string, accept: string | undefined): string {
  if (!accept) return text.slice(0, MAX_LENGTH.text)
  const [firstNumber = '', ...otherNumbers] = numbersIn(text).filter(
    number => digitsOf(number).length >= MIN_DIGITS,
  )
  const entry = otherNumbers.length > 0 ? firstNumber : text
  const national = /^\s*\+/.test(plainText(entry)) ? phoneEntered(entry) : entry
  return keepAccepted(national, accept).slice(0, MAX_LENGTH.digits)
}

/** Groups of fewer digits may be parts of one number, such as `010 1234 5678`. */
const MIN_DIGITS = 8
