/**
 * Creates a master account when no master can do it: the first one, or one for an installation that has lost all of its
 * masters.
 */
import { sql } from 'kysely'
import type { Levels } from '../../../domain/authority'
import type { Secret } from '../../secret'
import { type Db, inTransaction } from '../../store/database'
import { aboutAccount, addHistory } from '../history'
import { hashPassword } from './passwords'
import { endSessionsOf } from './sessions'

interface MakeMaster {
  /** In the form in which addresses are compared (`normalEmail`). */
  email: string
  secret: Secret
  levels: Levels
}

/**
 * Creates an active master of the provider with this password, or turns the account with this address into one and ends
 * its sessions.
 *
 * @throws the error of `secret.reveal`; then nothing is stored
 */
export async function makeMaster(db: Db, { email, secret, levels }: MakeMaster): Promise<void> {
  const rights = {
    level: levels.master,
    role: null,
    vendor_id: 0,
    active: true,
    password_hash: await hashPassword(secret.password),
  }
  await inTransaction(db, async tx => {
    const changed = await tx
      .updateTable('clients')
      .set(rights)
      .where(sql`lower(email)`, '=', email)
      .returning(['id', 'name'])
      .executeTakeFirst()
    const { id, name } =
      changed ??
      (await tx
        .insertInto('clients')
        .values({ ...rights, name: email.split('@', 1)[0]!, email })
        .returning(['id', 'name'])
        .executeTakeFirstOrThrow())
    await endSessionsOf(tx, id)
    const { level } = rights
    const after = { level, vendor: 0, active: true, password: '***' }
    const action = changed ? 'changed' : 'created'
    await addHistory(tx, {}, { action, ...aboutAccount({ id, name, email, level }), after })
    await secret.reveal(email)
  })
}

/** Addresses of active masters; an installation without one cannot be administered. */
export async function activeMasters(db: Db, levels: Levels): Promise<string[]> {
  const masters = await db
    .selectFrom('clients')
    .innerJoin('vendors', 'vendors.id', 'clients.vendor_id')
    .select('clients.email')
    .where('clients.level', '>=', levels.master)
    .where('clients.active', '=', true)
    .where('vendors.active', '=', true)
    .orderBy('clients.id')
    .execute()
  return masters.map(({ email }) => email)
}
