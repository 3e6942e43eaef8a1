/** Asks before a form is left with something typed that was not saved. */
import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useCallback, useEffect, useId, useRef } from 'react'
import { useBlocker } from 'react-router'
import { session } from '../../session'

export function useLeaveGuard(dirty: boolean) {
  const released = useRef(false)
  useEffect(() => {
    // Typing begins anew.
    if (dirty) released.current = false
  }, [dirty])

  // Whose session is over has lost the page already; asking would hold them on a form that cannot be saved.
  const holds = () => dirty && !released.current && session.current() !== undefined
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => holds() && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!released.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])

  return {
    /** What was typed is saved: nothing is held any more. */
    release: useCallback(() => {
      released.current = true
    }, []),
    dialog:
      blocker.state === 'blocked' ? (
        <LeaveDialog onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />
      ) : null,
  }
}

function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const translate = useTranslate()
  const title = useId()
  return (
    <Dialog open fullWidth maxWidth="xs" role="alertdialog" onClose={onStay} aria-labelledby={title}>
      <DialogTitle id={title}>{translate('records.leave.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ fontSize: 14 }}>{translate('records.leave.text')}</DialogContentText>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button color="inherit" onClick={onLeave}>
          {translate('records.leave.leave')}
        </Button>
        <Button autoFocus variant="contained" onClick={onStay}>
          {translate('records.leave.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
