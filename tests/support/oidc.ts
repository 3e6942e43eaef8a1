/** An OpenID provider on this machine (`oidc-provider`) that can misbehave, and a browser's visit to it. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'

/** The claims of an ID token besides `sub`, which is the login that the user enters. */
type Claims = Record<string, unknown>

/** What the token endpoint does wrong. */
type Misbehaviour = 'html' | 'hang' | 'forged' | ((claims: JWTPayload) => JWTPayload)

export interface TestProvider {
  name: string
  issuer: string
  /** The environment of a server that uses it. */
  env: Record<string, string>
  /** The claims of users by their login; other logins have a verified address of their own. */
  people: Map<string, Claims>
  /** What the token endpoint does wrong from now on. */
  misbehave: Misbehaviour | undefined
  /** What all addresses do wrong from now on. */
  broken: 'html' | undefined
  /** How often its metadata was asked for. */
  discovered: number
  stop(): Promise<void>
}

const CLIENT = { id: 'fleet', secret: 'what-the-provider-gave-us' }

/** @param origins of the consoles that are registered with it */
export async function startProvider(name: string, origins: readonly string[]): Promise<TestProvider> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const other = await generateKeyPair('ES256')
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, Claims>()
  // One grant for each user: a new one would make earlier codes invalid.
  const grants = new Map<string, unknown>()
  const variable = `OIDC_${name.toUpperCase()}`

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
        redirect_uris: origins.map(origin => `${origin}/auth/callback/${name}`),
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: name, alg: 'ES256', use: 'sig' }] },
    // Cookies are the same for all ports: two providers of one machine need different names.
    cookies: {
      keys: ['of a test'],
      names: { session: `${name}_session`, interaction: `${name}_going`, resume: `${name}_resume` },
    },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    features: { devInteractions: { enabled: false } },
    // Claims of the scope are in the ID token, as with Google and Microsoft.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'xms_edov'] },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...(people.get(id) ?? { email: `${id}@oidc.local`, email_verified: true }) }),
    }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/ask/${uid}` },
    loadExistingGrant: async (context: {
      oidc: { session: { accountId: string }; client: { clientId: string } }
    }) => {
      const { session, client } = context.oidc
      const known = grants.get(session.accountId)
      if (known) return known
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
      grant.addOIDCScope('openid email')
      await grant.save()
      grants.set(session.accountId, grant)
      return grant
    },
  })
  const answer = provider.callback()

  const running: TestProvider = {
    name,
    issuer,
    env: {
      [`${variable}_ISSUER`]: issuer,
      [`${variable}_CLIENT_ID`]: CLIENT.id,
      [`${variable}_CLIENT_SECRET`]: CLIENT.secret,
    },
    people,
    misbehave: undefined,
    broken: undefined,
    discovered: 0,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  server.on('request', (request, response) => {
    const path = new URL(request.url ?? '', issuer).pathname
    if (path.startsWith('/.well-known/')) running.discovered += 1
    const wrong = running.broken ?? (path === '/token' ? running.misbehave : undefined)
    if (wrong === 'hang') return
    if (wrong === 'html') return void page(response, '<p>Welcome to our hotel</p>')
    if (path.startsWith('/ask/')) return void ask(provider, request, response)
    if (wrong) {
      const key = wrong === 'forged' ? other.privateKey : privateKey
      const change = wrong === 'forged' ? (claims: JWTPayload) => claims : wrong
      signAnew(response, claims =>
        new SignJWT(change(claims)).setProtectedHeader({ alg: 'ES256', kid: name }).sign(key),
      )
    }
    void answer(request, response)
  })
  return running
}

const page = (response: ServerResponse, body: string) =>
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><html lang="en"><title>Provider</title><body>${body}</body></html>`)

/** The page of the provider, on which the user enters a login or refuses. */
async function ask(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST')
    return void page(
      response,
      `<form method="post"><label>Login <input name="login"></label>
        <button name="go" value="yes">Continue</button> <button name="go" value="no">Cancel</button></form>`,
    )
  let body = ''
  for await (const part of request) body += part
  const form = new URLSearchParams(body)
  const result =
    form.get('go') === 'no'
      ? { error: 'access_denied', error_description: 'the user said no' }
      : { login: { accountId: form.get('login') ?? '' } }
  await provider.interactionFinished(request, response, result)
}

/** Replaces the ID token of a response. */
function signAnew(response: ServerResponse, sign: (claims: JWTPayload) => Promise<string>): void {
  const end = response.end.bind(response) as (text: string) => ServerResponse
  response.end = ((chunk: string | Buffer) => {
    const body = JSON.parse(String(chunk)) as { id_token: string }
    void sign(decodeJwt(body.id_token)).then(id_token => {
      const text = JSON.stringify({ ...body, id_token })
      response.setHeader('content-length', Buffer.byteLength(text))
      end(text)
    })
    return response
  }) as ServerResponse['end']
}

/** A browser at the provider: keeps its cookies and follows its redirects. */
export class Visitor {
  private readonly cookies = new Map<string, string>()

  /** @returns the address of the console to which the provider redirects */
  async through(address: string, login: string, go: 'yes' | 'no' = 'yes'): Promise<string> {
    const { origin } = new URL(address)
    let url = address
    for (let step = 0; step < 10; step++) {
      const page = await this.fetch(url)
      const location = page.headers.get('location')
      if (location) {
        url = new URL(location, url).href
        if (new URL(url).origin !== origin) return url
        continue
      }
      const form = await this.fetch(url, new URLSearchParams({ login, go }))
      url = new URL(form.headers.get('location')!, url).href
    }
    throw new Error(`the provider does not redirect to the console: ${url}`)
  }

  private async fetch(address: string, body?: URLSearchParams): Promise<Response> {
    const cookie = [...this.cookies].map(pair => pair.join('=')).join('; ')
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie },
      ...(body && { method: 'POST', body }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) this.cookies.set(name, value)
      else this.cookies.delete(name)
    }
    return response
  }
}
