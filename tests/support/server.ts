/** The app without a port, on a fresh database with one account per level, and helpers to ask it as somebody. */
import { once } from 'node:events'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { LevelName } from '../../src/domain/authority'
import { type AppOptions, buildApp } from '../../src/server/app'
import { hashPassword } from '../../src/server/commands/accounts/passwords'
import type { Db } from '../../src/server/store/database'
import { createTokens, type Tokens } from '../../src/server/tokens'
import { afterFile } from './afterFile'
import { testConfig } from './config'
import { newDatabase } from './databases'
import { type AskMaster, fileBody } from './walk'

export const TEST_SECRET = 'a test key of more than thirty-two bytes'
export const TEST_PASSWORD = 'Fleet-test1!'
/** The moment at which tests happen unless they say otherwise. */
export const TEST_NOW = new Date('2026-11-20T03:00:00.000Z')

/** Accounts that `startTestApp` makes: `{level}@test.local`, of vendor 1 (the master of none). */
export type TestAccount = Exclude<LevelName, 'none'>

export interface TestApp {
  app: FastifyInstance
  db: Db
  tokens: Tokens
  /** Asks as the account of that level or with that e-mail address; `undefined` asks without a token. */
  ask(
    who: TestAccount | (string & {}) | undefined,
    request: InjectOptions | string,
  ): Promise<LightMyRequestResponse>
  /** Signs in with the password that all test accounts have, and gives the token. */
  login(email: string, password?: string): Promise<string>
  /** A token without signing in. */
  tokenOf(email: string): Promise<string>
  addAccount(account: { email: string; level: number; vendor?: number; active?: boolean }): Promise<number>
}

export type StartOptions = Partial<Omit<AppOptions, 'db'>> & {
  /** Without the accounts and the vendor, for databases that hold the demo fleet. */
  bare?: boolean
}

/**
 * Every answer is checked against the contract on its way out.
 *
 * @param db migrated; a new one without it (`newDatabase`). The app closes after the file, the database is its owner's.
 */
export async function startTestApp(db?: Db, { bare, ...options }: StartOptions = {}): Promise<TestApp> {
  const store = db ?? (await newDatabase())
  const config = options.config ?? testConfig()
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
  })
  afterFile(() => app.close())
  const { numbers } = config.current().shared.levels
  const passwordHash = await testPasswordHash()

  const addAccount: TestApp['addAccount'] = async ({ email, level, vendor = 0, active = true }) => {
    const { id } = await store
      .insertInto('clients')
      .values({
        name: email.split('@', 1)[0]!,
        email,
        level,
        vendor_id: vendor,
        active,
        password_hash: passwordHash,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  if (!bare) {
    await store.insertInto('vendors').values({ name: '한빛통신' }).execute()
    for (const name of ['guest', 'client', 'vendor', 'master'] as const)
      await addAccount({
        email: `${name}@test.local`,
        level: numbers[name],
        vendor: name === 'master' ? 0 : 1,
      })
  }

  const tokenOf: TestApp['tokenOf'] = async email => {
    const { vendor_id: vendor, ...user } = await store
      .selectFrom('clients')
      .select(['id', 'level', 'name', 'email', 'vendor_id'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    // One for each account, as new: opened again where something has ended it.
    const session = `test ${user.id}`
    await store
      .insertInto('sessions')
      .values({ id: session, client_id: user.id, begun: now(), seen: now() })
      .onConflict(conflict => conflict.column('id').doUpdateSet({ begun: now(), seen: now() }))
      .execute()
    return tokens.issue({ ...user, vendor }, now(), config.current().server.token.minutes, session)
  }

  return {
    app,
    db: store,
    tokens,
    addAccount,
    tokenOf,
    async ask(who, request) {
      const asked = typeof request === 'string' ? { method: 'GET' as const, url: request } : request
      if (who === undefined) return app.inject(asked)
      const token = await tokenOf(who.includes('@') ? who : `${who}@test.local`)
      return app.inject({ ...asked, headers: { ...asked.headers, authorization: `Bearer ${token}` } })
    },
    async login(email, password = TEST_PASSWORD) {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email, password },
      })
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
      return answer.json<{ payload: string }>().payload
    },
  }
}

/** A request with this header is cut off by its sender before it is handled (`leaveEarly`). */
export const LEAVES = 'x-test-leaves'

/** Lets senders be gone when their request is handled; before the first request. */
export function leaveEarly({ app }: Pick<TestApp, 'app'>): void {
  app.addHook('preHandler', async ({ headers }, { raw }) => {
    if (headers[LEAVES] === undefined) return
    const closed = once(raw, 'close')
    raw.destroy()
    await closed
  })
}

/** The calls of a walk, in the app itself. */
export function askInApp({ app }: Pick<TestApp, 'app'>, token: string): AskMaster {
  return async ({ method, url, payload, file }) => {
    const upload = file === undefined ? undefined : fileBody(file)
    const answer = await app.inject({
      method: method as 'GET',
      url,
      headers: {
        authorization: `Bearer ${token}`,
        ...(upload ? { 'content-type': upload.type } : {}),
      },
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
