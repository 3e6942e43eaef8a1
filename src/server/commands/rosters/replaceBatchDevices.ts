/**
 * Makes the devices of a spreadsheet the devices of a batch (decision 30): all of them or none. Those that are no longer in the
 * sheet leave the batch and stay registered. A device is found by its IMEI; number and model only have to be right where the
 * sheet has them, a bunch is taken over where the sheet has that column, and whatever else stands there changes nothing.
 */
import { sql } from 'kysely'
import { reaches } from '../../../domain/authority'
import type { RosterProblem, RosterProblemCode, RosterReader } from '../../../engine/roster'
import type { Caller } from '../../caller'
import { Refusal } from '../../refusal'
import { type Db, isPglite } from '../../store/database'
import { type BatchRow, findBatch } from '../../store/records/batches'
import { tenantOf } from '../../store/tenancy'
import { remember } from '../history'
import { refuseTooMany } from '../pgliteLimits'
import { inRegistration } from './registration'
import { type RosterSettings, refuseCancelled } from './rosterProblems'
import type { Staging } from './rosterStaging'
import { type Staged, stageSheet } from './stageSheet'

const COLUMNS = { read: ['id', 'isdn', 'model', 'bunch'], needed: ['id'] } as const

export interface Replaced {
  /** How many devices the batch has now. */
  devices: number
  /** How many of them are new in it. */
  joined: number
  /** How many are no longer in it. */
  left: number
}

/**
 * @param batch which, and how many devices the sender agrees to take out of it; any number where it does not say
 * @throws Refusal 409 when another number would leave, with the numbers, or the sender has stopped it; 404 for a batch out of reach, 403 where config lets others put devices into batches, 413, 415 and 422 as `stageSheet`, 422 with `rows` naming each cell that does not
 *   fit; nothing is changed then
 */
export async function replaceBatchDevices(
  db: Db,
  caller: Caller,
  { id, leaving }: { id: number; leaving?: number | undefined },
  file: AsyncIterable<Uint8Array>,
  settings: RosterSettings,
): Promise<Replaced> {
  if (!(await findBatch(tenantOf(db, caller), id))) throw new Refusal(404, 'notFound')
  const { write = 'never' } = settings.console.resources.devices?.fields.batch ?? {}
  if (write !== 'never' && !reaches(caller.level, write, caller.levels)) throw new Refusal(403, 'forbidden')
  return stageSheet(db, caller, file, settings, {
    task: 'batchDevices',
    columns: COLUMNS,
    use: staged => settle(db, caller, { id, leaving }, staged, settings),
  })
}

function settle(
  db: Db,
  caller: Caller,
  { id, leaving }: { id: number; leaving: number | undefined },
  { staging, header, problems }: Staged,
  settings: RosterSettings,
): Promise<Replaced> {
  return inRegistration(db, caller, settings, async tx => {
    const batch = await findBatch(tenantOf(tx, caller), id, 'lock')
    if (!batch) throw new Refusal(404, 'notFound')
    refuseCancelled(settings)
    await sql`analyze ${staging.table}`.execute(tx)
    await sql`
      select id from devices where batch_id = ${id} or id in (select id from ${staging.table}) order by id for update
    `.execute(tx)
    const { found, total } = await misfits(tx, caller, batch, { staging, header, limit: problems.room })
    problems.add(found, total)
    if (!problems.none) throw problems.refusal('batchDevices.rows')
    if (isPglite(tx))
      refuseTooMany(
        tx,
        await countChanges(tx, id, staging, header.has('bunch')),
        settings.server.pglite.batchDevices,
      )
    const replaced = await replace(tx, id, staging, header.has('bunch'))
    // Nothing leaves that the sender was not asked about, also when others have changed the batch since.
    if (leaving !== undefined && leaving !== replaced.left) {
      const before = replaced.devices - replaced.joined + replaced.left
      const numbers = { ...replaced, before }
      throw new Refusal(409, 'batchDevices.leaving', { ...numbers }, { leaving: numbers })
    }
    refuseCancelled(settings)
    await remember(tx, caller, {
      action: 'replaced',
      resource: 'batches',
      record: id,
      label: batch.name,
      vendor: batch.vendor_id,
      after: { ...replaced },
    })
    return replaced
  })
}

/** The first cells that do not fit, and how many there are. A device out of reach is one that there is not. */
async function misfits(
  tx: Db,
  caller: Caller,
  batch: BatchRow,
  { staging, header, limit }: { staging: Staging; header: RosterReader; limit: number },
): Promise<{ found: RosterProblem[]; total: number }> {
  const reached = tenantOf(tx, caller)
    .devices()
    .select(['devices.id', 'devices.isdn', 'devices.model_id', 'devices.vendor_id'])
  const { rows } = await sql<{
    line: number
    field: string
    value: string
    code: RosterProblemCode
    total: number
  }>`
    with reached as (${reached}), named as (${namedBunches(batch.id)}), misfit as (
      select s.line, p.field, p.value, p.code
      from ${staging.table} s
      left join reached d on d.id = s.id
      left join named n on n.name = lower(s.bunch)
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
      where p.code is not null)
    select line, field, value, code, count(*) over () as total
    from misfit
    order by line, array_position(array['id', 'isdn', 'model', 'bunch'], field)
    limit ${sql.lit(limit)}`.execute(tx)
  return {
    found: rows.map(({ line, field, value, code }) => ({
      row: line,
      column: header.headerOf(field),
      value: value.slice(0, 100),
      code,
    })),
    total: rows[0]?.total ?? 0,
  }
}

const namedBunches = (batch: number) => sql`
  select lower(name) as name, min(id) as id, count(*)::integer as number
  from bunches where batch_id = ${batch}::integer group by 1`

/** How many devices would be changed, or more. */
async function countChanges(tx: Db, id: number, { table }: Staging, byBunch: boolean): Promise<number> {
  const { rows } = await sql<{ devices: number }>`
    select ((select count(*) from devices where batch_id = ${id}::integer
        and not exists (select from ${table} s where s.id = devices.id))
      + (select count(*) from ${table} s join devices d on d.id = s.id
        where ${sql.lit(byBunch)} or d.batch_id is distinct from ${id}::integer))::integer as devices`.execute(
    tx,
  )
  return rows[0]!.devices
}

/** Devices that stay as they are are not touched: whoever watches them hears of none. */
async function replace(tx: Db, id: number, { table }: Staging, byBunch: boolean): Promise<Replaced> {
  const { numAffectedRows: left } = await sql`
    update devices set batch_id = null, bunch_id = null
    where batch_id = ${id}::integer and not exists (select from ${table} s where s.id = devices.id)`.execute(
    tx,
  )
  const { rows } = await sql<{ devices: number; joined: number }>`
    select count(*)::integer as devices,
      (count(*) filter (where d.batch_id is distinct from ${id}::integer))::integer as joined
    from ${table} s join devices d on d.id = s.id`.execute(tx)
  const bunch = byBunch ? sql`n.id` : sql`case when d.batch_id = ${id}::integer then d.bunch_id end`
  await sql`
    update devices set batch_id = ${id}::integer, bunch_id = wanted.bunch_id
    from (
      select s.id, ${bunch} as bunch_id
      from ${table} s
      join devices d on d.id = s.id
      left join (${namedBunches(id)}) n on n.name = lower(s.bunch)
    ) wanted
    where devices.id = wanted.id and (
      devices.batch_id is distinct from ${id}::integer or devices.bunch_id is distinct from wanted.bunch_id
    )`.execute(tx)
  return { ...rows[0]!, left: Number(left ?? 0) }
}
