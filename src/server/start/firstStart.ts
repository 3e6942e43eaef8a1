/** The first start on an empty database creates the demo fleet, or one master account. */
import type { Levels } from '../../domain/authority'
import { normalEmail } from '../../domain/email'
import { makeMaster } from '../commands/accounts/makeMaster'
import { seedDemo } from '../demo'
import type { Secret } from '../secret'
import type { Db } from '../store/database'
import type { Env } from './env'
import { isDemo } from './localDemo'

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
