/** What a request says about itself, and when its sender is gone. */
import type { ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Locale } from '../engine/compiled'

const OURS: readonly Locale[] = ['ko', 'en']

/** The language of ours that `Accept-Language` prefers, else the installation's: `en-US,en;q=0.9,ko;q=0.8` → `en`. */
export function preferredLocale(header: string | undefined, fallback: Locale): Locale {
  const wanted = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map(part => {
      const [tag = '', ...settings] = part.trim().toLowerCase().split(';')
      const weight = settings.map(one => /^\s*q=([\d.]+)$/.exec(one)?.[1]).find(Boolean)
      return {
        locale: OURS.find(locale => tag === locale || tag.startsWith(`${locale}-`)),
        weight: Number(weight ?? 1),
      }
    })
    .filter(({ locale, weight }) => locale && weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return wanted[0]?.locale ?? fallback
}

/**
 * An address as the routes have it: without what a client of a proxy puts before it (`GET http://host/api/… HTTP/1.1`),
 * and with its letters and digits as they are (`/%61pi/…`), so that whatever looks at the path sees what the router
 * sees.
 */
export function plainUrl(url: string): string {
  const [path = '', ...query] = url.split('?')
  const own = path.replace(/^https?:\/\/[^/]*/i, '')
  const plain = own.replace(/%(?:2D|3\d|[46][1-9A-F]|[57][0-9A]|5F|7E)/gi, decodeURIComponent)
  return [plain || '/', ...query].join('?')
}

/** Whether the sender has the answer of this tag already (`If-None-Match`), compressed or not. */
export function hasTag({ headers }: FastifyRequest, tag: string): boolean {
  const bare = (text: string) => text.trim().replace(/^W\//, '')
  return (headers['if-none-match'] ?? '')
    .split(',')
    .some(one => one.trim() === '*' || bare(one) === bare(tag))
}

/** The path alone: a query may hold a token. */
export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0]!

/** An IPv6 network is one origin: its owner can take any address in it. */
export function originOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]!
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length
  return `${[...front, ...Array(zeros).fill('0'), ...back].slice(0, 4).join(':')}::/64`
}

/**
 * Calls back once the connection of the answer has closed; at once if it has already, since `close` is emitted only
 * once.
 */
export function onceClosed(response: ServerResponse, then: () => void): void {
  if (response.destroyed) then()
  else response.once('close', then)
}

/** Aborts when the reader goes before the answer was sent. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  onceClosed(response, () => {
    if (!response.writableEnded) gone.abort()
  })
  return gone.signal
}
