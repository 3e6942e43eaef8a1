/**
 * Tests in a real Chromium against the built server (`npm run build` comes first). `npm test` runs the project
 * `specification`: the journeys that guard lines of the specification which no quicker test guards. `npm run test:wide`
 * runs the other journeys and the sweeps.
 */
import { defineConfig } from '@playwright/test'
import { CHROMIUM_ADVICE, chromiumArguments, findChromium } from '../src/tools/services/chromium'

const executablePath = findChromium()
if (!executablePath) throw new Error(CHROMIUM_ADVICE)
// Found once: the workers read this file again.
process.env.CHROMIUM_PATH = executablePath
// Of the servers, which live for minutes at most: to compile PGlite well takes longer than it saves.
process.env.TEST_NODE_FLAGS = '--liftoff-only'

const SPECIFICATION = /journeys\/(batches|clients|mailbox|roster|signIn|vendors)\.spec\.ts$/

export default defineConfig({
  outputDir: '../test-results',
  globalSetup: './support/seedJourneys.ts',
  workers: 2,
  fullyParallel: true,
  projects: [
    { name: 'specification', testDir: 'journeys', testMatch: SPECIFICATION },
    { name: 'journeys', testDir: 'journeys', testMatch: '*.spec.ts', testIgnore: SPECIFICATION },
    { name: 'sweeps', testDir: 'sweeps', testMatch: '*.sweep.ts', timeout: 1_200_000 },
  ],
  // Nothing is tried again: what fails now and then is a defect of the product or of its test.
  retries: 0,
  forbidOnly: true,
  // Limits end what hangs and measure nothing: a machine that is busy elsewhere may be five times as slow.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    trace: 'off',
    // One process for all pages of a context: what it has compiled serves them all (support/contexts).
    launchOptions: { executablePath, args: [...chromiumArguments(), '--renderer-process-limit=1'] },
  },
})
