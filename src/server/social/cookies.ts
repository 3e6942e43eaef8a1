/** Cookies of a sign-in by another service: sealed or random, for minutes, and never read by a script. */
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface CookieScope {
  path: string
  /** `Lax` where it must come along on the way back from another site. */
  sameSite: 'Lax' | 'Strict'
  /** Over TLS alone. */
  secure: boolean
}

/** The cookies of a request by name; the first of a name counts. */
export function cookiesOf({ headers }: Pick<FastifyRequest, 'headers'>): Map<string, string> {
  const found = new Map<string, string>()
  for (const part of (headers.cookie ?? '').split(';')) {
    const [, name, value] = /^\s*([\w-]+)=([\w.~-]*)\s*$/.exec(part) ?? []
    if (name && value && !found.has(name)) found.set(name, value)
  }
  return found
}

/** @param seconds 0 to forget it */
export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  seconds: number,
  { path, sameSite, secure }: CookieScope,
): void {
  const attributes = [`Path=${path}`, `Max-Age=${seconds}`, 'HttpOnly', `SameSite=${sameSite}`]
  reply.header('set-cookie', [`${name}=${value}`, ...attributes, ...(secure ? ['Secure'] : [])].join('; '))
}
