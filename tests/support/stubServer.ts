/**
 * A server for component tests: answers by method and path, keeps what it was asked, and everything else is not found.
 */
import { vi } from 'vitest'
import { createClient } from '../../src/console/api/client'
import { createDataProvider } from '../../src/console/api/dataProvider'
import { session } from '../../src/console/session'
import { answer, config } from './consoleWorld'

interface Asked {
  method: string
  path: string
  query: URLSearchParams
  body?: Record<string, unknown>
}

export type Handler = (asked: Asked) => Response | Promise<Response>

/** @param handlers by method and path, such as `GET /api/models`; they may be changed later */
export function stubServer(handlers: Record<string, Handler> = {}) {
  const calls: Asked[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://console.test')
    const method = init.method ?? 'GET'
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const asked: Asked = { method, path: url.pathname, query: url.searchParams, body }
    calls.push(asked)
    return (await handlers[`${method} ${url.pathname}`]?.(asked)) ?? answer('', 404)
  })
  return {
    handlers,
    calls,
    /** The calls of a line such as `PUT /api/clients/`. */
    sent: (line: string) => calls.filter(({ method, path }) => `${method} ${path}` === line),
  }
}

/** An answer in §7's envelope. */
export const payload =
  (value: unknown): Handler =>
  () =>
    answer({ result: true, message: '', payload: value })

export const refusal =
  (status: number, message: string, more: object = {}): Handler =>
  () =>
    answer({ result: false, message, ...more }, status)

/** No connection. */
export const unreachable: Handler = () => Promise.reject(new TypeError('network'))

/** The console's own data provider, on that server. */
export const realProvider = () =>
  createDataProvider(
    createClient({
      timeoutMs: 5_000,
      token: () => session.current()?.token,
      user: () => session.current()?.user.email,
      locale: () => 'ko',
      translate: key => key,
      onUnauthorised: () => undefined,
    }),
    config,
    () => session.current()?.user.level ?? 0,
    () => session.current()?.user.email,
  )
