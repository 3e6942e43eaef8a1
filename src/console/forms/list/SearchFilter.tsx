/**
 * A text search, debounced: what is typed becomes the filter when typing pauses, or on Enter. Pasted text is reduced to what config
 * accepts: `010-1234-5678` becomes `01012345678`.
 */
import Clear from '@mui/icons-material/Clear'
import Search from '@mui/icons-material/Search'
import { IconButton, InputAdornment, TextField } from '@mui/material'
import { useDebouncedEvent, useEvent, useTranslate } from 'ra-core'
import { useState } from 'react'
import { useWords } from '../../config'
import { useComposed } from '../../ui/useComposed'
import { acceptText } from './acceptText'
import type { FilterProps } from './filterValues'

const DEBOUNCE_MS = 300

export function SearchFilter({ filter, value, onChange }: FilterProps) {
  const translate = useTranslate()
  const words = useWords()
  const { draft, type, commit } = useTextDraft(String(value ?? ''), onChange)
  const typing = useComposed(draft, text => type(acceptText(text, filter.accept)))
  return (
    <TextField
      size="small"
      type="text"
      {...typing}
      placeholder={words(filter.placeholder ?? filter.label)}
      // Whoever goes on to another filter, or clears them all, has finished typing.
      onBlur={() => commit(draft)}
      onKeyDown={event => {
        if (event.key === 'Enter') commit(draft)
        if (event.key === 'Escape' && draft !== '') commit('')
      }}
      sx={{ width: { xs: 1, sm: 280 } }}
      slotProps={{
        htmlInput: {
          'aria-label': words(filter.label),
          inputMode: filter.accept === '0-9.' ? 'decimal' : 'search',
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
 * The text being typed, ahead of the filter's value. A value that comes from elsewhere (reset, the back button) replaces the draft; the
 * draft's own value coming back does not, for the user may have typed on.
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
    setDraft(text)
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
