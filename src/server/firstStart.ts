/** The first start on an empty database: a demo fleet, or one master account. */
import { randomInt } from 'node:crypto'
import type { Levels } from '../domain/authority'
import { normalEmail } from '../domain/email'
import { hashPassword } from './commands/passwords'
import { seedDemo } from './demo'
import type { Env } from './env'
import { StartProblem } from './startProblem'
import type { Db } from './store/database'

export type FirstStart =
  /** The demo fleet, made now or before. */
  | { kind: 'demo' }
  /** One account, made now. The password is told when it was made up here; this once. */
  | { kind: 'master'; email: string; password?: string }
  /** Somebody was there already. */
  | { kind: 'known' }

const MASTER_EMAIL = 'master@fleet.local'

/** Fills an empty database; another process that starts at the same time waits and then finds it filled. */
export async function fillEmptyDatabase(
  db: Db,
  env: Pick<Env, 'demo' | 'masterEmail' | 'masterPassword'>,
  { now, levels }: { now: Date; levels: Levels },
): Promise<FirstStart> {
  const password = env.masterPassword ?? makePassword()
  const passwordHash = await hashPassword(password)
  return db.transaction().execute(async trx => {
    // Settings is small and every first start begins here: its lock makes them take turns.
    await trx
      .insertInto('settings')
      .values({ key: 'filled', value: 'null' })
      .onConflict(conflict => conflict.column('key').doUpdateSet({ key: 'filled' }))
      .execute()
    if (await hasAccounts(trx)) return { kind: (await isDemo(trx)) ? 'demo' : 'known' }
    if (env.demo) {
      await seedDemo(trx, { now, levels })
      await trx.updateTable('settings').set({ value: '"demo"' }).where('key', '=', 'filled').execute()
      return { kind: 'demo' }
    }
    const email = normalEmail(env.masterEmail ?? MASTER_EMAIL)
    await trx
      .insertInto('clients')
      .values({ name: email.split('@', 1)[0]!, email, level: levels.master, password_hash: passwordHash })
      .execute()
    await trx.updateTable('settings').set({ value: '"master"' }).where('key', '=', 'filled').execute()
    return { kind: 'master', email, ...(env.masterPassword ? {} : { password }) }
  })
}

/**
 * Demo logins are in every copy of this product: a server that has them, or would make them, may be reached from its own
 * machine only.
 *
 * @throws StartProblem `demoNotLoopback`
 */
export async function keepDemoAtHome(
  db: Db,
  env: Pick<Env, 'demo' | 'host'>,
  loopback: boolean,
): Promise<void> {
  if (loopback) return
  if ((await isDemo(db)) || (env.demo && !(await hasAccounts(db))))
    throw new StartProblem('demoNotLoopback', { host: env.host })
}

async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('clients').select('id').limit(1).executeTakeFirst()) !== undefined
}

async function isDemo(db: Db): Promise<boolean> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'filled').executeTakeFirst()
  return row?.value === 'demo'
}

/** Twenty characters without those that are easily mistaken; some of each class, as the rules ask (§5). */
function makePassword(): string {
  const classes = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '-_+=']
  const pick = (from: string) => from[randomInt(from.length)]!
  const letters = [
    ...classes.map(pick),
    ...Array.from({ length: 16 }, () => pick(classes.slice(0, 3).join(''))),
  ]
  for (let at = letters.length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    ;[letters[at], letters[other]] = [letters[other]!, letters[at]!]
  }
  return letters.join('')
}
