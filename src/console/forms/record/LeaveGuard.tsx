/**
 * Asks for confirmation before the user leaves a form with unsaved input.
 *
 * Instead of `WarnWhenUnsavedChanges`: it uses window.confirm, which has neither the theme nor the language of the
 * console, and also asks after the session has ended.
 */
import { useTranslate } from 'ra-core'
import { useCallback, useEffect } from 'react'
import { useFormState } from 'react-hook-form'
import { useBeforeUnload, useBlocker } from 'react-router'
import { session } from '../../session'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog'

/** Asks for the form in whose context it is rendered. */
export function LeaveGuard() {
  const { isDirty } = useFormState()
  useBeforeUnload(useCallback(event => isDirty && event.preventDefault(), [isDirty]))
  return <LeaveQuestion isDirty={() => isDirty} />
}

/** @param isDirty whether there is unsaved input */
export function LeaveQuestion({ isDirty }: { isDirty: () => boolean }) {
  const translate = useTranslate()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty() &&
      // After the session has ended the form cannot be saved any more.
      session.current() !== undefined &&
      currentLocation.pathname !== nextLocation.pathname,
  )
  // After a save, the form is reset and left in the same tick: the blocker has not seen `isDirty` become false.
  const isClean = blocker.state === 'blocked' && !isDirty()
  useEffect(() => {
    if (isClean) blocker.proceed?.()
  }, [isClean, blocker])

  if (blocker.state !== 'blocked' || isClean) return null
  return (
    <ConfirmDialog
      question={translate('records.leave.title')}
      body={translate('records.leave.text')}
      yes={translate('records.leave.leave')}
      no={translate('records.leave.stay')}
      onYes={blocker.proceed}
      onClose={blocker.reset}
    />
  )
}
