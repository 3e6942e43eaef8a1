/** The kinds of server outage that a browser can meet, each with a start and an end. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { translate } from '../../src/tools/translate'
import { expect, type Page, type Site, startSite } from './journey'

export const OUTAGES = ['offline', 'stopped', '502', 'no answer'] as const
export type Outage = (typeof OUTAGES)[number]

/** A server that can be stopped and started again at the same address, with the same records. */
export interface Stoppable extends Site {
  pause: () => Promise<void>
  resume: () => Promise<void>
}

interface StoppableOptions {
  env?: Record<string, string>
  /** Adds data to the folder before the first start. */
  fill?: (folder: string) => Promise<void>
}

/** Starts a server on a copy of the demo fleet. */
export async function startStoppable({ env, fill }: StoppableOptions = {}): Promise<Stoppable> {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-outage-'))
  await cp(process.env.JOURNEY_SEED!, folder, { recursive: true })
  await fill?.(folder)
  const first = await startSite({ folder, env })
  // The token is fetched now, because a stopped server cannot issue one.
  await first.token('master')
  const port = Number(new URL(first.url).port)
  let running = first
  return {
    ...first,
    pause: () => running.stop(),
    resume: async () => {
      running = await startSite({ folder, port, env })
    },
    stop: async () => {
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const API = '**/api/**'

export async function begin(outage: Outage, pages: readonly Page[], site: Stoppable): Promise<void> {
  if (outage === 'stopped') return site.pause()
  for (const page of pages) {
    if (outage === 'offline') await page.context().setOffline(true)
    if (outage === '502')
      await page.route(API, route =>
        route.fulfill({ status: 502, contentType: 'text/html', body: '<html>502 Bad Gateway</html>' }),
      )
    if (outage === 'no answer') await page.route(API, () => undefined)
  }
}

export async function end(outage: Outage, pages: readonly Page[], site: Stoppable): Promise<void> {
  if (outage === 'stopped') return site.resume()
  for (const page of pages) {
    if (outage === 'offline') await page.context().setOffline(false)
    else await page.unroute(API)
  }
}

interface Try {
  page: Page
  /** The user action that sends the request. */
  act: () => Promise<void>
}

/** Runs the actions. Without a response, advances the clock until the pages show that they wait, and stops waiting. */
export async function unanswered(outage: Outage, tries: readonly Try[]): Promise<void> {
  if (outage !== 'no answer') return void (await Promise.all(tries.map(({ act }) => act())))
  await Promise.all(
    tries.map(async ({ page, act }) => {
      const sent = page.waitForRequest(/\/api\//)
      await act()
      await sent
    }),
  )
  // The pages of a context share one clock, so advancing it once is enough.
  await tries[0]?.page.clock.fastForward(31_000)
  await Promise.all(tries.map(({ page }) => stopWaiting(page)))
}

async function stopWaiting(page: Page): Promise<void> {
  const stop = page.getByRole('button', { name: translate('shell.waiting.stop') })
  await stop.click()
  // Another request of the page may reach its limit a moment later and show the button again.
  await expect(async () => {
    if (await stop.isVisible()) await stop.click({ timeout: 1_000 })
    await expect(stop).toHaveCount(0, { timeout: 500 })
  }).toPass()
}

/** Gives up requests that began after the clock was advanced by `unanswered`. */
export async function giveUpLate(page: Page): Promise<void> {
  await page.clock.fastForward(31_000)
  const stop = page.getByRole('button', { name: translate('shell.waiting.stop') })
  if (await stop.isVisible()) await stop.click({ timeout: 1_000 })
}
