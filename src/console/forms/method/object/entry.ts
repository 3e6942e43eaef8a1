/** How the controls of a value with several parts report what is entered. */
import type { ControlProps } from '@jsonforms/core'
import { useEvent } from 'ra-core'
import { createContext, useContext } from 'react'

/**
 * Takes a change at once; JSON Forms reports it 10 ms later, so that Enter would send the value without its last
 * character.
 */
export const EntryChange = createContext<(path: readonly string[], value: unknown) => void>(() => undefined)

/** The change handler of a control: tells JSON Forms and the owner of the value. */
export function useEntryChange({ handleChange, path }: ControlProps) {
  const changed = useContext(EntryChange)
  return useEvent((value: unknown) => {
    handleChange(path, value)
    changed(path.split('.'), value)
  })
}
