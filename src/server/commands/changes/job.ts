/**
 * Progress and cancellation of a change of many records. The row in `bulk_changes` is written outside the transaction
 * of the change, so that every process can read and cancel it; only completion is written in that transaction.
 */
import { sql } from 'kysely'
import {
  type BulkDone,
  type BulkProgress,
  type BulkSheet,
  type BulkStage,
  UNDO_SECONDS,
} from '../../../contract/bulk'
import type { Compiled, CompiledResource, Locale } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import type { ConfigSource } from '../../deps'
import { orNotFound, Refusal } from '../../refusal'
import { readValue } from '../../store/counts'
import { type Db, isPglite } from '../../store/database'
import { isCancelled } from '../../store/failures'
import type { BulkPatch } from '../../store/schema'
import { tenantOf } from '../../store/tenancy'
import { changing } from '../changing'

export interface Job {
  id: number
  name: string
}

/** `application_name` of the connection that stores the change, by which it is found and cancelled. */
const sessionOf = ({ id }: Pick<Job, 'id'>) => `fleet bulk ${id}`

/**
 * Creates the job.
 *
 * @returns also `answer` if the caller's job of this name is done: the client has lost the response
 * @throws Refusal 409 while a job of this name is running
 */
export async function beginJob(
  db: Db,
  caller: Caller,
  {
    name,
    kind,
    resource = 'devices',
  }: { name: string; kind: BulkSheet['kind'] | 'sheet'; resource?: string },
): Promise<{ job: Job; answer?: BulkDone }> {
  await sweepBulk(db)
  const created = await changing(db, caller, tx =>
    tx
      .insertInto('bulk_changes')
      .values({ client_id: caller.id, name, action: kind, resource })
      .onConflict(conflict => conflict.columns(['client_id', 'name']).doNothing())
      .returning('id')
      .executeTakeFirst(),
  )
  if (created) return { job: { id: created.id, name } }
  const existing = await findJob(db, caller, { resource, name })
  if (existing?.stage !== 'done' || !existing.answer) throw new Refusal(409, 'bulk.running')
  return { job: { id: existing.id, name }, answer: existing.answer as BulkDone }
}

/** A job as the routes name it. */
export interface JobKey {
  resource: string
  name: string
}

/** The caller's job of this name. */
const findJob = (db: Db, caller: Caller, { resource, name }: JobKey) =>
  tenantOf(db, caller)
    .bulkChanges()
    .where('bulk_changes.resource', '=', resource)
    .where('bulk_changes.name', '=', name)
    .selectAll()
    .executeTakeFirst()

/** @throws Refusal 404 */
export async function progressOf(db: Db, caller: Caller, key: JobKey): Promise<BulkProgress> {
  const { stage, done, total, answer } = orNotFound(await findJob(db, caller, key))
  return { stage, done, total, ...(answer !== null && { result: answer as BulkDone }) }
}

/** Stores the progress. @throws Refusal 409 after `stopJob` */
export async function reportStage(
  db: Db,
  { id }: Job,
  progress: { stage: BulkStage; done: number; total: number },
): Promise<void> {
  const { cancelled } = await db
    .updateTable('bulk_changes')
    .set(progress)
    .where('id', '=', id)
    .returning('cancelled')
    .executeTakeFirstOrThrow()
  if (cancelled) throw stopped()
}

/** Changes per report of a running transaction. */
const CHANGES_PER_REPORT = 50

/**
 * Reports how many changes a running transaction has applied. On PGlite it reports nothing, since the transaction has
 * the only connection.
 *
 * @param db another pool than that of the transaction, which could be waiting for a connection itself
 */
export function reporterOf(db: Db, job: Job, total: number) {
  let reported = 0
  return async (done: number): Promise<void> => {
    if (done - reported < CHANGES_PER_REPORT || isPglite(db)) return
    reported = done
    await reportStage(db, job, { stage: 'applying', done, total })
  }
}

export const stopped = () => new Refusal(409, 'bulk.cancelled')

/** Marks the job as done. `tx` is the transaction of the change. */
export async function finishJob(tx: Db, { id }: Job, answer: BulkDone, patch: BulkPatch): Promise<void> {
  await tx
    .updateTable('bulk_changes')
    .set({
      stage: 'done',
      done: answer.records,
      answer: JSON.stringify(answer),
      patch: JSON.stringify(patch),
      finished: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Runs the work of a job once.
 *
 * @param senderGone is aborted when the sender disconnects: the job is not begun then, since its sender could not undo
 *   it
 * @returns also the answer of an earlier request of the same name
 * @throws Refusal 409 `bulk.cancelled` if the job was stopped; also the errors of `work`, after which the name is free
 */
export async function runJob(
  db: Db,
  caller: Caller,
  { senderGone, ...key }: Parameters<typeof beginJob>[2] & { senderGone?: AbortSignal | undefined },
  work: (job: Job) => Promise<BulkDone>,
): Promise<BulkDone> {
  const { job, answer } = await beginJob(db, caller, key)
  if (answer) return answer
  try {
    // From here on `stopJob` can stop the job.
    if (senderGone?.aborted) throw stopped()
    return await work(job)
  } catch (error) {
    // `stopJob` cancels the running statement; so does a time limit.
    const isStoppedBySender = isCancelled(error) && (await isStopped(db, job))
    await dropJob(db, job)
    throw isStoppedBySender ? stopped() : error
  }
}

/**
 * Runs the work of a sheet in a job, which ends when the sender cancels the upload.
 *
 * @param work finishes the job if it stores changes; otherwise the job is deleted
 * @throws Refusal 409 `upload.cancelled`; also the errors of `work`
 */
export async function runSheetJob<Result>(
  db: Db,
  caller: Caller,
  { cancelled, ...key }: JobKey & { cancelled?: AbortSignal },
  work: (job: Job) => Promise<Result>,
): Promise<Result> {
  const { job } = await beginJob(db, caller, { ...key, kind: 'sheet' })
  // Also cancels a statement that is running.
  const stop = () => void stopJob(db, caller, key).catch(() => undefined)
  cancelled?.addEventListener('abort', stop)
  try {
    return await work(job)
  } catch (error) {
    throw cancelled?.aborted ? new Refusal(409, 'upload.cancelled') : error
  } finally {
    cancelled?.removeEventListener('abort', stop)
    // A job that remains is swept later; the work is done or rolled back.
    await dropJob(db, job).catch(() => undefined)
  }
}

/** Deletes the job unless it is finished; its name can be used again. */
async function dropJob(db: Db, { id }: Job): Promise<void> {
  const dropped = await db
    .deleteFrom('bulk_changes')
    .where('id', '=', id)
    .where('finished', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (dropped) await db.deleteFrom('bulk_rows').where('bulk_id', '=', id).execute()
}

/**
 * Locks a finished job of the caller for its undo.
 *
 * @param actions what the job may have done
 * @returns also `staged`: the number of its records
 * @throws Refusal 404; 409 if it was undone already, it is too late, or the previous values are lost
 */
export async function lockForUndo(
  tx: Db,
  caller: Caller,
  { resource, name }: JobKey,
  actions: readonly string[],
) {
  const job = orNotFound(
    await tenantOf(tx, caller)
      .bulkChanges()
      .where('resource', '=', resource)
      .where('name', '=', name)
      .where('stage', '=', 'done')
      .where('action', 'in', actions)
      .select(['id', 'patch', 'done', 'undone'])
      .select(sql<boolean>`finished < now() - make_interval(secs => ${UNDO_SECONDS})`.as('isTooLate'))
      .forUpdate()
      .executeTakeFirst(),
  )
  if (job.undone) throw new Refusal(409, 'bulk.undone')
  if (job.isTooLate) throw new Refusal(409, 'bulk.undoLate')
  const staged = await readValue(tx, sql<number>`(select count(*) from bulk_rows where bulk_id = ${job.id})`)
  // `bulk_rows` is unlogged: a crash of the database empties it.
  if (staged < job.done) throw new Refusal(409, 'bulk.undoLost')
  return { ...job, staged }
}

/** Whether `stopJob` was called. */
export async function isStopped(db: Db, { id }: Job): Promise<boolean> {
  const job = await db.selectFrom('bulk_changes').where('id', '=', id).select('cancelled').executeTakeFirst()
  return job?.cancelled ?? false
}

/** Call it first in the transaction of the change: from then on `stopJob` can cancel its statements. */
export async function nameSession(tx: Db, job: Job): Promise<void> {
  if (isPglite(tx)) return
  await sql`select set_config('application_name', ${sessionOf(job)}, true)`.execute(tx)
}

/**
 * Stops a job of the caller. On PostgreSQL this also cancels its running statement, in any process. PGlite runs one
 * statement at a time, so there the job stops at its next check.
 *
 * @throws Refusal 404 if there is none, or it is done
 */
export async function stopJob(db: Db, caller: Caller, { resource, name }: JobKey): Promise<void> {
  const { id } = orNotFound(
    await db
      .updateTable('bulk_changes')
      .set({ cancelled: true })
      .where('client_id', '=', caller.id)
      .where('resource', '=', resource)
      .where('name', '=', name)
      .where('finished', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  )
  if (isPglite(db)) return
  await sql`select pg_cancel_backend(pid) from pg_stat_activity
    where application_name = ${sessionOf({ id })} and datname = current_database()`.execute(db)
}

/** Deletes jobs that can no longer be undone, and jobs older than an hour: their process has ended. */
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

/** The settings of a change of many records. */
export interface ChangeSettings {
  /** Config as the caller sees it. */
  config: Compiled
  resource: CompiledResource
  /** The language of the messages about records that cannot be changed. */
  locale: Locale
  translate: ConfigSource['translate']
  /** Aborted when the sender disconnects. */
  senderGone?: AbortSignal | undefined
}
