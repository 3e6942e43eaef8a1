/**
 * A text search. What is typed shows at once; it goes into the address when typing pauses or at Enter. Pasted text is brought
 * into the form that config accepts: `010-1234-5678` becomes `01012345678`.
 */
import Clear from '@mui/icons-material/Clear'
import Search from '@mui/icons-material/Search'
import { IconButton, InputAdornment, TextField } from '@mui/material'
import { useEvent, useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../config'
import { useComposed } from '../../ui/useComposed'
import { acceptText } from './acceptText'
import type { FilterProps } from './filterProps'

const PAUSE_MS = 300

export function SearchFilter({ filter, value, onChange }: FilterProps) {
  const translate = useTranslate()
  const words = useWords()
  const { draft, type, commit } = useDraft(typeof value === 'string' ? value : String(value ?? ''), onChange)

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
 * What is being typed, ahead of what is in force. A value that comes from elsewhere (reset, the back button) takes the place
 * of the draft; one's own coming back does not, for the user may have typed on.
 */
function useDraft(value: string, onChange: (value: string) => void) {
  const [draft, setDraft] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  if (value !== seen) {
    setSeen(value)
    if (value !== sent) {
      setDraft(value)
      setSent(value)
    }
  }
  const commit = useEvent((text: string) => {
    clearTimeout(timer.current)
    setDraft(text)
    if (text === sent) return
    setSent(text)
    onChange(text)
  })
  const type = useEvent((text: string) => {
    setDraft(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => commit(text), PAUSE_MS)
  })
  return { draft, type, commit }
}
