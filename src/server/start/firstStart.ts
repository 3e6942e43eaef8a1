/** The first start on an empty database: a demo fleet, or one master account. */
import type { Levels } from '../../domain/authority'
import { normalEmail } from '../../domain/email'
import { makeMaster } from '../commands/accounts/makeMaster'
import { seedDemo } from '../demo'
import type { Secret } from '../secret'
import type { Db } from '../store/database'
import { isDemo } from './demoAtHome'
import type { Env } from './env'

export type FirstStart =
  /** The demo fleet, made now or before. */
  | { kind: 'demo' }
  /** One account, made now. */
  | { kind: 'master'; email: string }
  /** The installation has an account already. */
  | { kind: 'known' }

export const MASTER_EMAIL = 'master@fleet.local'

/**
 * Fills an empty database; another process that starts at the same time waits and then finds it filled.
 *
 * @param secret the password of a first master
 */
export async function fillEmptyDatabase(
  db: Db,
  env: Pick<Env, 'demo' | 'masterEmail'>,
  { now, levels, secret }: { now: Date; levels: Levels; secret: Secret },
): Promise<FirstStart> {
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
    await makeMaster(trx, { email, secret, levels })
    await trx.updateTable('settings').set({ value: '"master"' }).where('key', '=', 'filled').execute()
    return { kind: 'master', email }
  })
}

/** Whether anybody may sign in. */
export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('clients').select('id').limit(1).executeTakeFirst()) !== undefined
}
