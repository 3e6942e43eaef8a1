/** Sweeps in the browser: like the journeys, longer. `npm run build` comes first; `npm run sweep` does both. */
import { defineConfig } from '@playwright/test'
import journeys from '../journeys/playwright.config'

export default defineConfig(journeys, {
  testDir: '.',
  timeout: 1_200_000,
  workers: 3,
  // Writes without a server wait more than they work: they come first, beside the sweeps in Node, which do not wait.
  projects: [
    { name: 'writes', testMatch: 'outageWrites.sweep.ts' },
    { name: 'walks', testMatch: '*.sweep.ts', testIgnore: 'outageWrites.sweep.ts' },
  ],
})
