/**
 * Sweeps in the browser: like the journeys, longer. `npm run build` comes first; `npm run sweep` does both.
 *
 * `*.next.ts` are walks that nobody has seen pass as a whole yet (issue 10); `SWEEP_NEXT=1 npm run sweep:browser` runs them. Each
 * becomes `*.sweep.ts`, and so a part of `npm run sweep`, once it does.
 */
import { defineConfig } from '@playwright/test'
import journeys from '../journeys/playwright.config'

export default defineConfig(journeys, {
  testDir: '.',
  testMatch: process.env.SWEEP_NEXT ? '*.next.ts' : '*.sweep.ts',
  timeout: 300_000,
})
