/** A question or warning that interrupts: its title and text are read out when it opens. */
import {
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  type DialogProps,
  DialogTitle,
} from '@mui/material'
import { type ReactNode, useId } from 'react'

interface AlertDialogProps extends Pick<DialogProps, 'onClose' | 'fullWidth' | 'maxWidth'> {
  title: string
  text: string
  /** Beneath the text. */
  children?: ReactNode
  /** The buttons. */
  actions: ReactNode
}

export function AlertDialog({ title, text, children, actions, ...dialog }: AlertDialogProps) {
  const id = useId()
  return (
    <Dialog {...dialog} open role="alertdialog" aria-labelledby={`${id}title`} aria-describedby={`${id}text`}>
      <DialogTitle id={`${id}title`}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}text`}>{text}</DialogContentText>
        {children}
      </DialogContent>
      <DialogActions>{actions}</DialogActions>
    </Dialog>
  )
}
