/** Cookies of a sign-in by an OpenID provider: encrypted or random, valid for minutes, and not readable by scripts. */
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface CookieScope {
  path: string
  /** `Lax` if the browser must send it when it returns from another site. */
  sameSite: 'Lax' | 'Strict'
  /** Send it over TLS only. */
  secure: boolean
}

/** The cookies of a request by name; the first of a name counts. */
export function cookiesOf({ headers }: Pick<FastifyRequest, 'headers'>): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const part of (headers.cookie ?? '').split(';')) {
    const [, name, value] = /^\s*([\w-]+)=([\w.~-]*)\s*$/.exec(part) ?? []
    if (name && value && !cookies.has(name)) cookies.set(name, value)
  }
  return cookies
}

/** Adds a cookie to the response. @param seconds its lifetime; 0 deletes it */
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
