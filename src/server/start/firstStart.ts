/** The first start on an empty database creates the demo fleet, or one master account. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Levels } from '../../domain/authority'
import { normalEmail } from '../../domain/email'
import { makeMaster } from '../commands/accounts/makeMaster'
import { DEMO_PASSWORD, seedDemo } from '../demo'
import { Refusal } from '../refusal'
import type { Secret } from '../secret'
import type { Db } from '../store/database'
import { type Env, isLoopback } from './env'
import { StartProblem } from './startProblem'

export type FirstStart =
  /** The database has the demo fleet, created now or before. */
  | { kind: 'demo' }
  /** A master account was created now. */
  | { kind: 'master'; email: string }
  /** The installation had accounts already. */
  | { kind: 'existing' }

export const MASTER_EMAIL = 'master@fleet.local'

/**
 * Fills an empty database. A process that starts at the same time waits and then finds it filled.
 *
 * @param secret the password of the first master
 */
export async function fillEmptyDatabase(
  db: Db,
  env: Pick<Env, 'demo' | 'masterEmail'>,
  { now, levels, secret }: { now: Date; levels: Levels; secret: Secret },
): Promise<FirstStart> {
  return db.transaction().execute(async trx => {
    // A conflict updates the row, and thus locks it: simultaneous first starts wait for each other.
    await trx
      .insertInto('settings')
      .values({ key: 'filled', value: 'null' })
      .onConflict(conflict => conflict.column('key').doUpdateSet({ key: 'filled' }))
      .execute()
    if (await hasAccounts(trx)) return { kind: (await isDemo(trx)) ? 'demo' : 'existing' }
    if (env.demo) {
      await seedDemo(trx, { now, levels })
      await trx.updateTable('settings').set({ value: '"demo"' }).where('key', '=', 'filled').execute()
      return { kind: 'demo' }
    }
    const email = normalEmail(env.masterEmail ?? MASTER_EMAIL)
    await makeMaster(trx, { email, secret, levels })
    await trx.updateTable('settings').set({ value: '"master"' }).where('key', '=', 'filled').execute()
    return { kind: 'master', email }
  })
}

/** Whether any account exists. */
export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('clients').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Whether the database was filled with the demo fleet. */
export async function isDemo(db: Db): Promise<boolean> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'filled').executeTakeFirst()
  return row?.value === 'demo'
}

/**
 * Checks that a server with demo logins listens on loopback and is not behind a proxy.
 *
 * @param hasDemo whether the database has the demo logins, or will get them now
 * @throws StartProblem `demoNotLoopback`, `demoBehindProxy`
 */
export function assertDemoIsLocal(
  env: Pick<Env, 'host' | 'publicUrl' | 'trustProxy'>,
  hasDemo: boolean,
): void {
  if (!hasDemo) return
  if (!isLoopback(env.host)) throw new StartProblem('demoNotLoopback', { host: env.host })
  const name = env.publicUrl ? 'PUBLIC_URL' : env.trustProxy === false ? undefined : 'TRUST_PROXY'
  if (name) throw new StartProblem('demoBehindProxy', { name })
}

/**
 * Refuses the demo password to remote requests. Detects a proxy that `TRUST_PROXY` does not name by its headers, or by
 * the address in `Host`.
 *
 * @throws Refusal 403 `signIn.demoAway`
 */
export async function refuseRemoteDemoLogin(
  db: Db,
  headers: IncomingHttpHeaders,
  password: string,
): Promise<void> {
  if (password === DEMO_PASSWORD && isRemote(headers) && (await isDemo(db)))
    throw new Refusal(403, 'signIn.demoAway')
}

const PROXY_HEADERS = /^(forwarded|via|x-forwarded-.+|x-real-ip)$/

/** Whether a request comes through a proxy, or to a host other than this machine. */
function isRemote({ host = '', ...headers }: IncomingHttpHeaders): boolean {
  if (Object.keys(headers).some(name => PROXY_HEADERS.test(name))) return true
  const { hostname } = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : { hostname: '' }
  return !isLoopback(hostname.replace(/^\[|\]$/g, ''))
}
