/** A toast with a way back or on. It stands on an opaque surface of its own, so that it also floats over content. */
import { Alert, Box } from '@mui/material'
import { useCloseNotification, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

interface ToastProps {
  tone: 'success' | 'error' | 'info'
  text: string
  detail?: string
  /** Buttons and links. */
  children?: ReactNode
}

export function Toast({ tone, text, detail, children }: ToastProps) {
  const translate = useTranslate()
  const close = useCloseNotification()
  return (
    <Alert
      severity={tone}
      role={tone === 'error' ? 'alert' : 'status'}
      onClose={close}
      closeText={translate('ra.action.close')}
      sx={{ alignItems: 'center', maxWidth: 'min(92vw, 640px)', '& .MuiAlert-message': { flex: 1 } }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
        <span>{text}</span>
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
