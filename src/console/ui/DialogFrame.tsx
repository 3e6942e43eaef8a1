/** Every dialog: its title, what stays in sight above what scrolls, and its buttons. On a phone it fills the screen. */
import CloseIcon from '@mui/icons-material/Close'
import {
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  type DialogProps,
  DialogTitle,
  IconButton,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { type ReactNode, useId } from 'react'
import { useIsPhone } from './useIsPhone'

export interface DialogFrameProps extends Pick<DialogProps, 'maxWidth' | 'fullWidth'> {
  title: string
  /** Of a question or warning, which interrupts: read out with the title when it opens. */
  text?: string
  /** A few lines, which stay a small window on a phone as well. */
  small?: boolean
  /** What it shows is on its way. */
  busy?: boolean
  /** In sight above what scrolls. */
  top?: ReactNode
  /** The buttons. */
  actions?: ReactNode
  /** By Escape and a click outside; absent while it must not be closed. */
  onClose?: () => void
  /** By a cross in the corner, where there is to be one. */
  onCross?: () => void
  children?: ReactNode
}

export function DialogFrame(props: DialogFrameProps) {
  const { title, text, small = false, busy, top, actions, onCross, children, ...dialog } = props
  const id = useId()
  const phone = useIsPhone()
  return (
    <Dialog
      fullWidth
      {...dialog}
      open
      fullScreen={phone && !small}
      role={text ? 'alertdialog' : undefined}
      aria-labelledby={`${id}title`}
      aria-describedby={text && `${id}text`}
    >
      <DialogTitle id={`${id}title`} sx={onCross && { pr: 7 }}>
        {title}
      </DialogTitle>
      {onCross && <Cross onClick={onCross} />}
      {top}
      <DialogContent aria-busy={busy} sx={{ pt: 0 }}>
        {text && <DialogContentText id={`${id}text`}>{text}</DialogContentText>}
        {children}
      </DialogContent>
      {actions && <DialogActions>{actions}</DialogActions>}
    </Dialog>
  )
}

function Cross({ onClick }: { onClick: () => void }) {
  const label = useTranslate()('ra.action.close')
  return (
    <IconButton aria-label={label} onClick={onClick} sx={{ position: 'absolute', top: 12, right: 12 }}>
      <CloseIcon />
    </IconButton>
  )
}
