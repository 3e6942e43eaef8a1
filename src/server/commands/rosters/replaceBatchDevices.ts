/**
 * Replaces the devices of a batch by the devices of a spreadsheet (decision 30): all or none. Devices that are not in
 * the sheet leave the batch and stay registered. The IMEI identifies a device. A number and model in the sheet must
 * match the device, a bunch is stored, and other columns are ignored.
 */
import { type RawBuilder, sql } from 'kysely'
import type { SheetReading } from '../../../contract/devices'
import type { ErrorBody } from '../../../contract/envelope'
import { hasLevel } from '../../../domain/authority'
import type { Caller } from '../../caller'
import { orNotFound, Refusal } from '../../refusal'
import { announce } from '../../store/announce'
import type { Db } from '../../store/database'
import { type BatchRow, findBatch } from '../../store/records/sources'
import { viewOf, visibleRecord } from '../../store/records/visible'
import { type Tenant, tenantOf } from '../../store/tenancy'
import { noteMoves } from '../deviceMoves'
import { addHistory } from '../history'
import { refuseTooMany } from '../pgliteLimits'
import { refuseUnchangeable } from '../records/writeRules'
import { refuseDevicesOutside } from '../withinRows'
import { addDuplicatesInBatch } from './duplicateRows'
import { inRegistration } from './registration'
import { type CellRow, findCells, type RosterSettings, refuseCancelled } from './rosterProblems'
import type { StagedWork } from './rosterStaging'
import { type Staged, stageSheet } from './stageSheet'

const COLUMNS = { read: ['id', 'isdn', 'model', 'bunch'], required: ['id'] } as const

interface Replaced extends SheetReading, Pick<BatchMoves, 'devices' | 'joined' | 'left'> {}

/** The numbers of `BatchMoves` that a sender confirms. */
const CONFIRMED = ['left', 'joined', 'regrouped'] as const

interface ConfirmedBatch {
  id: number
  /** The numbers that the sender has confirmed; absent: any number. */
  confirmed?: Partial<Pick<BatchMoves, (typeof CONFIRMED)[number]>>
}

/**
 * Replaces the devices of the batch.
 *
 * @throws Refusal 409 with the actual numbers if they differ from the confirmed ones, or if the sender has cancelled;
 *   404 for a batch out of scope; 403 if the caller may only see the batch, or may not write the batch of devices;
 *   413, 415 and 422 as `stageSheet`; 422 with the conflicting cells in `rows`. Nothing is changed then.
 */
export async function replaceBatchDevices(
  db: Db,
  caller: Caller,
  batch: ConfirmedBatch,
  file: AsyncIterable<Uint8Array>,
  settings: RosterSettings,
): Promise<Replaced> {
  const { shared: config } = settings
  const resource = config.resources.batches!
  const visibleBatch = orNotFound(await findBatch(tenantOf(db, caller), batch.id))
  refuseUnchangeable(caller, resource, visibleRecord(visibleBatch, viewOf({ config, resource })))
  const { write = 'never' } = config.resources.devices?.fields.batch ?? {}
  if (write !== 'never' && !hasLevel(caller.level, write, caller.levels)) throw new Refusal(403, 'forbidden')
  return stageSheet(db, caller, file, settings, {
    task: 'batchDevices',
    columns: COLUMNS,
    use: staged => replaceStaged(db, caller, batch, staged, settings),
  })
}

function replaceStaged(
  db: Db,
  caller: Caller,
  { id, confirmed = {} }: ConfirmedBatch,
  { staging, header, problems, reading }: Staged,
  settings: RosterSettings,
): Promise<Replaced> {
  return inRegistration(db, caller, settings, async tx => {
    const tenant = tenantOf(tx, caller)
    const batch = orNotFound(await findBatch(tenant, id, 'lock'))
    const work = { tx, tenant, caller, staging, id, name: batch.name, hasBunchColumn: header.has('bunch') }
    refuseCancelled(settings)
    await sql`analyze ${staging.table}`.execute(tx)
    await tenant
      .devices()
      .where(sql<boolean>`(devices.batch_id = ${id} or devices.id in (select id from ${staging.table}))`)
      .select('devices.id')
      .orderBy('devices.id')
      .forUpdate()
      .execute()
    problems.addCells(await findConflicts(work, batch, problems.limit), header)
    const inBatch = { id, bunch: bunchOf(work), bunches: namedBunches(tenant, id), leaving: isLeaving(work) }
    await addDuplicatesInBatch(work, inBatch, { config: settings.shared, header, problems, settings })
    const moves = await countMoves(work, batch)
    const isConfirmed = CONFIRMED.some(name => confirmed[name] !== undefined)
    // A sender that confirms numbers gets the actual ones even if cells are invalid.
    if (!problems.isEmpty) throw problems.refusal('batchDevices.rows', isConfirmed ? { leaving: moves } : {})
    // The batch may have changed since the sender confirmed the numbers.
    if (CONFIRMED.some(name => (confirmed[name] ?? moves[name]) !== moves[name]))
      throw new Refusal(409, 'batchDevices.leaving', { ...moves }, { leaving: moves })
    const { devices, joined, left } = moves
    // The devices to write, or more: with a bunch column, all devices of the sheet are counted.
    const written = left + (work.hasBunchColumn ? devices : joined)
    refuseTooMany(tx, written, settings.server.pglite.batchDevices)
    const sheetIds = sql`select id from ${staging.table}`
    // Reads the ids now: after `replace` the devices are no longer in the batch.
    const leavingDevices = tenant.hasRules('devices')
      ? await tenant.devices().where(isLeaving(work)).select('devices.id').execute()
      : []
    await replace(work)
    await refuseDevicesOutside(tenant, sheetIds, devices)
    await refuseDevicesOutside(
      tenant,
      leavingDevices.map(device => device.id),
      leavingDevices.length,
    )
    refuseCancelled(settings)
    await addHistory(tx, caller, {
      action: 'replaced',
      resource: 'batches',
      record: id,
      label: batch.name,
      vendor: batch.vendor_id,
      after: { devices, joined, left },
    })
    // Without ids: they may be many, and only the database knows them.
    await announce(tx, { resource: 'devices' })
    return { devices, joined, left, ...reading }
  })
}

/** The first conflicting cells, each with the total of such cells. A device out of scope is reported as unknown. */
function findConflicts(
  { tx, tenant, caller, staging }: Replacement,
  batch: BatchRow,
  limit: number,
): Promise<CellRow[]> {
  const isStaff = hasLevel(caller.level, 'vendor', caller.levels)
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
          when d.id is null then ${sql.lit(isStaff ? 'deviceUnknown' : 'deviceNotOwn')}
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

/** Writes only devices that change, so that triggers do not fire for the others. */
async function replace(work: Replacement): Promise<void> {
  const { tx, tenant, id, name, staging } = work
  await noteMoves(tx, tenant, tenant.devices().where(isLeaving(work)), { batch: id, after: '' })
  const joining = sql<boolean>`devices.batch_id is distinct from ${id}::integer
    and devices.id in (select id from ${staging.table})`
  await noteMoves(tx, tenant, tenant.devices().where(joining), { batch: id, after: name })
  await tenant.update('devices').set({ batch_id: null, bunch_id: null }).where(isLeaving(work)).execute()
  const assigned = sql<{ id: string; bunch_id: number | null }>`(
    select s.id, ${bunchOf(work, 'd')} as bunch_id
    from ${staging.table} s join ${devicesOf(tenant)} d on d.id = s.id
    left join ${namedBunches(tenant, id)} n on n.name = lower(s.bunch))`
  await tenant
    .update('devices')
    .from(assigned.as<'assigned'>(sql.ref('assigned')))
    .set({ batch_id: id, bunch_id: sql.ref('assigned.bunch_id') })
    .where(
      sql<boolean>`devices.id = assigned.id and (
        devices.batch_id is distinct from ${id}::integer or devices.bunch_id is distinct from assigned.bunch_id)`,
    )
    .execute()
}

/** SQL for replacing the devices of a batch by a sheet: which devices leave, join, stay, or change their bunch. */
interface Replacement extends StagedWork {
  /** Id and name of the batch. */
  id: number
  name: string
  /** Whether the sheet has a column for the bunch. */
  hasBunchColumn: boolean
}

/** The devices in scope, as a subquery to join with the staged rows. */
const devicesOf = (tenant: Tenant): RawBuilder<unknown> =>
  sql`${tenant
    .devices()
    .select(['devices.id', 'devices.isdn', 'devices.model_id', 'devices.vendor_id'])
    .select(['devices.batch_id', 'devices.bunch_id'])}`

/** The bunches of the batch by lower-case name; `number` counts the bunches with that name. */
const namedBunches = (tenant: Tenant, batch: number): RawBuilder<unknown> =>
  sql`${tenant
    .bunches()
    .where('bunches.batch_id', '=', batch)
    .select(eb => [
      sql`lower(bunches.name)`.as('name'),
      eb.fn.min('bunches.id').as('id'),
      sql`count(*)::integer`.as('number'),
    ])
    .groupBy(sql`lower(bunches.name)`)}`

/** Condition on `devices`: in the batch, but not in the sheet. */
const isLeaving = ({ id, staging }: Replacement) =>
  sql<boolean>`devices.batch_id = ${id}::integer and not exists (select from ${staging.table} s where s.id = devices.id)`

/**
 * SQL for the new bunch of a device in the sheet: the bunch that the sheet names (`namedBunches`, joined as `n`). If
 * the sheet has no bunch column, the device keeps its bunch of this batch.
 */
const bunchOf = ({ id, hasBunchColumn }: Replacement, device: 'd' | 'devices' = 'devices') =>
  hasBunchColumn
    ? sql`n.id`
    : sql`case when ${sql.ref(`${device}.batch_id`)} = ${id}::integer then ${sql.ref(`${device}.bunch_id`)} end`

type BatchMoves = NonNullable<ErrorBody['leaving']>

/**
 * Counts the devices that the sheet would move. Only devices of the batch's model and vendor are counted. `unknown`
 * counts the devices that are not registered or are out of scope.
 */
async function countMoves(work: Replacement, batch: BatchRow): Promise<BatchMoves> {
  const { tx, tenant, id, staging } = work
  const isInBatch = sql`d.batch_id is not distinct from ${id}::integer`
  const matchesBatch = sql`d.model_id = ${batch.model_id}::integer and d.vendor_id = ${batch.vendor_id}::integer`
  const devicesInBatch = tenant.devices().where('devices.batch_id', '=', id).select(sql`count(*)`.as('count'))
  const leaving = tenant.devices().where(isLeaving(work)).select(sql`count(*)`.as('count'))
  const { rows } = await sql<BatchMoves>`
    select (${devicesInBatch})::integer as before, (${leaving})::integer as left,
      (count(*) filter (where ${matchesBatch}))::integer as devices,
      (count(*) filter (where ${matchesBatch} and not ${isInBatch}))::integer as joined,
      (count(*) filter (where ${matchesBatch} and ${isInBatch} and d.bunch_id is distinct from ${bunchOf(work, 'd')}))::integer as regrouped,
      (count(*) filter (where s.id is not null and d.id is null))::integer as unknown
    from ${staging.table} s
    left join ${devicesOf(tenant)} d on d.id = s.id
    left join ${namedBunches(tenant, id)} n on n.name = lower(s.bunch)`.execute(tx)
  return rows[0]!
}
