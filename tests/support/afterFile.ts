/**
 * What a test file leaves behind goes when it is done. The files of a process share what they import, so that a hook
 * written beside a helper would serve the first of them alone: helpers say here what is to be done after the file that
 * used them.
 */
import { afterAll } from 'vitest'

type Cleanup = () => unknown
const cleanups: Cleanup[] = []

/** What was made last goes first. */
export const afterFile = (cleanup: Cleanup): void => void cleanups.push(cleanup)

/** Called by the setup of every file. */
export function cleanUpAfterFile(): void {
  afterAll(async () => {
    for (let next = cleanups.pop(); next; next = cleanups.pop()) await next()
  })
}
