/** How the inputs of an order value of several parts report changes. */
import type { ControlProps } from '@jsonforms/core'
import { useEvent } from 'ra-core'
import { createContext, useContext } from 'react'

/**
 * Reports a change at once, with the path of the part. JSON Forms reports it 10 ms later: Enter would send the value
 * without its last character.
 */
export const EntryChange = createContext<(path: readonly string[], value: unknown) => void>(() => undefined)

/** The change handler of an input: reports the value to JSON Forms and to `EntryChange`. */
export function useEntryChange({ handleChange, path }: ControlProps) {
  const reportChange = useContext(EntryChange)
  return useEvent((value: unknown) => {
    handleChange(path, value)
    reportChange(path.split('.'), value)
  })
}
