/** Restricts a server with demo data to its own machine, because the demo logins are public knowledge. */
import type { IncomingHttpHeaders } from 'node:http'
import { DEMO_PASSWORD } from '../demo'
import { Refusal } from '../refusal'
import type { Db } from '../store/database'
import { type Env, isLoopback } from './env'
import { StartProblem } from './startProblem'

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
