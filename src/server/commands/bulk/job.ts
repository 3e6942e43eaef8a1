/**
 * A change of many devices as its sender follows it: how far it is, and that it is to stop. Its row is written beside
 * the transaction of the change, so that every process can say and stop it; only the end of the change is written with
 * it.
 */
import { sql } from 'kysely'
import {
  type BulkDone,
  type BulkProgress,
  type BulkSheet,
  type BulkStage,
  UNDO_SECONDS,
} from '../../../contract/bulk'
import type { Caller } from '../../caller'
import { orNotFound, Refusal } from '../../refusal'
import { type Db, isPglite } from '../../store/database'
import type { BulkPatch } from '../../store/schema'
import { tenantOf } from '../../store/tenancy'
import { changing } from '../changing'

export interface Job {
  id: number
  name: string
}

/** Under this name the session of the database works while it stores the change: so it is found and cancelled. */
const sessionOf = ({ id }: Pick<Job, 'id'>) => `fleet bulk ${id}`

/**
 * Begins a change.
 *
 * @returns what came of it, where a change of this name was done before: its answer was lost
 * @throws Refusal 409 while one of this name is under way
 */
export async function beginJob(
  db: Db,
  caller: Caller,
  { name, kind }: { name: string; kind: BulkSheet['kind'] | 'sheet' },
): Promise<{ job: Job; answer?: BulkDone }> {
  await sweepBulk(db)
  const begun = await changing(db, caller, tx =>
    tx
      .insertInto('bulk_changes')
      .values({ client_id: caller.id, name, action: kind })
      .onConflict(conflict => conflict.columns(['client_id', 'name']).doNothing())
      .returning('id')
      .executeTakeFirst(),
  )
  if (begun) return { job: { id: begun.id, name } }
  const former = await findJob(db, caller, name)
  if (former?.stage !== 'done' || !former.answer) throw new Refusal(409, 'bulk.running')
  return { job: { id: former.id, name }, answer: former.answer as BulkDone }
}

/** One's own, by its name. */
const findJob = (db: Db, caller: Caller, name: string) =>
  tenantOf(db, caller).bulkChanges().where('bulk_changes.name', '=', name).selectAll().executeTakeFirst()

/** How far it is. @throws Refusal 404 */
export async function progressOf(db: Db, caller: Caller, name: string): Promise<BulkProgress> {
  const { stage, done, total, answer } = orNotFound(await findJob(db, caller, name))
  return { stage, done, total, ...(answer !== null && { result: answer as BulkDone }) }
}

/** Notes how far it is. @throws Refusal 409 where it is to stop */
export async function reportStage(
  db: Db,
  { id }: Job,
  at: { stage: BulkStage; done: number; total: number },
): Promise<void> {
  const { cancelled } = await db
    .updateTable('bulk_changes')
    .set(at)
    .where('id', '=', id)
    .returning('cancelled')
    .executeTakeFirstOrThrow()
  if (cancelled) throw stopped()
}

export const stopped = () => new Refusal(409, 'bulk.cancelled')

/** In the transaction of the change: it is done where the change is, and only then. */
export async function finishJob(tx: Db, { id }: Job, answer: BulkDone, patch: BulkPatch): Promise<void> {
  await tx
    .updateTable('bulk_changes')
    .set({
      stage: 'done',
      done: answer.devices,
      answer: JSON.stringify(answer),
      patch: JSON.stringify(patch),
      finished: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Forgets a change that came to nothing: it may be asked for again under its name. */
export async function dropJob(db: Db, { id }: Job): Promise<void> {
  await db.deleteFrom('bulk_rows').where('bulk_id', '=', id).execute()
  await db.deleteFrom('bulk_changes').where('id', '=', id).execute()
}

/** Whether its sender has asked it to stop. */
export async function isStopped(db: Db, { id }: Job): Promise<boolean> {
  const found = await db
    .selectFrom('bulk_changes')
    .where('id', '=', id)
    .select('cancelled')
    .executeTakeFirst()
  return found?.cancelled ?? false
}

/** In the transaction of the change, before its statement: from here on `stopJob` finds the session. */
export async function nameSession(tx: Db, job: Job): Promise<void> {
  if (isPglite(tx)) return
  await sql`select set_config('application_name', ${sessionOf(job)}, true)`.execute(tx)
}

/**
 * Asks a change of one's own to stop. On PostgreSQL the statement under way is cancelled as well, in whichever process
 * it runs; PGlite reads this once it has time.
 *
 * @throws Refusal 404 where there is none, or it is done
 */
export async function stopJob(db: Db, caller: Caller, name: string): Promise<void> {
  const { id } = orNotFound(
    await db
      .updateTable('bulk_changes')
      .set({ cancelled: true })
      .where('client_id', '=', caller.id)
      .where('name', '=', name)
      .where('finished', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  )
  if (isPglite(db)) return
  await sql`select pg_cancel_backend(pid) from pg_stat_activity
    where application_name = ${sessionOf({ id })} and datname = current_database()`.execute(db)
}

/** What can no longer be undone is forgotten, and so is what a process left behind that ended. */
export async function sweepBulk(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    delete from bulk_changes
    where finished < now() - make_interval(secs => ${UNDO_SECONDS * 2}) or created < now() - interval '1 hour'
    returning id`.execute(db)
  if (rows.length === 0) return
  await sql`delete from bulk_rows where not exists (select from bulk_changes c where c.id = bulk_rows.bulk_id)`.execute(
    db,
  )
}
