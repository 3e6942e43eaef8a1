/**
 * Makes the devices of a spreadsheet the devices of a batch (decision 30): all of them or none. Those that are no
 * longer in the sheet leave the batch and stay registered. A device is found by its IMEI; number and model only have to
 * be right where the sheet has them, a bunch is taken over where the sheet has that column, and whatever else stands
 * there changes nothing.
 */
import { sql } from 'kysely'
import { reaches } from '../../../domain/authority'
import type { Caller } from '../../caller'
import { orNotFound, Refusal } from '../../refusal'
import { announce } from '../../store/announce'
import { readValue } from '../../store/counts'
import { type Db, isPglite } from '../../store/database'
import { type BatchRow, findBatch } from '../../store/records/sources'
import { tenantOf } from '../../store/tenancy'
import { noteMoves } from '../deviceMoves'
import { addHistory } from '../history'
import { refuseTooMany } from '../pgliteLimits'
import { refuseDevicesOutside } from '../withinRows'
import { bunchOf, countMoves, devicesOf, isLeaving, namedBunches, type Replacement } from './batchMoves'
import { addDuplicatesInBatch } from './duplicateRows'
import { inRegistration } from './registration'
import { type CellRow, findCells, type RosterSettings, refuseCancelled } from './rosterProblems'
import { type Staged, stageSheet } from './stageSheet'

const COLUMNS = { read: ['id', 'isdn', 'model', 'bunch'], needed: ['id'] } as const

interface Replaced {
  /** How many devices the batch has now. */
  devices: number
  /** How many of them are new in it. */
  joined: number
  /** How many are no longer in it. */
  left: number
}

/**
 * Which batch, and how many devices the sender agrees to take out of it, into it, and from one of its bunches to
 * another; any number where it does not say.
 */
interface AgreedBatch {
  id: number
  leaving?: number | undefined
  joining?: number | undefined
  regrouping?: number | undefined
}

/** Numbers that a sender agrees to. */
const AGREED = ['left', 'joined', 'regrouped'] as const

/**
 * @throws Refusal 409 when other numbers would leave, join or change their bunch, with the numbers, or the sender has
 *   stopped it; 404 for a batch out of reach, 403 where config lets others put devices into batches, 413, 415 and 422
 *   as `stageSheet`, 422 with `rows` naming each cell that does not fit; nothing is changed then
 */
export async function replaceBatchDevices(
  db: Db,
  caller: Caller,
  batch: AgreedBatch,
  file: AsyncIterable<Uint8Array>,
  settings: RosterSettings,
): Promise<Replaced> {
  orNotFound(await findBatch(tenantOf(db, caller), batch.id))
  const { write = 'never' } = settings.shared.resources.devices?.fields.batch ?? {}
  if (write !== 'never' && !reaches(caller.level, write, caller.levels)) throw new Refusal(403, 'forbidden')
  return stageSheet(db, caller, file, settings, {
    task: 'batchDevices',
    columns: COLUMNS,
    use: staged => replaceStaged(db, caller, batch, staged, settings),
  })
}

function replaceStaged(
  db: Db,
  caller: Caller,
  { id, leaving, joining, regrouping }: AgreedBatch,
  { staging, header, problems }: Staged,
  settings: RosterSettings,
): Promise<Replaced> {
  return inRegistration(db, caller, settings, async tx => {
    const tenant = tenantOf(tx, caller)
    const batch = orNotFound(await findBatch(tenant, id, 'lock'))
    const work = { tx, tenant, caller, staging, id, name: batch.name, byBunch: header.has('bunch') }
    refuseCancelled(settings)
    await sql`analyze ${staging.table}`.execute(tx)
    await tenant
      .devices()
      .where(sql<boolean>`(devices.batch_id = ${id} or devices.id in (select id from ${staging.table}))`)
      .select('devices.id')
      .orderBy('devices.id')
      .forUpdate()
      .execute()
    problems.addCells(await findConflicts(work, batch, problems.room), header)
    const placed = { id, bunch: bunchOf(work), bunches: namedBunches(tenant, id), leaving: isLeaving(work) }
    await addDuplicatesInBatch(work, placed, { config: settings.shared, header, problems, settings })
    const agreed = { left: leaving, joined: joining, regrouped: regrouping }
    const isAsked = Object.values(agreed).some(number => number !== undefined)
    const moves = isAsked ? await countMoves(work, batch) : undefined
    // Whoever asks before anything moves sees also beside wrong cells what would.
    if (!problems.none) throw problems.refusal('batchDevices.rows', moves && { leaving: moves })
    // Nothing moves that the sender was not asked about, also when others have changed the batch since.
    if (moves && AGREED.some(name => (agreed[name] ?? moves[name]) !== moves[name]))
      throw new Refusal(409, 'batchDevices.leaving', { ...moves }, { leaving: moves })
    if (isPglite(tx)) refuseTooMany(tx, await countChanges(work), settings.server.pglite.batchDevices)
    const named = sql`select id from ${staging.table}`
    const before = tenant.hasRules('devices')
      ? await tenant.devices().where(isLeaving(work)).select('devices.id').execute()
      : []
    const replaced = await replace(work)
    await refuseDevicesOutside(tenant, named, replaced.devices)
    await refuseDevicesOutside(
      tenant,
      before.map(device => device.id),
      before.length,
    )
    refuseCancelled(settings)
    await addHistory(tx, caller, {
      action: 'replaced',
      resource: 'batches',
      record: id,
      label: batch.name,
      vendor: batch.vendor_id,
      after: { ...replaced },
    })
    // Which ones is known to the tables alone, and they may be many.
    await announce(tx, { resource: 'devices' })
    return replaced
  })
}

/** The first cells that do not fit, and how many there are. A device out of scope is one that there is not. */
function findConflicts(
  { tx, tenant, staging }: Replacement,
  batch: BatchRow,
  limit: number,
): Promise<CellRow[]> {
  return findCells(
    tx,
    limit,
    sql`
      select s.line, p.field, p.value, p.code
      from ${staging.table} s
      left join ${devicesOf(tenant)} d on d.id = s.id
      left join ${namedBunches(tenant, batch.id)} n on n.name = lower(s.bunch)
      cross join lateral (values
        ('id', s.id, case
          when s.id is null then null
          when d.id is null then 'deviceUnknown'
          when d.model_id <> ${batch.model_id}::integer then 'deviceOtherModel'
          when d.vendor_id <> ${batch.vendor_id}::integer then 'deviceOtherVendor' end),
        ('isdn', s.isdn, case when s.isdn <> d.isdn then 'deviceOtherPhone' end),
        ('model', s.model, case
          when s.model <> '' and lower(s.model) <> lower(${batch.model_name}::text) then 'batchOtherModel' end),
        ('bunch', s.bunch, case
          when s.bunch = '' or n.number = 1 then null
          when n.number is null then 'bunchUnknown' else 'bunchAmbiguous' end)
      ) p (field, value, code)
      where p.code is not null`,
  )
}

/** How many devices would be changed, or more. */
function countChanges(work: Replacement): Promise<number> {
  const { tx, tenant, id, staging, byBunch } = work
  const leaving = tenant.devices().where(isLeaving(work)).select(sql`count(*)`.as('count'))
  return readValue(
    tx,
    sql<number>`(${leaving} + (select count(*) from ${staging.table} s join ${devicesOf(tenant)} d on d.id = s.id
      where ${sql.lit(byBunch)} or d.batch_id is distinct from ${id}::integer))::integer`,
  )
}

/** Devices that do not change are not written, so that triggers see no change. */
async function replace(work: Replacement): Promise<Replaced> {
  const { tx, tenant, id, name, staging } = work
  await noteMoves(tx, tenant, tenant.devices().where(isLeaving(work)), { batch: id, after: '' })
  const joining = sql<boolean>`devices.batch_id is distinct from ${id}::integer
    and devices.id in (select id from ${staging.table})`
  await noteMoves(tx, tenant, tenant.devices().where(joining), { batch: id, after: name })
  const { numUpdatedRows: left } = await tenant
    .update('devices')
    .set({ batch_id: null, bunch_id: null })
    .where(isLeaving(work))
    .executeTakeFirstOrThrow()
  const named = sql`${staging.table} s join ${devicesOf(tenant)} d on d.id = s.id`
  const { rows } = await sql<{ devices: number; joined: number }>`
    select count(*)::integer as devices,
      (count(*) filter (where d.batch_id is distinct from ${id}::integer))::integer as joined
    from ${named}`.execute(tx)
  const wanted = sql<{ id: string; bunch_id: number | null }>`(
    select s.id, ${bunchOf(work, 'd')} as bunch_id
    from ${named} left join ${namedBunches(tenant, id)} n on n.name = lower(s.bunch))`
  await tenant
    .update('devices')
    .from(wanted.as<'wanted'>(sql.ref('wanted')))
    .set({ batch_id: id, bunch_id: sql.ref('wanted.bunch_id') })
    .where(
      sql<boolean>`devices.id = wanted.id and (
        devices.batch_id is distinct from ${id}::integer or devices.bunch_id is distinct from wanted.bunch_id)`,
    )
    .execute()
  return { ...rows[0]!, left: Number(left) }
}
