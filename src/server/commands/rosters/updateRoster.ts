/**
 * Changes registered devices by a spreadsheet: all of them or none. Devices are found by their IMEI; what the sheet
 * says goes over what they have, and an empty cell changes nothing.
 */
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { RosterDifferences, RosterUpdated } from '../../../contract/devices'
import type { RosterReader, RosterRecord } from '../../../engine/roster'
import type { Caller } from '../../caller'
import { Refusal } from '../../refusal'
import { announce } from '../../store/announce'
import { countRows } from '../../store/counts'
import type { Db } from '../../store/database'
import { isDuplicate } from '../../store/failures'
import { type Tenant, tenantOf } from '../../store/tenancy'
import { beginJob, dropJob, finishJob, isStopped, type Job, nameSession, stopJob, stopped } from '../bulk/job'
import { noteManyMoves } from '../bulk/manyMoves'
import { type BulkPlan, DEVICE_FIELDS } from '../bulk/patch'
import { EACH_IN_HISTORY, historyOf } from '../bulk/remember'
import { setStaged, stagedIds } from '../bulk/store'
import { changing } from '../changing'
import { idempotently, type Repeatable } from '../idempotency'
import { refuseTooMany } from '../pgliteLimits'
import { refuseDevicesOutside } from '../withinRows'
import { Differences } from './differences'
import { addDuplicateUpdates } from './duplicateRows'
import { judgeUpdates, type UpdateWork } from './judgeUpdates'
import { hashed } from './registerRoster'
import { findCells, type RosterSettings, refuseCancelled } from './rosterProblems'
import { openSheet } from './stageSheet'
import { judging } from './updateFields'
import { freePhones } from './updatePhones'
import { PLACES } from './updatePlaces'

/** Rows that are judged at once: few enough that others are served in between. */
const STEP = 500

/** A sheet that was judged whole, its changes kept beside the job. */
type Judged = UpdateWork & { job: Job }

/**
 * What a sheet would change. Nothing of it is kept.
 *
 * @throws Refusal as `openSheet`; cells that do not fit are part of the answer
 */
export function compareRoster(
  db: Db,
  caller: Caller,
  file: AsyncIterable<Uint8Array>,
  settings: RosterSettings,
): Promise<RosterDifferences> {
  return judgeSheet(db, caller, file, settings, async judged => {
    const { differences, problems, header, tenant, job } = judged
    problems.addCells(await findTakenPhones(db, tenant, job, problems.room), header)
    await addDuplicateUpdates(judged, false)
    const { devices, changed, unchanged, unknown } = differences
    // A file takes its time: by now its sender may reach other devices.
    return changing(db, caller, async () => ({
      devices,
      changed,
      unchanged,
      unknown,
      columns: differences.columns(header),
      ignored: [...header.ignored],
      rows: problems.rows(),
      rowsTotal: problems.total,
    }))
  })
}

/**
 * Changes the devices of a sheet, all of them or none.
 *
 * @param options `agreed` is how many devices the sender expects to change, absent for any number; `repeatOf` makes the
 *   key by which a repeat of the request is recognised, given the fingerprint of the file
 * @throws Refusal as `openSheet`; 409 `rosterUpdate.changed` where another number of devices would change, `bulk.busy`
 *   where devices were changed meanwhile, `upload.cancelled`; 422 `rosterUpdate.rows` with each cell that does not fit.
 *   Nothing is changed then.
 */
export function updateRoster(
  db: Db,
  caller: Caller,
  file: AsyncIterable<Uint8Array>,
  settings: RosterSettings,
  { agreed, repeatOf }: { agreed?: number | undefined; repeatOf?: (digest: string) => Repeatable } = {},
): Promise<RosterUpdated> {
  const hash = createHash('sha256')
  return judgeSheet(db, caller, hashed(file, hash), settings, async judged => {
    const { differences, problems } = judged
    const { changed, unchanged } = differences
    const act = async (tx: Db) => {
      if (!problems.none) throw problems.refusal('rosterUpdate.rows')
      if (agreed !== undefined && agreed !== changed)
        throw new Refusal(409, 'rosterUpdate.changed', { found: changed }, { found: changed })
      refuseTooMany(db, changed, settings.server.pglite.batchDevices)
      if (changed > 0) await store(tx, judged)
      return { changed, unchanged }
    }
    const repeat = repeatOf?.(hash.digest('hex'))
    try {
      return await changing(db, caller, tx => (repeat ? idempotently(tx, repeat, () => act(tx)) : act(tx)))
    } catch (error) {
      // Another transaction has given a device one of these numbers since they were checked.
      throw isDuplicate(error, 'devices_isdn') ? new Refusal(409, 'bulk.busy') : error
    }
  })
}

async function judgeSheet<Result>(
  db: Db,
  caller: Caller,
  file: AsyncIterable<Uint8Array>,
  settings: RosterSettings,
  use: (judged: Judged) => Promise<Result>,
): Promise<Result> {
  const reading = { task: 'rosterUpdate', isUpdate: true } as const
  return openSheet(caller, file, settings, reading, async ({ header, problems, pieces }) => {
    const { job } = await beginJob(db, caller, { name: randomUUID(), kind: 'sheet' })
    // Also while its last statement is under way, which is cancelled then.
    const stop = () => void stopJob(db, caller, job.name).catch(() => undefined)
    settings.cancelled?.addEventListener('abort', stop)
    let isStored = false
    try {
      const differences = new Differences()
      const tenant = tenantOf(db, caller)
      const judged: Judged = {
        db,
        tenant,
        caller,
        settings,
        header,
        problems,
        differences,
        job,
        bulk: job.id,
        ...judging(settings.shared, caller, header),
      }
      for await (const some of inSteps(pieces)) await judgeUpdates(judged, some)
      if (differences.devices === 0 && problems.none) throw new Refusal(422, 'rosterUpdate.noRows')
      refuseCancelled(settings)
      // Without it the last step would look for each device by itself.
      await sql`analyze bulk_rows`.execute(db)
      const result = await use(judged)
      isStored = (await findStage(db, job)) === 'done'
      return result
    } catch (error) {
      throw settings.cancelled?.aborted ? new Refusal(409, 'upload.cancelled') : error
    } finally {
      settings.cancelled?.removeEventListener('abort', stop)
      if (!isStored) await dropJob(db, job)
    }
  })
}

async function* inSteps(pieces: AsyncIterable<RosterRecord[]>): AsyncGenerator<RosterRecord[]> {
  let some: RosterRecord[] = []
  for await (const records of pieces) {
    some.push(...records)
    if (some.length < STEP) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

/** Phone numbers that another device has, and keeps. Its row does not say whose it is. */
const findTakenPhones = (db: Db, tenant: Tenant, { id }: Job, limit: number) =>
  findCells(
    db,
    limit,
    sql`
      select (r.after ->> 'line')::integer as line, 'isdn' as field, r.after -> 'columns' ->> 'isdn' as value,
        'phoneTaken' as code
      from bulk_rows r
      join ${tenant.unscoped('devices').select(['devices.id', 'devices.isdn'])} d
        on d.isdn = r.after -> 'columns' ->> 'isdn' and d.id <> r.device_id
      where r.bulk_id = ${id} and not exists (
        select from bulk_rows o where o.bulk_id = r.bulk_id and o.device_id = d.id and o.after -> 'columns' ? 'isdn')`,
  )

async function store(tx: Db, judged: Judged): Promise<void> {
  const { caller, job, settings, header, problems, differences, resource } = judged
  const tenant = tenantOf(tx, caller)
  await nameSession(tx, job)
  if (await isStopped(tx, job)) throw stopped()
  problems.addCells(await findTakenPhones(tx, tenant, job, problems.room), header)
  await addDuplicateUpdates({ ...judged, db: tx, tenant }, true)
  if (!problems.none) throw problems.refusal('rosterUpdate.rows')
  await keepClients(tenant, job)
  const plan = planOf(header)
  const { changed } = differences
  const ids = changed <= EACH_IN_HISTORY ? await stagedIds(tx, job.id) : undefined
  const bulk = { ...settings, config: settings.shared, resource }
  const remember = await historyOf(tx, {
    tenant,
    caller,
    job,
    plan,
    ids,
    settings: bulk,
    isRemoval: false,
  })
  if (header.has('isdn')) await freePhones(tx, tenant, job)
  if ((await setStaged(tenant, job.id, plan, [])) !== changed) throw new Refusal(409, 'bulk.busy')
  await refuseDevicesOutside(tenant, sql`select device_id from bulk_rows where bulk_id = ${job.id}`, changed)
  if (!ids) await noteManyMoves(tx, tenant, { id: job.id, patch: plan.patch }, 'changed')
  await remember()
  // Asked once more: between two statements there is nothing to cancel.
  if (await isStopped(tx, job)) throw stopped()
  if ('batch_id' in plan.patch.columns) await announce(tx, { resource: 'batches' })
  await finishJob(tx, job, { devices: changed, undoSeconds: 0 }, plan.patch)
}

/** The columns that may change: those of the sheet, and what a device leaves along with its vendor, model or group. */
function planOf(header: RosterReader): BulkPlan {
  const moves = ['vendor', 'model', 'batch'].some(name => header.has(name))
  const names = Object.keys(DEVICE_FIELDS).filter(name => {
    const column = Object.entries(PLACES).find(([, field]) => field === name)?.[0] ?? name
    return header.has(column) || (moves && (name === 'batch_id' || name === 'bunch_id' || name === 'client'))
  })
  const columns = Object.fromEntries(names.map(name => [name, null]))
  return { patch: { columns, extra: {}, keys: [] }, eachByItself: true, values: {} }
}

/** A client given to another vendor since it was judged has no devices of this one. */
async function keepClients(tenant: Tenant, { id }: Job): Promise<void> {
  const client = sql<number>`(bulk_rows.after -> 'columns' ->> 'client')::integer`
  await tenant
    .clients()
    .where(sql<boolean>`clients.id in (select ${client} from bulk_rows where bulk_id = ${id})`)
    .select('clients.id')
    .orderBy('clients.id')
    .forShare()
    .execute()
  const lost = tenant
    .devices()
    .innerJoin('bulk_rows', 'bulk_rows.device_id', 'devices.id')
    .innerJoin('clients', join => join.on('clients.id', '=', client))
    .where('bulk_rows.bulk_id', '=', id)
    .where(
      sql<boolean>`clients.vendor_id <> coalesce((bulk_rows.after -> 'columns' ->> 'vendor')::integer, devices.vendor_id)`,
    )
  if ((await countRows(lost)) > 0) throw new Refusal(409, 'bulk.busy')
}

const findStage = async (db: Db, { id }: Job) =>
  (await db.selectFrom('bulk_changes').where('id', '=', id).select('stage').executeTakeFirst())?.stage
