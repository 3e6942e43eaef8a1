/** At the end of a password field: shows what is typed, or hides it again. */
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { IconButton, InputAdornment } from '@mui/material'

interface RevealButtonProps {
  label: string
  shown: boolean
  onToggle: () => void
}

export function RevealButton({ label, shown, onToggle }: RevealButtonProps) {
  const Icon = shown ? VisibilityOff : Visibility
  return (
    <InputAdornment position="end">
      <IconButton edge="end" size="small" aria-pressed={shown} aria-label={label} onClick={onToggle}>
        <Icon fontSize="small" />
      </IconButton>
    </InputAdornment>
  )
}
