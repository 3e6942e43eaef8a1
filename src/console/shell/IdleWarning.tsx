/** Warns the user who does nothing that the session is about to end (security.md 17). Whoever is active never sees it. */
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'

interface Props {
  /** When the session ends. */
  expires: number
  onStay: () => void
  onLeave: () => void
}

export default function IdleWarning({ expires, onStay, onLeave }: Props) {
  const translate = useTranslate()
  const seconds = Math.max(0, Math.ceil((expires - useNow(1000)) / 1000))
  const left =
    seconds >= 60
      ? translate('shell.session.idle.minutes', { count: Math.ceil(seconds / 60) })
      : translate('shell.session.idle.seconds', { count: seconds })
  return (
    <Dialog
      open
      role="alertdialog"
      aria-labelledby="idle-title"
      aria-describedby="idle-text"
      onClose={onStay}
    >
      <DialogTitle id="idle-title">{translate('shell.session.idle.title')}</DialogTitle>
      <DialogContent id="idle-text">{translate('shell.session.idle.text', { left })}</DialogContent>
      <DialogActions>
        <Button onClick={onLeave}>{translate('shell.nav.logout')}</Button>
        <Button variant="contained" autoFocus onClick={onStay}>
          {translate('shell.session.idle.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
