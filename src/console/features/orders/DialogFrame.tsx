/** A dialog with its title, what stays in sight above what scrolls, and its buttons; on a phone it fills the screen. */
import { Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery, useTheme } from '@mui/material'
import { type ReactNode, useId } from 'react'

interface DialogFrameProps {
  title: string
  maxWidth: 'xs' | 'sm' | 'lg'
  busy?: boolean
  top?: ReactNode
  actions?: ReactNode
  onClose: () => void
  children: ReactNode
}

export function DialogFrame({ title, maxWidth, busy, top, actions, onClose, children }: DialogFrameProps) {
  const id = useId()
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  return (
    <Dialog open fullWidth fullScreen={phone} maxWidth={maxWidth} onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      {top}
      <DialogContent aria-busy={busy} sx={{ pt: 0 }}>
        {children}
      </DialogContent>
      {actions && <DialogActions>{actions}</DialogActions>}
    </Dialog>
  )
}
