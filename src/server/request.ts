/** Helpers for HTTP requests: locale, address, cache validation, disconnects. */
import type { ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Locale } from '../engine/compiled'

const LOCALES: readonly Locale[] = ['ko', 'en']

/** The supported locale that `Accept-Language` prefers: `en-US,en;q=0.9,ko;q=0.8` → `en`. */
export function preferredLocale(header: string | undefined, fallback: Locale): Locale {
  const preferences = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map(part => {
      const [tag = '', ...settings] = part.trim().toLowerCase().split(';')
      const weight = settings.map(setting => /^\s*q=([\d.]+)$/.exec(setting)?.[1]).find(Boolean)
      return {
        locale: LOCALES.find(locale => tag === locale || tag.startsWith(`${locale}-`)),
        weight: Number(weight ?? 1),
      }
    })
    .filter(({ locale, weight }) => locale && weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return preferences[0]?.locale ?? fallback
}

/**
 * Normalises a URL, so that every check of the path sees the same path as the router: removes the origin that a client
 * of a proxy sends (`GET http://host/api/… HTTP/1.1`), and decodes unreserved characters (`/%61pi/…`).
 */
export function plainUrl(url: string): string {
  const [path = '', ...query] = url.split('?')
  const relative = path.replace(/^https?:\/\/[^/]*/i, '')
  // Letters, digits, - . _ ~ only: decoding others, such as %2F, would change the path.
  const plain = relative.replace(/%(?:2D|3\d|[46][1-9A-F]|[57][0-9A]|5F|7E)/gi, decodeURIComponent)
  return [plain || '/', ...query].join('?')
}

/** Whether `If-None-Match` contains this ETag, weak or strong. */
export function hasTag({ headers }: FastifyRequest, tag: string): boolean {
  const bare = (text: string) => text.trim().replace(/^W\//, '')
  return (headers['if-none-match'] ?? '')
    .split(',')
    .some(sent => sent.trim() === '*' || bare(sent) === bare(tag))
}

/** The path without the query, which may contain a token. */
export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0]!

/** The address by which limits count. For IPv6 the /64 network, since its owner can use any address in it. */
export function originOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]!
  // Without the zone (`%eth0`); `::` stands for as many zeros as are missing of eight groups.
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length
  return `${[...front, ...Array(zeros).fill('0'), ...back].slice(0, 4).join(':')}::/64`
}

/**
 * Calls back when the connection of the response closes; immediately if it is closed already, since `close` is emitted
 * only once.
 */
export function onceClosed(response: ServerResponse, callback: () => void): void {
  if (response.destroyed) callback()
  else response.once('close', callback)
}

/** Aborts when the client disconnects before the response was sent. */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  onceClosed(response, () => {
    if (!response.writableEnded) controller.abort()
  })
  return controller.signal
}
