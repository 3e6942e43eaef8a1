/** Security headers of every response (security 20, 23, 24). */
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Env } from '../start/env'

declare module 'fastify' {
  interface FastifyReply {
    /** The CSP nonce of the page's style elements (Emotion); a new one for each response. */
    styleNonce: string
  }
}

const nonces = new WeakMap<object, string>()

/** The Content-Security-Policy. @param nonce returns the nonce of a response, as a source of the policy */
function directives(nonce: (response: object) => string) {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    // Style elements need the nonce. React sets style="…" through the DOM, which `style-src-attr` does not restrict.
    'style-src': ["'self'", (_request: object, response: object) => nonce(response)],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
}

const HSTS = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } as const

/** For responses that are sent before any hook: to a malformed URL or request. */
export const bareHeaders = ({ publicUrl }: Pick<Env, 'publicUrl'>): Readonly<Record<string, string>> => ({
  'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  'cache-control': 'no-store',
  ...(publicUrl?.startsWith('https:') ? HSTS : {}),
})

export function secureAnswers(app: FastifyInstance, { publicUrl }: Pick<Env, 'publicUrl'>): void {
  app.decorateReply('styleNonce', '')
  app.addHook('onRequest', async (request, reply) => {
    reply.styleNonce = randomBytes(16).toString('base64')
    nonces.set(reply.raw, reply.styleNonce)
    // HSTS is sent over TLS only: over plain http browsers ignore it, and a test machine stays usable.
    if (request.protocol === 'https' || publicUrl?.startsWith('https:')) reply.headers(HSTS)
    if (/^\/(api|auth)\//.test(request.url)) reply.header('cache-control', 'no-store')
  })
  app.register(helmet, {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: directives(response => `'nonce-${nonces.get(response as ServerResponse)}'`),
    },
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  })
}
