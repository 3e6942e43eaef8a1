/**
 * Asks for confirmation before something is lost. If the action fails, the dialog stays open and says why.
 *
 * Instead of react-admin's `Confirm`, which disables its buttons while the action runs, so that the focus is lost
 * (decision 465), has no role=alertdialog, and does not have its text as accessible description.
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
  /** The error message if the action failed. */
  problem?: string
  busy?: boolean
  /** The content is still loading: the confirm button is disabled. */
  loading?: boolean
  /** @returns false if nothing was started, such as for invalid input: another click then calls it again */
  onYes: () => unknown
  onClose: () => void
  children?: ReactNode
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { question, body, yes, no, problem, busy = false, loading = false, onYes, onClose, children } = props
  const isRunning = useRef(false)
  useEffect(() => {
    isRunning.current = busy
  })
  // Ignores a second click before `busy` is rendered.
  const confirm = () => {
    if (isRunning.current) return
    isRunning.current = onYes() !== false
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
          <BusyButton variant="contained" color="error" onClick={confirm} busy={busy} disabled={loading}>
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
