/** Warns an idle user that the session is about to end (security 17). */
import { Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { DialogFrame } from '../ui/dialogs/DialogFrame'
import { useNow } from '../ui/time/useNow'

interface Props {
  /** When the session ends, in ms since 1970. */
  expires: number
  onStay: () => void
  onLeave: () => void
}

export default function IdleWarning({ expires, onStay, onLeave }: Props) {
  const translate = useTranslate()
  const seconds = Math.max(0, Math.ceil((expires - useNow(1000)) / 1000))
  const timeLeft =
    seconds >= 60
      ? translate('shell.session.idle.minutes', { count: Math.ceil(seconds / 60) })
      : translate('shell.session.idle.seconds', { count: seconds })
  return (
    <DialogFrame
      small
      fullWidth={false}
      title={translate('shell.session.idle.title')}
      text={translate('shell.session.idle.text', { left: timeLeft })}
      onClose={onStay}
      actions={
        <>
          <Button onClick={onLeave}>{translate('shell.nav.logout')}</Button>
          <Button variant="contained" autoFocus onClick={onStay}>
            {translate('shell.session.idle.stay')}
          </Button>
        </>
      }
    />
  )
}
