/** Sweeps in the browser: like the journeys, longer. `npm run build` comes first; `npm run sweep` does both. */
import { defineConfig } from '@playwright/test'
import journeys from '../journeys/playwright.config'

export default defineConfig(journeys, { testDir: '.', testMatch: '*.sweep.ts', timeout: 300_000 })
