/** Demo logins are in every copy of this product: they are served only to the machine that the server runs on. */
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
 * A server with demo logins may be reached from its own machine only, and by no proxy.
 *
 * @param demo whether it has them, or would make them
 * @throws StartProblem `demoNotLoopback`, `demoBehindProxy`
 */
export function keepDemoAtHome(env: Pick<Env, 'host' | 'publicUrl' | 'trustProxy'>, demo: boolean): void {
  if (!demo) return
  if (!isLoopback(env.host)) throw new StartProblem('demoNotLoopback', { host: env.host })
  const name = env.publicUrl ? 'PUBLIC_URL' : env.trustProxy === false ? undefined : 'TRUST_PROXY'
  if (name) throw new StartProblem('demoBehindProxy', { name })
}

/**
 * The same for a request: a proxy that `TRUST_PROXY` does not name gives itself away by its headers, or by the address
 * in `Host`.
 *
 * @throws Refusal 403 `signIn.demoAway`
 */
export async function refuseRemoteDemo(
  db: Db,
  headers: IncomingHttpHeaders,
  password: string,
): Promise<void> {
  if (password === DEMO_PASSWORD && cameFar(headers) && (await isDemo(db)))
    throw new Refusal(403, 'signIn.demoAway')
}

const FORWARDED = /^(forwarded|via|x-forwarded-.+|x-real-ip)$/

function cameFar({ host = '', ...headers }: IncomingHttpHeaders): boolean {
  if (Object.keys(headers).some(name => FORWARDED.test(name))) return true
  const { hostname } = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : { hostname: '' }
  return !isLoopback(hostname.replace(/^\[|\]$/g, ''))
}
