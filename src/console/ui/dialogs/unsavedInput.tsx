/**
 * Lets a dialog or page ask the user before unsaved input is lost. Forms report their input themselves (`ConsoleForm`);
 * for other inputs, render `UnsavedInput`.
 */
import { useEvent } from 'ra-core'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useBeforeUnload } from 'react-router'

type Check = () => boolean

const Context = createContext<Set<Check> | undefined>(undefined)

/** The checks of all inputs within a dialog or page; `hasInput` tells whether one of them has unsaved input. */
export function useUnsavedChecks() {
  const [checks] = useState(() => new Set<Check>())
  const hasInput = useEvent(() => [...checks].some(check => check()))
  // The browser asks before a reload.
  useBeforeUnload(event => hasInput() && event.preventDefault())
  return { checks, hasInput }
}

export const UnsavedChecksProvider = ({ checks, children }: { checks: Set<Check>; children: ReactNode }) => (
  <Context value={checks}>{children}</Context>
)

/** @param isEntered whether the user has entered something that would be lost */
export function UnsavedInput({ isEntered }: { isEntered: boolean }) {
  const checks = useContext(Context)
  const check = useEvent(() => isEntered)
  useEffect(() => {
    checks?.add(check)
    return () => void checks?.delete(check)
  }, [checks, check])
  return null
}

/** Running work, such as an upload: only a reload asks, because the dialog's cross is a way to cancel it. */
export function RunningWork({ isRunning }: { isRunning: boolean }) {
  useBeforeUnload(event => isRunning && event.preventDefault())
  return null
}
