/** The ways in which a server is not there, for the browser: each begins, and ends again. */
import type { Page } from '@playwright/test'
import { calls } from '../../src/console/api/calls'
import type { Site } from './journey'

export const OUTAGES = ['offline', 'stopped', '502', 'no answer'] as const
export type Outage = (typeof OUTAGES)[number]

/** A server that can be stopped and started again at the same address, with the same records. */
export interface Stoppable extends Site {
  start: () => Promise<void>
}

const API = '**/api/**'

export async function begin(outage: Outage, pages: readonly Page[], site: Stoppable): Promise<void> {
  if (outage === 'stopped') return site.stop()
  for (const page of pages) {
    if (outage === 'offline') await page.context().setOffline(true)
    if (outage === '502')
      await page.route(API, route =>
        route.fulfill({ status: 502, contentType: 'text/html', body: '<html>502 Bad Gateway</html>' }),
      )
    if (outage === 'no answer') await page.route(API, () => {})
  }
}

export async function end(outage: Outage, pages: readonly Page[], site: Stoppable): Promise<void> {
  if (outage === 'stopped') return site.start()
  for (const page of pages) {
    if (outage === 'offline') await page.context().setOffline(false)
    else await page.unroute(API)
  }
}

const PATTERNS = Object.entries(calls).map(([name, line]) => {
  const [method, path = ''] = line.split(' ')
  return {
    name,
    method,
    path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    fixed: !path.includes('{'),
  }
})

/** The call of the contract that a request is. */
export function callOf(method: string, url: string): string | undefined {
  const { pathname } = new URL(url)
  const found = PATTERNS.filter(one => one.method === method && one.path.test(pathname))
  return (found.find(one => one.fixed) ?? found[0])?.name
}
