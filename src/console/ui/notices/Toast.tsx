/** A toast with a way back or on. It stands on an opaque surface of its own, so that it also floats over content. */
import { Alert, Box, Button } from '@mui/material'
import { useCloseNotification, useNotificationContext, useTranslate } from 'ra-core'
import { type ReactNode, useEffect } from 'react'
import { Sentence } from '../text/Sentence'

interface ToastProps {
  tone: 'success' | 'error' | 'info'
  text: string
  detail?: string
  /** It does not make room for the next one, which waits: its way back must not go before its time. */
  stays?: boolean
  /** Buttons and links. */
  children?: ReactNode
}

export function Toast({ tone, text, detail, stays = false, children }: ToastProps) {
  const translate = useTranslate()
  const close = useCloseNotification()
  const { notifications } = useNotificationContext()
  // Toasts stand in line: one that lingers would eat up the undo of the registration behind it.
  const isAwaited = notifications.length > 0 && !stays
  useEffect(() => {
    if (isAwaited) close()
  }, [isAwaited, close])
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
          <Box component="span" sx={{ color: 'text.secondary', fontSize: 13 }}>
            {detail}
          </Box>
        )}
        {children}
      </Box>
    </Alert>
  )
}

interface UndoToastProps {
  text: string
  /** The label of its button. */
  label: string
  onUndo: () => void
}

/** Says what was done; its button takes that back. */
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
