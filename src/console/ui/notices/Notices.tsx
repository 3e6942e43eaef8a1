/**
 * Shows notifications one after the other, all as a `Toast`. Instead of `Notification`, which shows texts in a bar of
 * another look and closes a notification at any click on the page, even before its undo button was used.
 */
import { Snackbar } from '@mui/material'
import {
  CloseNotificationContext,
  type NotificationPayload,
  useNotificationContext,
  useTranslate,
} from 'ra-core'
import { useCallback, useEffect, useState } from 'react'
import { Toast } from './Toast'

export function Notices({ autoHideDuration }: { autoHideDuration: number }) {
  const { notifications, takeNotification } = useNotificationContext()
  const [current, setCurrent] = useState<NotificationPayload>()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const next = current || notifications.length === 0 ? undefined : takeNotification()
    if (!next) return
    setCurrent(next)
    setOpen(true)
  }, [notifications, current, takeNotification])
  const isNextWaiting = notifications.length > 0
  // If another notification waits, this one disappears without a transition: while it faded, a click could hit its
  // undo button.
  const close = useCallback(() => (isNextWaiting ? setCurrent(undefined) : setOpen(false)), [isNextWaiting])
  if (!current) return null
  // `null`: the notification has no time limit, and its content closes it.
  const { autoHideDuration: ownDuration = autoHideDuration } = current.notificationOptions ?? {}
  return (
    <CloseNotificationContext.Provider value={close}>
      <Snackbar
        open={isOpen}
        autoHideDuration={ownDuration}
        onClose={(_, reason) => reason !== 'clickaway' && close()}
        anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
        slotProps={{ transition: { onExited: () => setCurrent(undefined) } }}
      >
        <div>
          <Message {...current} />
        </div>
      </Snackbar>
    </CloseNotificationContext.Provider>
  )
}

/** A text of `notify`; its lines after the first are details. */
function Message({ message, type, notificationOptions }: NotificationPayload) {
  const translate = useTranslate()
  if (typeof message !== 'string') return message
  const [text = '', ...details] = translate(message, notificationOptions?.messageArgs).split('\n')
  return <Toast tone={type} text={text} {...(details.length > 0 && { detail: details.join('\n') })} />
}
