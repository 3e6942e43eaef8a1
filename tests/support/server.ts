/** The app without a port, on a fresh database with one account per level, and helpers to call it as one of them. */
import { once } from 'node:events'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { LevelName } from '../../src/domain/authority'
import type { Compiled } from '../../src/engine/compiled'
import { type AppOptions, buildApp } from '../../src/server/app'
import { hashPassword } from '../../src/server/commands/accounts/passwords'
import type { Db } from '../../src/server/store/database'
import { createTokens, type Tokens } from '../../src/server/tokens'
import { afterFile } from './afterFile'
import { testConfig } from './config'
import { newDatabase } from './databases'
import { findRow, insertRow } from './rows'
import { type AskMaster, fileBody } from './walk'

export const TEST_SECRET = 'a test key of more than thirty-two bytes'
export const TEST_PASSWORD = 'Fleet-test1!'
/** The time of tests that set no other. */
export const TEST_NOW = new Date('2026-11-20T03:00:00.000Z')

/** The accounts of `startTestApp`: `{level}@test.local`, of vendor 1 (the master of none). */
type TestAccount = Exclude<LevelName, 'none'>
type Who = TestAccount | (string & {}) | undefined

export interface TestApp {
  app: FastifyInstance
  db: Db
  tokens: Tokens
  /** Calls as the account of this level or e-mail address, or with this token; `undefined` calls without a token. */
  ask(who: Who, request: InjectOptions | string): Promise<LightMyRequestResponse>
  post(who: Who, url: string, payload?: object): Promise<LightMyRequestResponse>
  put(who: Who, url: string, payload?: object): Promise<LightMyRequestResponse>
  /** Sends a DELETE. */
  remove(who: Who, url: string): Promise<LightMyRequestResponse>
  /** Posts a form with this file. */
  upload(
    who: Who,
    url: string,
    file: string | Uint8Array,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
  /** Signs in with the password of all test accounts and returns the token. */
  login(email: string, password?: string): Promise<string>
  /** Issues a token without signing in. */
  tokenOf(email: string): Promise<string>
  /** Adds an account and returns its id. */
  addAccount(account: NewAccount): Promise<number>
}

interface NewAccount {
  email: string
  level: number
  vendor?: number
  active?: boolean
  role?: string
}

export type StartOptions = Partial<Omit<AppOptions, 'db'>> & {
  /** Adds no accounts and no vendor: for databases with the demo fleet. */
  bare?: boolean
  /** The config in force, where the test replaces it while the app runs. */
  current?: () => Compiled
}

/**
 * Checks every response against the contract. The app closes after the test file.
 *
 * @param db migrated; a new one by default. The caller closes it.
 */
export async function startTestApp(
  db?: Db,
  { bare, current, ...options }: StartOptions = {},
): Promise<TestApp> {
  const store = db ?? (await newDatabase())
  const config = options.config ?? { ...testConfig(), ...(current && { current }) }
  const now = options.now ?? (() => TEST_NOW)
  const tokens = options.tokens ?? createTokens(TEST_SECRET)
  const app = await buildApp({
    env: { trustProxy: false },
    checkAnswers: true,
    ...options,
    db: store,
    config,
    tokens,
    now,
    routes: built => {
      shareValidators(built)
      options.routes?.(built)
    },
  })
  afterFile(() => app.close())
  const { numbers } = config.current().shared.levels
  const passwordHash = await testPasswordHash()

  const addAccount: TestApp['addAccount'] = async ({ email, vendor = 0, ...more }) =>
    insertRow(store, 'clients', {
      name: email.split('@', 1)[0]!,
      email,
      vendor_id: vendor,
      password_hash: passwordHash,
      ...more,
    })

  if (!bare) {
    await insertRow(store, 'vendors', { name: '한빛통신' })
    for (const name of ['guest', 'client', 'vendor', 'master'] as const)
      await addAccount({
        email: `${name}@test.local`,
        level: numbers[name],
        vendor: name === 'master' ? 0 : 1,
      })
  }

  const tokenOf: TestApp['tokenOf'] = async email => {
    const { id, level, name, vendor_id: vendor } = await findRow(store, 'clients', { email })
    const user = { id, level, name, email, vendor }
    // One session for each account, renewed if a test has ended it.
    const session = `test ${user.id}`
    await store
      .insertInto('sessions')
      .values({ id: session, client_id: user.id, begun: now(), seen: now() })
      .onConflict(conflict => conflict.column('id').doUpdateSet({ begun: now(), seen: now() }))
      .execute()
    return tokens.issue(user, now(), config.current().server.token.minutes, session)
  }

  const ask: TestApp['ask'] = async (who, request) => {
    const asked = typeof request === 'string' ? { method: 'GET' as const, url: request } : request
    if (who === undefined) return app.inject(asked)
    const email = who.includes('@') ? who : `${who}@test.local`
    const token = /^ey/.test(who) ? who : await tokenOf(email)
    return app.inject({ ...asked, headers: { ...asked.headers, authorization: `Bearer ${token}` } })
  }

  return {
    app,
    db: store,
    tokens,
    addAccount,
    tokenOf,
    ask,
    post: (who, url, payload) => ask(who, { method: 'POST', url, payload }),
    put: (who, url, payload) => ask(who, { method: 'PUT', url, payload }),
    remove: (who, url) => ask(who, { method: 'DELETE', url }),
    upload: (who, url, file, headers) => ask(who, { method: 'POST', url, ...uploadOf(file, headers) }),
    async login(email, password = TEST_PASSWORD) {
      return payloadOf(app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } }))
    },
  }
}

let validators: FastifyInstance['validatorCompiler']
/** All apps of a process use the validators of its first one: compiling the schemas takes most of a start. */
function shareValidators(app: FastifyInstance): void {
  if (validators) app.setValidatorCompiler(validators)
  app.addHook('onReady', async () => {
    validators ??= app.validatorCompiler
  })
}

const ADDRESSES: Record<string, string> = {
  devices: '/api/devices',
  clients: '/api/admin/clients',
  vendors: '/api/admin/vendors',
  batches: '/api/batches',
}
/** The address at which records of a resource are created, or one of them is read, changed and deleted. */
export const recordUrl = (resource: string, id?: number | string) =>
  `${ADDRESSES[resource] ?? `/api/resources/${resource}`}${id === undefined ? '' : `/${id}`}`

type Asking = PromiseLike<LightMyRequestResponse>
/** JSON of any shape. */
type Json = ReturnType<typeof JSON.parse>

/** The JSON of a response. @throws unless its status is 200 */
export async function bodyOf<Body = Json>(asking: Asking): Promise<Body> {
  const response = await asking
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`)
  return response.json<Body>()
}

/** The payload in the JSON of a response. @throws unless its status is 200 */
export async function payloadOf<Payload = Json>(asking: Asking): Promise<Payload> {
  return (await bodyOf<{ payload: Payload }>(asking)).payload
}

export const statusOf = async (asking: Asking): Promise<number> => (await asking).statusCode

/** Status and code of a refusal. */
export async function refusalOf(asking: Asking): Promise<[status: number, code: string]> {
  const response = await asking
  return [response.statusCode, response.json().code]
}

/** The status of a save, and the fields with an error. */
export async function refusedFields(asking: Asking): Promise<[status: number, fields: string[]]> {
  const response = await asking
  return [response.statusCode, Object.keys(response.json().errors ?? {})]
}

/** The sender of a request with this header disconnects before it is handled (`leaveEarly`). */
export const LEAVES = 'x-test-leaves'

/** Lets senders disconnect before their request is handled. Call it before the first request. */
export function leaveEarly({ app }: Pick<TestApp, 'app'>): void {
  app.addHook('preHandler', async ({ headers }, { raw }) => {
    if (headers[LEAVES] === undefined) return
    const closed = once(raw, 'close')
    raw.destroy()
    await closed
  })
}

/** The file of an upload, as part of a request. */
export function uploadOf(file: string | Uint8Array, headers: Record<string, string> = {}) {
  const { body, type } = fileBody(file)
  return { headers: { 'content-type': type, ...headers }, payload: body }
}

/** Makes the calls of a walk in the app itself. */
export function askInApp({ app }: Pick<TestApp, 'app'>, token: string): AskMaster {
  return async ({ method, url, payload, file }) => {
    const upload = file === undefined ? undefined : fileBody(file)
    const answer = await app.inject({
      method: method as 'GET',
      url,
      headers: { authorization: `Bearer ${token}`, ...(upload ? { 'content-type': upload.type } : {}) },
      ...(upload ? { payload: upload.body } : payload ? { payload } : {}),
    })
    return { status: answer.statusCode, text: answer.body }
  }
}

let hashed: Promise<string> | undefined
function testPasswordHash(): Promise<string> {
  hashed ??= hashPassword(TEST_PASSWORD)
  return hashed
}
