/** Warns that the session is about to end (security 17): the user is idle, or it reaches its maximum age. */
import { Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { DialogFrame } from '../ui/dialogs/DialogFrame'
import { useNow } from '../ui/time/useNow'

interface Props {
  warning: 'idle' | 'ending'
  /** When the session ends, in ms since 1970. */
  expires: number
  onStay: () => void
  onLeave: () => void
}

export default function IdleWarning({ warning, expires, onStay, onLeave }: Props) {
  const translate = useTranslate()
  const [isClosed, setClosed] = useState(false)
  const seconds = Math.max(0, Math.ceil((expires - useNow(1000)) / 1000))
  const timeLeft =
    seconds >= 60
      ? translate('shell.session.idle.minutes', { count: Math.ceil(seconds / 60) })
      : translate('shell.session.idle.seconds', { count: seconds })
  if (warning === 'ending' && isClosed) return null
  const close = warning === 'ending' ? () => setClosed(true) : onStay
  return (
    <DialogFrame
      small
      fullWidth={false}
      title={translate('shell.session.idle.title')}
      text={translate(`shell.session.${warning}.text`, { left: timeLeft })}
      onClose={close}
      actions={
        <>
          <Button onClick={onLeave}>{translate('shell.nav.logout')}</Button>
          <Button variant="contained" autoFocus onClick={close}>
            {translate(`shell.session.${warning}.stay`)}
          </Button>
        </>
      }
    />
  )
}
