/** A server for component tests: answers by method and path, and records each call. */
import { vi } from 'vitest'
import { createClient } from '../../src/console/api/client'
import { createDataProvider } from '../../src/console/api/dataProvider'
import { session } from '../../src/console/session'
import { answer, config } from './consoleWorld'

interface Call {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  body?: Record<string, unknown>
}

export type Handler = (call: Call) => Response | Promise<Response>

/** @param handlers by method and path, such as `GET /api/models`; a test may change them later */
export function stubServer(handlers: Record<string, Handler> = {}) {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://console.test')
    const method = init.method ?? 'GET'
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const headers = new Headers(init.headers)
    const call = { method, path: url.pathname, query: url.searchParams, headers, body }
    calls.push(call)
    const aborted = new Promise<never>((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal!.reason))
    })
    return Promise.race([(handlers[`${method} ${url.pathname}`] ?? server.fallback)(call), aborted])
  })
  const sent = (line: string) => calls.filter(({ method, path }) => `${method} ${path}` === line)
  const server = {
    handlers,
    calls,
    /** Answers calls without a handler. */
    fallback: (() => answer('', 404)) as Handler,
    /** The calls with a method and path such as `PUT /api/clients/`. */
    sent,
    bodies: (line: string) => sent(line).map(({ body }) => body!),
  }
  return server
}

/** A response in the envelope of §7. */
export const envelope = (payload?: unknown, more: object = {}) =>
  answer({ result: true, message: '', payload, ...more })

export const payload =
  (value: unknown, more?: object): Handler =>
  () =>
    envelope(value, more)

export const refusal =
  (status: number, message: string, more: object = {}): Handler =>
  () =>
    answer({ result: false, message, ...more }, status)

/** Fails as without a connection. */
export const unreachable: Handler = () => Promise.reject(new TypeError('Failed to fetch'))

/** A page of a resource in the dialect of ra-data-simple-rest. */
export const restPage =
  (rows: object[], count = rows.length): Handler =>
  () =>
    answer(rows, 200, { 'content-range': `rows ${rows.length > 0 ? `0-${rows.length - 1}` : '*'}/${count}` })

/** The console's client of the API, with keys in place of translated sentences. */
export const testClient = (options: Partial<Parameters<typeof createClient>[0]> = {}) =>
  createClient({
    timeoutMs: 5_000,
    token: () => session.current()?.token,
    user: () => session.current()?.user.email,
    locale: () => 'ko',
    translate: key => key,
    onUnauthorised: () => undefined,
    ...options,
  })

/** The console's data provider over that client. */
export const realProvider = (consoleConfig = config, client = testClient()) =>
  createDataProvider(
    client,
    consoleConfig,
    () => session.current()?.user.level ?? 0,
    () => session.current()?.user.email,
  )
