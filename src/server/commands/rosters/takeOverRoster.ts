/** The end of a registration: names become records, rows that do not fit are named, and if there are none all become devices. */
import { sql } from 'kysely'
import { reaches } from '../../../domain/authority'
import type { RosterProblem, RosterProblemCode, RosterReader } from '../../../engine/roster'
import type { Caller } from '../../caller'
import type { Db } from '../../store/database'
import { tenantOf } from '../../store/tenancy'
import { type RosterSettings, refuseCancelled } from './rosterProblems'
import { findReferences } from './rosterReferences'
import type { Staging } from './rosterStaging'
import type { Staged } from './stageSheet'

/**
 * @param tx a transaction of `inRegistration`
 * @returns how many devices there are more
 * @throws Refusal 409 when the sender has stopped it, 422 naming the rows; nothing is stored then
 */
export async function takeOver(
  tx: Db,
  caller: Caller,
  { staging, header, problems }: Staged,
  settings: RosterSettings,
): Promise<number> {
  refuseCancelled(settings)
  await sql`analyze ${staging.table}`.execute(tx)
  await holdNamed(tx, caller, staging)
  await nameRecords(tx, caller, staging)
  const lost = await findReferences(tx, caller, staging, {
    header,
    config: settings.console,
    limit: problems.room,
  })
  problems.add(lost.found, lost.total)
  const { found, total } = await misfits(tx, caller, staging, header, problems.room)
  problems.add(found, total)
  if (!problems.none) throw problems.refusal('roster.rows')
  refuseCancelled(settings)
  const added = await insertDevices(tx, staging)
  refuseCancelled(settings)
  return added
}

/**
 * Whatever the rows name stays until they are registered: a client is of the vendor that it is judged by, and nothing is deleted
 * (security.md 48).
 */
async function holdNamed(tx: Db, caller: Caller, { table }: Staging): Promise<void> {
  const tenant = tenantOf(tx, caller)
  const named = (column: string) => sql<string>`(select lower(${sql.ref(column)}) from ${table})`
  const name = sql<string>`lower(name)`
  await tenant
    .clients()
    .where(sql`lower(clients.email)`, 'in', named('client'))
    .select('clients.id')
    .orderBy('clients.id')
    .forShare()
    .execute()
  await tx.selectFrom('vendors').where(name, 'in', named('vendor')).select('id').forKeyShare().execute()
  await tx.selectFrom('models').where(name, 'in', named('model')).select('id').forKeyShare().execute()
  await tenant
    .batches()
    .where(sql`lower(batches.name)`, 'in', named('batch'))
    .select('batches.id')
    .forKeyShare()
    .execute()
  await tx.selectFrom('bunches').where(name, 'in', named('bunch')).select('id').forKeyShare().execute()
}

/** What stands behind the names of each combination that occurs: `roster_names`, gone with the transaction. */
async function nameRecords(tx: Db, caller: Caller, { table }: Staging): Promise<void> {
  const { levels } = caller
  const tenant = tenantOf(tx, caller)
  const batches = tenant
    .batches()
    .select(eb => [
      'batches.vendor_id',
      'batches.model_id',
      sql<string>`lower(batches.name)`.as('name'),
      eb.fn.min('batches.id').as('id'),
      eb.fn.countAll().as('number'),
    ])
    .groupBy(['batches.vendor_id', 'batches.model_id', sql`lower(batches.name)`])
  const clients = tenant
    .clients()
    .where('clients.level', '>=', levels.client)
    .where('clients.level', '<', levels.vendor)
    .select(['clients.id', 'clients.vendor_id', sql<string>`lower(clients.email)`.as('email')])
  const isClient = !reaches(caller.level, 'vendor', levels)
  // Whatever columns config opens: only masters say whose a device is (decision 25).
  const named = isMaster(caller) ? sql`c.vendor` : sql`''`

  await sql`
    create temporary table roster_names on commit drop as
    with combinations as (select distinct vendor, client, model, batch, bunch from ${table}),
    vendors_named as (
      select lower(name) as name, min(id) as id, count(*) as number from vendors where id <> 0 group by 1),
    batches_named as (${batches}),
    clients_named as (${clients}),
    bunches_named as (
      select batch_id, lower(name) as name, min(id) as id, count(*) as number from bunches group by 1, 2),
    owned as (
      select c.*, m.id as model_id, coalesce(v.number, 0) as vendor_number,
        case when ${named} = '' then ${sql.lit(caller.vendor)} when v.number = 1 then v.id end as vendor_id
      from combinations c
      left join vendors_named v on ${named} <> '' and v.name = lower(${named})
      left join models m on lower(m.name) = lower(c.model)),
    grouped as (
      select o.*, b.id as batch_id, coalesce(b.number, 0) as batch_number,
        case when o.client <> '' then k.id ${isClient ? sql`else ${sql.lit(caller.id)}` : sql``} end as client_id,
        exists (select from batches_named other
          where other.vendor_id = o.vendor_id and other.name = lower(o.batch)) as batch_elsewhere
      from owned o
      left join batches_named b
        on o.batch <> '' and b.vendor_id = o.vendor_id and b.model_id = o.model_id and b.name = lower(o.batch)
      left join clients_named k on o.client <> '' and k.vendor_id = o.vendor_id and k.email = o.client)
    select g.*, u.id as bunch_id, coalesce(u.number, 0) as bunch_number
    from grouped g
    left join bunches_named u on g.bunch <> '' and u.batch_id = g.batch_id and u.name = lower(g.bunch)
  `.execute(tx)
  await sql`analyze roster_names`.execute(tx)
}

const isMaster = ({ level, levels }: Caller) => reaches(level, 'master', levels)

const NAMES = sql`using (vendor, client, model, batch, bunch)`

/** The first rows that the records do not allow, and how many there are. Nobody is told whose a registered device is. */
async function misfits(
  tx: Db,
  caller: Caller,
  { table }: Staging,
  header: RosterReader,
  limit: number,
): Promise<{ found: RosterProblem[]; total: number }> {
  const { rows } = await sql<{
    line: number
    field: string
    value: string
    code: RosterProblemCode
    total: number
  }>`
    with misfit as (
      select s.line, p.field, p.value, p.code
      from ${table} s join roster_names n ${NAMES}
      cross join lateral (values
        ('vendor', n.vendor, case
          when n.vendor = '' then null
          when ${sql.lit(!isMaster(caller))} then 'forbidden'
          when n.vendor_number = 1 then null
          when n.vendor_number = 0 then 'vendorUnknown' else 'vendorAmbiguous' end),
        ('client', n.client, case
          when n.client <> '' and n.vendor_id is not null and n.client_id is null then 'clientUnknown' end),
        ('model', n.model, case when n.model <> '' and n.model_id is null then 'modelUnknown' end),
        ('batch', n.batch, case
          when n.batch = '' or n.model_id is null or n.vendor_id is null or n.batch_number = 1 then null
          when n.batch_number > 1 then 'batchAmbiguous'
          when n.batch_elsewhere then 'batchOtherModel' else 'batchUnknown' end),
        ('bunch', n.bunch, case
          when n.bunch = '' or n.batch_id is null or n.batch_number > 1 or n.bunch_number = 1 then null
          when n.bunch_number = 0 then 'bunchUnknown' else 'bunchAmbiguous' end)
      ) p (field, value, code)
      where p.code is not null
      union all
      select s.line, 'id', s.id, 'imeiTaken' from ${table} s join devices d on d.id = s.id
      union all
      select s.line, 'isdn', s.isdn, 'phoneTaken' from ${table} s join devices d on d.isdn = s.isdn)
    select line, field, value, code, count(*) over () as total
    from misfit
    order by line, array_position(array['id', 'isdn', 'model', 'batch', 'bunch', 'vendor', 'client'], field)
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

async function insertDevices(tx: Db, { table }: Staging): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into devices (id, isdn, serial, vendor_id, client_id, model_id, batch_id, bunch_id,
      version, release, edition, modem_apn, modem_band, sido, extra)
    select s.id, s.isdn, s.serial, n.vendor_id, n.client_id, n.model_id, n.batch_id, n.bunch_id,
      s.version, s.release, s.edition, s.modem_apn, s.modem_band, nullif(s.sido, ''), s.extra
    from ${table} s join roster_names n ${NAMES}
    order by s.line`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
