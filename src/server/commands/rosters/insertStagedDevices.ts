/**
 * The last step of a registration: resolves names to ids, reports conflicting rows, and if there are none inserts all.
 */
import { sql } from 'kysely'
import type { RosterConflict, RosterRows } from '../../../contract/devices'
import { hasLevel } from '../../../domain/authority'
import type { CompiledConfig } from '../../../engine/compiled'
import { SECRET_COLUMN } from '../../../engine/roster'
import { type Caller, isMaster } from '../../caller'
import type { Db } from '../../store/database'
import { wrongQuery } from '../../store/records/filter'
import { tenantOf } from '../../store/tenancy'
import { refuseDevicesOutside } from '../withinRows'
import { addDuplicateRows, findDuplicateRows } from './duplicateRows'
import { type CellRow, findCells, type RosterSettings, refuseCancelled } from './rosterProblems'
import { resolveReferences } from './rosterReferences'
import { createTemporaryStaging, type StagedWork, stagedRow } from './rosterStaging'
import type { Staged } from './stageSheet'

/**
 * Inserts the staged devices.
 *
 * @param tx a transaction of `inRegistration`
 * @returns the number of inserted devices
 * @throws Refusal 409 after the sender has cancelled, 422 with the conflicting rows; nothing is stored then
 */
export async function insertStagedDevices(
  tx: Db,
  caller: Caller,
  { staging, header, problems }: Staged,
  settings: RosterSettings,
): Promise<number> {
  const work = { tx, tenant: tenantOf(tx, caller), caller, staging }
  refuseCancelled(settings)
  // The planner needs statistics of the join columns.
  await sql`analyze ${staging.table} (id, isdn, vendor, client, model, batch, bunch)`.execute(tx)
  await createCombinations(work)
  await lockNamedRecords(work)
  await resolveNames(work)
  await resolveReferences(work, {
    header,
    config: settings.shared,
    problems: { limit: problems.limit, addCells: cells => problems.addCells(cells, header) },
  })
  problems.addCells(await findConflicts(work, problems.limit), header)
  await addDuplicateRows(work, { config: settings.shared, header, problems })
  if (!problems.isEmpty) throw problems.refusal('roster.rows')
  refuseCancelled(settings)
  const added = await insertDevices(work)
  await refuseDevicesOutside(work.tenant, sql`select id from ${staging.table}`, added)
  if (header.has(SECRET_COLUMN)) await insertSecrets(work, settings.now)
  refuseCancelled(settings)
  return added
}

/** Creates the temporary table `roster_combinations`: the distinct combinations of names, far fewer than rows. */
async function createCombinations({ tx, staging: { table } }: StagedWork): Promise<void> {
  await sql`
    create temporary table roster_combinations on commit drop as
    select distinct vendor, client, model, batch, bunch from ${table}`.execute(tx)
}

/**
 * Locks the records that rows name, so that none is deleted and no client changes its vendor before the insert
 * (security 48).
 */
async function lockNamedRecords({ tenant }: StagedWork): Promise<void> {
  /** Condition: `name` occurs in this column of the sheet. */
  const isNamed = (name: string, column: string) =>
    sql<boolean>`lower(${sql.ref(name)}) in (select lower(${sql.ref(column)}) from roster_combinations)`
  await tenant
    .clients()
    .where(isNamed('clients.email', 'client'))
    .select('clients.id')
    .orderBy('clients.id')
    .forShare()
    .execute()
  for (const query of [
    tenant.vendors().where(isNamed('vendors.name', 'vendor')).select('vendors.id'),
    tenant.models().where(isNamed('models.name', 'model')).select('models.id'),
    tenant.batches().where(isNamed('batches.name', 'batch')).select('batches.id'),
    tenant.bunches().where(isNamed('bunches.name', 'bunch')).select('bunches.id'),
  ])
    await query.forKeyShare().execute()
}

/**
 * Creates the temporary table `roster_names`: each combination of names with the ids of the records that it names.
 * `owned` adds vendor and model, `grouped` the batch and client of this vendor, and the last query the bunch of this
 * batch. A count (`…_number`) other than 1 means that the name is unknown or ambiguous.
 */
async function resolveNames({ tx, tenant, caller }: StagedWork): Promise<void> {
  const idAndCount = [sql`min(id)`.as('id'), sql`count(*)`.as('number')] as const
  const vendors = tenant
    .vendors()
    .select([sql`lower(vendors.name)`.as('name'), ...idAndCount])
    .groupBy(sql`lower(vendors.name)`)
  const batches = tenant
    .batches()
    .select(['batches.vendor_id', 'batches.model_id', sql`lower(batches.name)`.as('name'), ...idAndCount])
    .groupBy(['batches.vendor_id', 'batches.model_id', sql`lower(batches.name)`])
  const bunches = tenant
    .bunches()
    .select(['bunches.batch_id', sql`lower(bunches.name)`.as('name')])
    .select([sql`min(bunches.id)`.as('id'), sql`count(*)`.as('number')])
    .groupBy(['bunches.batch_id', sql`lower(bunches.name)`])
  const clients = tenant
    .owners()
    .select(['clients.id', 'clients.vendor_id', sql<string>`lower(clients.email)`.as('email')])
  // A client owns the devices of rows that name no client.
  const isClient = !hasLevel(caller.level, 'vendor', caller.levels)
  // Only masters choose the vendor, even if config opens that column to others (decision 25).
  const vendorName = isMaster(caller) ? sql`c.vendor` : sql`''`

  await sql`
    create temporary table roster_names on commit drop as
    with vendors_named as (${vendors}),
    models_named as (${tenant.models().select(['models.id', 'models.name'])}),
    batches_named as (${batches}),
    clients_named as (${clients}),
    bunches_named as (${bunches}),
    owned as (
      select c.*, m.id as model_id, coalesce(v.number, 0) as vendor_number,
        case when ${vendorName} = '' then ${sql.lit(caller.vendor)} when v.number = 1 then v.id end as vendor_id
      from roster_combinations c
      left join vendors_named v on ${vendorName} <> '' and v.name = lower(${vendorName})
      left join models_named m on lower(m.name) = lower(c.model)),
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

const USING_NAMES = sql`using (vendor, client, model, batch, bunch)`

/**
 * The first `limit` cells that conflict with the database, each with the total of such cells. Does not disclose who
 * owns an IMEI or number that is in use.
 */
function findConflicts(
  { tx, tenant, caller, staging: { table } }: StagedWork,
  limit: number,
): Promise<CellRow[]> {
  const registered = tenant.unscoped('devices').select(['devices.id', 'devices.isdn'])
  return findCells(
    tx,
    limit,
    sql`
      select s.line, p.field, p.value, p.code
      from ${table} s join roster_names n ${USING_NAMES}
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
      select s.line, 'id', s.id, 'imeiTaken' from ${table} s join ${registered} d on d.id = s.id
      union all
      select s.line, 'isdn', s.isdn, 'phoneTaken' from ${table} s join ${registered} d on d.isdn = s.isdn`,
  )
}

async function insertDevices({ tenant, staging: { table } }: StagedWork): Promise<number> {
  const { numInsertedOrUpdatedRows } = await tenant
    .insert('devices')
    .columns([
      ...(['id', 'isdn', 'serial', 'vendor_id', 'client_id', 'model_id', 'batch_id', 'bunch_id'] as const),
      ...(['version', 'release', 'edition', 'modem_apn', 'modem_band', 'sido', 'extra'] as const),
    ])
    .expression(
      sql`select s.id, s.isdn, s.serial, n.vendor_id, n.client_id, n.model_id, n.batch_id, n.bunch_id,
          s.version, s.release, s.edition, s.modem_apn, s.modem_band, nullif(s.sido, ''), s.extra
        from ${table} s join roster_names n ${USING_NAMES}`,
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

/** Stores the secrets of the rows that have one. */
async function insertSecrets({ tx, staging: { table } }: StagedWork, now: Date): Promise<void> {
  await tx
    .insertInto('device_secrets')
    .columns(['device_id', 'hash', 'created'])
    .expression(
      sql`select s.id, s.secret, ${now.toISOString()}::timestamptz from ${table} s where s.secret <> ''`,
    )
    .execute()
}

/** The maximum number of problems returned; the rows of one request have fewer. */
const MAX_PROBLEMS = 20_000

/** `modem.band` in a request: the sheet reader sends digits only. */
const BAND = /^\d{0,9}$/

/**
 * Finds the problems of these rows.
 *
 * @throws Refusal 400 for an unknown column, or a band that is not a number
 */
export async function checkRows(
  db: Db,
  caller: Caller,
  rows: RosterRows['rows'],
  config: CompiledConfig,
): Promise<RosterConflict[]> {
  const columns = new Set(config.roster.columns.map(({ field }) => field))
  for (const { values, extra } of rows) {
    if (!BAND.test(values['modem.band'] ?? '')) throw wrongQuery('modem.band')
    for (const name of [...Object.keys(values), ...Object.keys(extra)])
      if (!columns.has(name) && !config.resources.devices?.fields[name]) throw wrongQuery(name)
  }
  const conflicts: CellRow[] = []
  await db.transaction().execute(async tx => {
    const work = { tx, tenant: tenantOf(tx, caller), caller, staging: await createTemporaryStaging(tx) }
    await work.staging.fill([rows.map(stagedRow)])
    await createCombinations(work)
    await resolveNames(work)
    await resolveReferences(work, {
      header: { has: name => columns.has(name) },
      config,
      problems: { limit: MAX_PROBLEMS, addCells: cells => void conflicts.push(...cells) },
    })
    conflicts.push(...(await findConflicts(work, MAX_PROBLEMS)))
    for (const { rule, duplicates } of await findDuplicateRows(work, config, {
      limit: MAX_PROBLEMS,
      lock: false,
    }))
      conflicts.push(
        ...duplicates.map(({ line }) => ({
          line,
          field: rule.field.name,
          value: '',
          total: duplicates.length,
          code: 'valueTaken' as const,
        })),
      )
  })
  return conflicts.map(({ line, field, code }) => ({ row: line, field, code }))
}
