/** A dialog with its title, what stays in sight above what scrolls, and its buttons; on a phone it fills the screen. */
import CloseIcon from '@mui/icons-material/Close'
import {
  Box,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  useMediaQuery,
  useTheme,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { type ReactNode, useId } from 'react'

interface DialogFrameProps {
  title: string
  maxWidth: 'xs' | 'sm' | 'md' | 'lg'
  busy?: boolean
  /** With a cross in the corner that closes it. */
  cross?: boolean
  /** Neither Escape nor a click beside it closes it: only its buttons do. */
  held?: boolean
  top?: ReactNode
  actions?: ReactNode
  onClose: () => void
  children: ReactNode
}

export function DialogFrame(props: DialogFrameProps) {
  const { title, maxWidth, busy, cross = false, held = false, top, actions, onClose, children } = props
  const translate = useTranslate()
  const id = useId()
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  return (
    <Dialog
      open
      fullWidth
      fullScreen={phone}
      maxWidth={maxWidth}
      onClose={held ? undefined : onClose}
      aria-labelledby={id}
    >
      <DialogTitle id={id} sx={cross ? { pr: 7 } : undefined}>
        {title}
      </DialogTitle>
      {cross && (
        <IconButton
          aria-label={translate('ra.action.close')}
          onClick={onClose}
          sx={{ position: 'absolute', top: 12, right: 12 }}
        >
          <CloseIcon />
        </IconButton>
      )}
      {top && <Box sx={{ px: 3 }}>{top}</Box>}
      <DialogContent aria-busy={busy} sx={{ pt: 0 }}>
        {children}
      </DialogContent>
      {actions && <DialogActions>{actions}</DialogActions>}
    </Dialog>
  )
}
