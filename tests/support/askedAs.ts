/** Compares the requests of a page with the calls of §7, for journeys and sweeps. */
import type { Page, Request } from '@playwright/test'
import type { Endpoint } from '../../src/contract/endpoint'
import { allEndpoints } from '../../src/contract/endpoints'
import { SPEC_CALLS, splitKeys } from '../contract/spec7'

const patternOf = ({ path }: Endpoint) =>
  new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`)

/** Fixed paths stand before paths with a parameter, so that they are found first. */
const CALLS = allEndpoints()
  .map(({ name, endpoint }) => ({
    name,
    endpoint,
    pattern: patternOf(endpoint),
    fixed: !endpoint.path.includes('{'),
  }))
  .sort((a, b) => Number(b.fixed) - Number(a.fixed))

/** The call of the contract with this method and address. */
const callAt = (method: string, { pathname }: URL) =>
  CALLS.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname))

/** Calls that are always sent with all their parameters. */
const WHOLE = ['GET /api/devices', 'POST /api/devices', 'POST /api/orders', 'POST /api/auth/login']

const keysOf = (schema: unknown) =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})

/** The deviations of a request from §7; none for calls that we have added (decision 22). */
function deviations(request: Pick<Request, 'method' | 'url' | 'headers' | 'postDataJSON'>): string[] {
  const url = new URL(request.url())
  const { pathname, searchParams } = url
  if (!pathname.startsWith('/api/')) return []
  const method = request.method()
  const found = callAt(method, url)
  if (!found) return [`${method} ${pathname} is no call of the contract`]
  const { endpoint } = found
  const name = `${method} ${endpoint.path}`
  const headers = request.headers()
  const problems: string[] = []
  if (endpoint.access !== 'public' && !/^Bearer .+/.test(headers.authorization ?? ''))
    problems.push(`${name} without a token`)
  const line = SPEC_CALLS.find(({ call }) => call.replace(/\?.*/, '') === name)
  if (!line || endpoint.ours) return problems

  const query = [...new Set(searchParams.keys())]
  if (WHOLE.includes(name))
    for (const key of splitKeys(line.query)) if (!query.includes(key)) problems.push(`${name} without ${key}`)
  const known = [...splitKeys(line.query), ...keysOf(endpoint.query)]
  for (const key of query) if (!known.includes(key)) problems.push(`${name} with ${key}`)
  if (line.body === 'upload') return problems

  const body = line.body ? Object.keys((request.postDataJSON() as object | null) ?? {}) : []
  if (line.body && !/^application\/json/.test(headers['content-type'] ?? ''))
    problems.push(`${name} without JSON`)
  if (WHOLE.includes(name))
    for (const key of splitKeys(line.body)) if (!body.includes(key)) problems.push(`${name} without ${key}`)
  return problems
}

/** Collects the deviations of the calls of a page. */
export function listen(page: Page): string[] {
  const wrong: string[] = []
  page.on('request', request => wrong.push(...deviations(request)))
  return wrong
}
