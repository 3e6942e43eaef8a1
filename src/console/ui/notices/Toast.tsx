/** A toast, optionally with buttons and links. Its surface is opaque, because it floats over content. */
import { Alert, Box, Button } from '@mui/material'
import { useCloseNotification, useNotificationContext, useTranslate } from 'ra-core'
import { type ReactNode, useEffect } from 'react'
import { Sentence } from '../text/Sentence'

interface ToastProps {
  tone: 'success' | 'error' | 'warning' | 'info'
  text: string
  detail?: string
  /** Whether it stays for its full time even if another toast waits, because the user may need its undo button. */
  isPersistent?: boolean
  /** Buttons and links. */
  children?: ReactNode
  /** A second line. */
  below?: ReactNode
}

export function Toast({ tone, text, detail, isPersistent = false, children, below }: ToastProps) {
  const translate = useTranslate()
  const close = useCloseNotification()
  const { notifications } = useNotificationContext()
  // react-admin shows toasts one after the other. This toast closes if another one waits, because the time in which
  // the user can undo the other action is already running.
  const mustMakeRoom = notifications.length > 0 && !isPersistent
  useEffect(() => {
    if (mustMakeRoom) close()
  }, [mustMakeRoom, close])
  return (
    <Alert
      severity={tone}
      role={tone === 'error' ? 'alert' : 'status'}
      onClose={close}
      closeText={translate('ra.action.close')}
      sx={{ alignItems: 'center', maxWidth: 'min(92vw, 640px)', '& .MuiAlert-message': { flex: 1 } }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
        <span>
          <Sentence text={text} />
        </span>
        {detail && (
          <Box component="span" sx={{ color: 'text.secondary', fontSize: 13, whiteSpace: 'pre-line' }}>
            {detail}
          </Box>
        )}
        {children}
      </Box>
      {below && <Box sx={{ mt: 1 }}>{below}</Box>}
    </Alert>
  )
}

interface UndoToastProps {
  text: string
  /** The label of its button. */
  label: string
  onUndo: () => void
}

/** A toast that says what was done, with a button to undo it. */
export function UndoToast({ text, label, onUndo }: UndoToastProps) {
  const close = useCloseNotification()
  const undo = () => {
    onUndo()
    close()
  }
  return (
    <Toast tone="info" text={text}>
      <Button color="inherit" size="small" variant="outlined" onClick={undo}>
        {label}
      </Button>
    </Toast>
  )
}
