/**
 * Cleanups after a test file, registered by helpers. A helper cannot call `afterAll` when it is imported: the test
 * files of a process share its module, so the hook would run after the first file only.
 */
import { afterAll } from 'vitest'

type Cleanup = () => unknown
const cleanups: Cleanup[] = []

/** Registers a cleanup; the last one runs first. */
export const afterFile = (cleanup: Cleanup): void => void cleanups.push(cleanup)

/** Called by the setup of every file. */
export function cleanUpAfterFile(): void {
  afterAll(async () => {
    for (let next = cleanups.pop(); next; next = cleanups.pop()) await next()
  })
}
