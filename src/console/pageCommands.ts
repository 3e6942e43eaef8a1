/** What the shown screen can do, such as the bulk actions of the selected rows. The search offers it by its words. */
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

/** Offers commands while the component is mounted. Keep the list between renderings that do not change it. */
export function usePageCommands(commands: readonly PageCommand[]): void {
  useEffect(() => {
    pageCommands.set([...pageCommands.get(), ...commands])
    return () => pageCommands.set(pageCommands.get().filter(command => !commands.includes(command)))
  }, [commands])
}
