/** Phone numbers in update sheets. */
import { sql } from 'kysely'
import type { Db } from '../../store/database'
import type { Tenant } from '../../store/tenancy'
import type { Job } from '../changes/job'

/**
 * Lets devices swap phone numbers. PostgreSQL checks the unique index row by row, so each number that one device of the
 * sheet has and another one gets is first replaced by an unused number ('00' and a counter).
 */
export async function freePhones(tx: Db, tenant: Tenant, { id }: Job): Promise<void> {
  const newPhones = sql`select after -> 'columns' ->> 'isdn' from bulk_rows where bulk_id = ${id}`
  const holders = tenant
    .devices()
    .innerJoin('bulk_rows', 'bulk_rows.record_id', 'devices.id')
    .where('bulk_rows.bulk_id', '=', id)
    .where(sql<boolean>`bulk_rows.updated = devices.updated`)
    .where(sql<boolean>`devices.isdn in (${newPhones})`)
    .where(sql<boolean>`bulk_rows.after -> 'columns' ? 'isdn'`)
    .select(['devices.id', sql<number>`row_number() over (order by devices.id)`.as('place')])
  const freed = tenant
    .update('devices')
    .from(holders.as('holder'))
    .set({ isdn: sql<string>`'00' || lpad(holder.place::text, 9, '0')` })
    .whereRef('holder.id', '=', 'devices.id')
    .returning(['devices.id', 'devices.updated'])
  await sql`
    with freed as (${freed})
    update bulk_rows set updated = freed.updated from freed
    where bulk_rows.bulk_id = ${id} and bulk_rows.record_id = freed.id`.execute(tx)
}
