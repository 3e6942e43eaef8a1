/** The `type` of a password field, and the button at its end that reveals or hides the text. */
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { IconButton, InputAdornment } from '@mui/material'
import { useState } from 'react'

export type RevealState = ReturnType<typeof useState<boolean>>

/**
 * @param label of the button
 * @param sharedState for fields that are revealed together, such as a password and its confirmation
 */
export function useReveal(label: string, sharedState?: RevealState) {
  const ownState = useState<boolean>()
  const [isRevealed = false, setRevealed] = sharedState ?? ownState
  const Icon = isRevealed ? VisibilityOff : Visibility
  const endAdornment = (
    <InputAdornment position="end">
      <IconButton
        edge="end"
        size="small"
        aria-pressed={isRevealed}
        aria-label={label}
        onClick={() => setRevealed(!isRevealed)}
      >
        <Icon fontSize="small" />
      </IconButton>
    </InputAdornment>
  )
  return { type: isRevealed ? 'text' : 'password', endAdornment }
}
