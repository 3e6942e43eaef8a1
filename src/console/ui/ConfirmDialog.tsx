/** The question before something is taken away, with what is taken; a refusal says why and leaves the question open. */
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useEffect, useId, useRef } from 'react'

interface ConfirmDialogProps {
  question: string
  body: string
  yes: string
  no: string
  /** Why it did not work, if it did not. */
  problem?: string
  busy: boolean
  onYes: () => void
  onClose: () => void
}

export function ConfirmDialog({
  question,
  body,
  yes,
  no,
  problem,
  busy,
  onYes,
  onClose,
}: ConfirmDialogProps) {
  const title = useId()
  const text = useId()
  const pressed = useRef(false)
  useEffect(() => {
    pressed.current = busy
  })
  // A second click before the first is drawn as busy does nothing.
  const answer = () => {
    if (pressed.current) return
    pressed.current = true
    onYes()
  }
  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      role="alertdialog"
      onClose={busy ? undefined : onClose}
      aria-labelledby={title}
      aria-describedby={text}
    >
      <DialogTitle id={title}>{question}</DialogTitle>
      <DialogContent>
        <DialogContentText id={text} sx={{ fontSize: 14 }}>
          {body}
        </DialogContentText>
        {problem && (
          <Alert severity="error" sx={{ mt: 2, whiteSpace: 'pre-line' }}>
            {problem}
          </Alert>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus color="inherit" onClick={onClose} disabled={busy}>
          {no}
        </Button>
        <Button variant="contained" color="error" onClick={answer} loading={busy}>
          {yes}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
