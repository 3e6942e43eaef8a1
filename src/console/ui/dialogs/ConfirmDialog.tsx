/**
 * The question before something is taken away, with what is taken; a refusal says why and leaves the question open.
 *
 * Instead of `Confirm`: it disables its buttons while it works, which loses the focus (decision 465). It has no
 * role=alertdialog, and its text is not its description.
 */
import { Alert, Box, Button } from '@mui/material'
import { type ReactNode, useEffect, useRef } from 'react'
import { BusyButton } from '../controls/BusyButton'
import { DialogFrame } from './DialogFrame'

interface ConfirmDialogProps {
  question: string
  body: string
  yes: string
  no: string
  /** Why it did not work, if it did not. */
  problem?: string
  busy?: boolean
  /** The content is still loading: the button to agree is disabled. */
  waiting?: boolean
  /** @returns false where there is something left to do first */
  onYes: () => unknown
  onClose: () => void
  children?: ReactNode
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { question, body, yes, no, problem, busy = false, waiting = false, onYes, onClose, children } = props
  const pressed = useRef(false)
  useEffect(() => {
    pressed.current = busy
  })
  // A second click before the first is drawn as busy does nothing.
  const answer = () => {
    if (pressed.current) return
    pressed.current = onYes() !== false
  }
  return (
    <DialogFrame
      small
      maxWidth="xs"
      title={question}
      text={body}
      onClose={busy ? undefined : onClose}
      actions={
        <>
          <Button autoFocus color="inherit" onClick={onClose} disabled={busy}>
            {no}
          </Button>
          <BusyButton variant="contained" color="error" onClick={answer} busy={busy} disabled={waiting}>
            {yes}
          </BusyButton>
        </>
      }
    >
      {children && <Box sx={{ mt: 2, '&:empty': { display: 'none' } }}>{children}</Box>}
      {problem && (
        <Alert severity="error" sx={{ mt: 2, whiteSpace: 'pre-line' }}>
          {problem}
        </Alert>
      )}
    </DialogFrame>
  )
}
