/** For a password field: its type, and at its end a button that shows what is typed, or hides it again. */
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { IconButton, InputAdornment } from '@mui/material'
import { useState } from 'react'

/** Whether the text is shown. */
export type Reveal = ReturnType<typeof useState<boolean>>

/** @param together the state of a field that is shown together with this one, as an entry and its confirmation are */
export function useReveal(label: string, together?: Reveal) {
  const alone = useState<boolean>()
  const [shown = false, setShown] = together ?? alone
  const Icon = shown ? VisibilityOff : Visibility
  const endAdornment = (
    <InputAdornment position="end">
      <IconButton
        edge="end"
        size="small"
        aria-pressed={shown}
        aria-label={label}
        onClick={() => setShown(!shown)}
      >
        <Icon fontSize="small" />
      </IconButton>
    </InputAdornment>
  )
  return { type: shown ? 'text' : 'password', endAdornment }
}
