/** Commands of the current screen, such as bulk actions for the selected rows. The search box finds them by label. */
import { useEffect } from 'react'
import { createObservable } from './observable'

export interface PageCommand {
  /** Unique among the commands. */
  name: string
  label: string
  /** What the command acts on, such as "12 selected". */
  detail: string
  run: () => void
}

export const pageCommands = createObservable<readonly PageCommand[]>([])

/** Offers commands while the component is mounted. `commands` must stay the same array until they change. */
export function usePageCommands(commands: readonly PageCommand[]): void {
  useEffect(() => {
    pageCommands.set([...pageCommands.get(), ...commands])
    return () => pageCommands.set(pageCommands.get().filter(command => !commands.includes(command)))
  }, [commands])
}
