/**
 * A text search, debounced: what is typed counts when typing pauses, on Enter, or when the field is left. Pasted text
 * is reduced to what is accepted: `010-1234-5678` becomes `01012345678`.
 */
import Clear from '@mui/icons-material/Clear'
import Search from '@mui/icons-material/Search'
import { IconButton, InputAdornment, type SxProps, TextField, type Theme } from '@mui/material'
import { useDebouncedEvent, useEvent, useTranslate } from 'ra-core'
import { useState } from 'react'
import { keepAccepted } from '../../../domain/typed'
import { useComposed } from '../../ui/controls/useComposed'

interface SearchInputProps {
  label: string
  placeholder?: string
  /** The signs that it accepts, as config names them; all when absent. */
  accept?: string
  /** What is searched for. */
  value: unknown
  onChange: (text: string) => void
  sx?: SxProps<Theme>
}

const DEBOUNCE_MS = 300

export function SearchInput(props: SearchInputProps) {
  const { label, placeholder = label, accept, value, onChange, sx } = props
  const translate = useTranslate()
  const { draft, type, commit } = useTextDraft(String(value ?? ''), onChange)
  const typing = useComposed(draft, text => type(acceptText(text, accept)))
  return (
    <TextField
      {...typing}
      placeholder={placeholder}
      // Moving on to another filter, or clearing them all, ends the typing.
      onBlur={() => commit(draft)}
      onKeyDown={event => {
        if (event.key === 'Enter') commit(draft)
        if (event.key === 'Escape' && draft !== '') commit('')
      }}
      sx={sx}
      slotProps={{
        htmlInput: {
          'aria-label': label,
          inputMode: accept === '0-9.' ? 'decimal' : accept === '0-9' ? 'numeric' : 'search',
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

/**
 * The text being typed, ahead of the filter's value. A value that comes from elsewhere (reset, the back button)
 * replaces the draft; the draft's own value coming back does not, for the user may have typed on.
 */
function useTextDraft(value: string, onChange: (value: string) => void) {
  const [draft, setDraft] = useState(value)
  const [seen, setSeen] = useState(value)
  const [committed, setCommitted] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (value !== committed) {
      setDraft(value)
      setCommitted(value)
    }
  }
  const commit = useEvent((text: string) => {
    // Setting the same text again could be queued behind a reset that React renders first, and undo it.
    if (text !== draft) setDraft(text)
    if (text === committed) return
    setCommitted(text)
    onChange(text)
  })
  // The draft of that moment: by then it may have been committed, cleared or replaced.
  const commitLater = useDebouncedEvent(() => commit(draft), DEBOUNCE_MS)
  const type = (text: string) => {
    setDraft(text)
    commitLater()
  }
  return { draft, type, commit }
}

/** The server refuses longer searches. No phone number, IMEI or serial has more digits, no name more characters. */
const MAX_LENGTH = { digits: 32, text: 200 }

/** The part of typed or pasted text that a search field accepts. */
export const acceptText = (text: string, accept: string | undefined): string =>
  keepAccepted(text, accept).slice(0, accept ? MAX_LENGTH.digits : MAX_LENGTH.text)
