/**
 * Sweeps in the browser: like the journeys, longer. `npm run build` comes first; `npm run sweep` does both.
 *
 * `*.next.ts` are not a part of `npm run sweep` yet (issue 10). `languages` and `widths` have passed as a whole, and wait until `npm test`
 * leaves them room in the half hour of `.ci/run`; so have `outage` and `outageWrites`, but not side by side on a slow machine;
 * `manyRecords` has not. `SWEEP_NEXT=1 npm run sweep:browser` runs them.
 */
import { defineConfig } from '@playwright/test'
import journeys from '../journeys/playwright.config'

export default defineConfig(journeys, {
  testDir: '.',
  testMatch: process.env.SWEEP_NEXT ? '*.next.ts' : '*.sweep.ts',
  timeout: 300_000,
})
