/** The ways in which a server is not there, for the browser: each begins, and ends again. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Request, Route } from '@playwright/test'
import { type CallName, calls, effectOf } from '../../src/console/api/calls'
import { translate } from '../../src/tools/translate'
import { expect, type Page, type Site, startSite } from './journey'

export const OUTAGES = ['offline', 'stopped', '502', 'no answer'] as const
/** Of writes also `under way`: the first try works on the server until `end`, and its repeats are refused. */
export const OF_WRITES = [...OUTAGES, 'under way'] as const
export type Outage = (typeof OF_WRITES)[number]
/** The user waits in vain for an answer. */
export const isSilent = (outage: Outage) => outage === 'no answer' || outage === 'under way'

/** A server that can be stopped and started again at the same address, with the same records. */
export interface Stoppable extends Site {
  pause: () => Promise<void>
  goOn: () => Promise<void>
}

interface StoppableOptions {
  env?: Record<string, string>
  /** Puts more into the data folder, before the first start. */
  fill?: (folder: string) => Promise<void>
}

/** On a copy of the demo fleet. */
export async function startStoppable({ env, fill }: StoppableOptions = {}): Promise<Stoppable> {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-outage-'))
  await cp(process.env.JOURNEY_SEED!, folder, { recursive: true })
  await fill?.(folder)
  const first = await startSite({ at: folder, env })
  // While it is gone nobody can ask it for a token.
  await first.token('master')
  const port = Number(new URL(first.url).port)
  let running = first
  return {
    ...first,
    pause: () => running.stop(),
    goOn: async () => {
      running = await startSite({ at: folder, port, env })
    },
    stop: async () => {
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const API = '**/api/**'

/** What came to the server although its answer never comes back. */
const arrived: Promise<unknown>[] = []
/** Lets a first try come to its end. */
const held: (() => Promise<unknown>)[] = []

export async function begin(outage: Outage, pages: readonly Page[], site: Stoppable): Promise<void> {
  if (outage === 'stopped') return site.pause()
  for (const page of pages) {
    if (outage === 'offline') await page.context().setOffline(true)
    if (outage === '502')
      await page.route(API, route =>
        route.fulfill({ status: 502, contentType: 'text/html', body: '<html>502 Bad Gateway</html>' }),
      )
    if (outage === 'no answer')
      await page.route(API, route => {
        const { 'content-type': type = '' } = route.request().headers()
        if (['GET', 'HEAD'].includes(route.request().method()) || isFile(type)) return
        arrived.push(route.fetch({ timeout: 60_000 }))
      })
    if (outage === 'under way') await page.route(API, holding())
  }
}

/** What is in a file is not known here: it never arrives. */
const isFile = (type: string) => type.startsWith('multipart/')

/**
 * Holds what writes, and refuses its repeats as the server does: by the key of a creation, by the locks of a change.
 */
function holding(): (route: Route) => Promise<void> {
  const first = new Set<string>()
  return async route => {
    const request = route.request()
    if (!isWrite(request)) return route.fallback()
    const headers = request.headers()
    const { 'idempotency-key': key, 'content-type': type = '' } = headers
    const identity = key ?? `${request.method()} ${request.url()}`
    if (first.has(identity)) {
      const code = key ? 'idempotency.underWay' : 'locked'
      return route.fulfill({
        status: 409,
        json: { result: false, code, message: translate(`errors.${code}`) },
      })
    }
    first.add(identity)
    if (isFile(type)) return
    const sent = { method: request.method(), headers, body: request.postData() }
    held.push(() => fetch(request.url(), sent))
  }
}

/** A write of the contract. */
function isWrite(request: Request): boolean {
  const name = callOf(request.method(), request.url())
  return name !== undefined && effectOf(name) !== 'nothing'
}

export async function end(outage: Outage, pages: readonly Page[], site: Stoppable): Promise<void> {
  if (outage === 'stopped') return site.goOn()
  await Promise.all([...arrived.splice(0), ...held.splice(0).map(letThrough => letThrough())])
  for (const page of pages) {
    if (outage === 'offline') await page.context().setOffline(false)
    else await page.unroute(API)
  }
}

interface Try {
  page: Page
  /** Does what asks the server. */
  act: () => Promise<void>
}

/** Where the server does not answer, time passes until the pages say that they wait, and the user stops waiting. */
export async function unanswered(outage: Outage, tries: readonly Try[]): Promise<void> {
  if (!isSilent(outage)) return void (await Promise.all(tries.map(({ act }) => act())))
  await Promise.all(
    tries.map(async ({ page, act }) => {
      const sent = page.waitForRequest(outage === 'under way' ? isWrite : /\/api\//)
      await act()
      await sent
    }),
  )
  // Pages of one browser have one clock, which moves what is said on all of them: nothing is said yet.
  await tries[0]?.page.clock.fastForward(31_000)
  await Promise.all(tries.map(({ page }) => stopWaiting(page)))
}

async function stopWaiting(page: Page): Promise<void> {
  const stop = page.getByRole('button', { name: translate('shell.waiting.stop') })
  await stop.click()
  // What the page asks beside it may have waited as long a moment later.
  await expect(async () => {
    if (await stop.isVisible()) await stop.click({ timeout: 1_000 })
    await expect(stop).toHaveCount(0, { timeout: 500 })
  }).toPass()
}

const PATTERNS = Object.entries(calls).map(([name, line]) => {
  const [method, path = ''] = line.split(' ')
  return {
    name: name as CallName,
    method,
    path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    fixed: !path.includes('{'),
  }
})

/** The call of the contract that a request is. */
export function callOf(method: string, url: string): CallName | undefined {
  const { pathname } = new URL(url)
  const found = PATTERNS.filter(one => one.method === method && one.path.test(pathname))
  return (found.find(one => one.fixed) ?? found[0])?.name
}
