/**
 * What does not fit, device by device: groups and clients by conditions over all of them, and what rules of config make
 * of a single device by the validator itself.
 */
import { type RawBuilder, sql } from 'kysely'
import type { RowError } from '../../../contract/envelope'
import { fill, pick } from '../../../engine/i18n'
import type { FieldProblem } from '../../../engine/validation/validateRecord'
import type { Caller } from '../../caller'
import { fieldRefusal, Refusal } from '../../refusal'
import type { Db } from '../../store/database'
import { deviceRows } from '../../store/devices/deviceRows'
import type { StoredRow } from '../../store/records/sources'
import { viewOf, visibleRecord } from '../../store/records/visible'
import type { BulkPatch } from '../../store/schema'
import { allOf } from '../../store/sql'
import type { Tenant } from '../../store/tenancy'
import { acceptRecord, referenceProblemsOfMany } from '../records/acceptRecord'
import { type BulkPlan, deviceColumn, patchColumns } from './patch'
import type { BulkSettings } from './settings'

/** A condition that every device has to meet, and what is wrong with one that does not. */
export interface Fit {
  holds: RawBuilder<boolean>
  code: string
}

/** What a staged device has in a column once the change is stored. */
function becomes({ patch: { columns }, eachByItself }: BulkPlan, name: string): RawBuilder<number | null> {
  const now = sql.ref<number | null>(`devices.${deviceColumn(name)}`)
  if (!eachByItself) return name in columns ? sql`${columns[name] ?? null}::integer` : now
  const after = sql`bulk_rows.after -> 'columns'`
  return sql`case when ${after} ? ${sql.lit(name)} then (${after} ->> ${sql.lit(name)})::integer else ${now} end`
}

/**
 * What the group and the client ask of a device that gets them: that it is of their vendor, and of the group's model.
 * Both stay as they are until the transaction ends.
 *
 * @param given what devices get, by the names of the wire
 * @throws Refusal 422 for a group, bunch or client that is not there, or out of scope
 */
export async function fitsOf(
  tenant: Tenant,
  { levels }: Caller,
  plan: BulkPlan,
  given: BulkPatch['columns'],
): Promise<Fit[]> {
  const { batch_id: batch, bunch_id: bunch, client } = given
  const fits: Fit[] = []
  const ask = (name: string, value: unknown, asked: RawBuilder<boolean>, code: string) =>
    fits.push({
      holds: sql<boolean>`(${becomes(plan, name)} is distinct from ${value}::integer or ${asked})`,
      code,
    })
  // No bunch without its group.
  if (bunch && plan.values.batch_id !== undefined && !batch) throw fieldRefusal('bunch_id', 'field.choice')
  if (batch) {
    const found = await tenant
      .batches()
      .where('batches.id', '=', Number(batch))
      .select(['batches.model_id', 'batches.vendor_id'])
      .forShare()
      .executeTakeFirst()
    if (!found) throw fieldRefusal('batch_id', 'field.choice')
    const { model_id, vendor_id } = found
    const asked = sql<boolean>`(devices.model_id = ${model_id} and devices.vendor_id = ${vendor_id})`
    ask('batch_id', batch, asked, 'device.batchOther')
  }
  if (bunch) {
    const found = await tenant
      .bunches()
      .where('bunches.id', '=', Number(bunch))
      .select('bunches.batch_id')
      .forShare('bunches')
      .executeTakeFirst()
    if (!found || (batch && found.batch_id !== batch)) throw fieldRefusal('bunch_id', 'field.choice')
    const asked = sql<boolean>`(${becomes(plan, 'batch_id')} = ${found.batch_id})`
    ask('bunch_id', bunch, asked, 'device.bunchOther')
  }
  if (client) {
    const found = await tenant
      .clients()
      .where('clients.id', '=', Number(client))
      .where('clients.level', '>=', levels.client)
      .where('clients.level', '<', levels.vendor)
      .select('clients.vendor_id')
      .forShare()
      .executeTakeFirst()
    if (!found) throw fieldRefusal('client', 'field.choice')
    ask('client', client, sql<boolean>`(devices.vendor_id = ${found.vendor_id})`, 'device.clientOther')
  }
  return fits
}

/** @throws Refusal 422 naming the first devices that do not fit, with their number */
export async function refuseMisfits(
  tenant: Tenant,
  bulk: number,
  fits: readonly Fit[],
  settings: BulkSettings,
): Promise<void> {
  const rows: RowError[] = []
  let total = 0
  for (const { holds, code } of fits) {
    const conflicts = await tenant
      .devices()
      .innerJoin('bulk_rows', 'bulk_rows.device_id', 'devices.id')
      .where('bulk_rows.bulk_id', '=', bulk)
      .where(sql<boolean>`(${holds}) is not true`)
      .select(['devices.id', sql<number>`count(*) over ()`.as('count')])
      .orderBy('devices.id')
      .limit(settings.server.rowErrors)
      .execute()
    total += conflicts[0]?.count ?? 0
    rows.push(...conflicts.map(({ id }) => rowError(id, { code, params: {} }, settings)))
  }
  if (total > 0) throw misfitRefusal(rows, total, settings)
}

export function misfitRefusal(rows: readonly RowError[], total: number, { server }: BulkSettings): Refusal {
  const first = rows.slice(0, server.rowErrors).map((row, at) => ({ ...row, row: at + 1 }))
  return new Refusal(422, 'bulk.rows', { total }, { rows: first, rowsTotal: total })
}

export function rowError(
  id: string,
  { code, params, message }: FieldProblem,
  settings: BulkSettings,
): RowError {
  const { translate, locale, resource } = settings
  const column = pick(resource.fields.id?.label ?? { ko: 'IMEI', en: 'IMEI' }, locale)
  const said = message ? fill(pick(message, locale), params) : translate(locale, `errors.${code}`, params)
  return { row: 1, column, value: id, code, message: said }
}

/** How many devices are read and judged at once. */
const STEP = 1_000

/**
 * Judges each of the staged devices as a save of it would, but for its group, bunch and client (`fitsOf`), and keeps
 * what it becomes.
 *
 * @returns the columns that any of them is given; rules of config can leave one out or empty it, not choose another
 *   value
 * @throws Refusal 422 naming the first devices with problems
 */
export async function judgeEach(
  tenant: Tenant,
  db: Db,
  bulk: number,
  {
    caller,
    plan,
    settings,
    report,
  }: {
    caller: Caller
    plan: BulkPlan
    settings: BulkSettings
    report: (judged: number) => Promise<void>
  },
): Promise<BulkPatch['columns']> {
  const { config, resource } = settings
  let given: BulkPatch['columns'] = {}
  const view = viewOf({ config, resource })
  const rows: RowError[] = []
  let total = 0
  for (let last = '', done = 0; ; ) {
    const devices = (await tenant
      .from(deviceRows(tenant))
      .innerJoin('bulk_rows', 'bulk_rows.device_id', 'row.id')
      .where(allOf([sql`bulk_rows.bulk_id = ${bulk}`, sql`"row".id > ${last}`]))
      .selectAll('row')
      .orderBy('row.id')
      .limit(STEP)
      .execute()) as unknown as (StoredRow & { id: string })[]
    const after: { id: string; after: unknown }[] = []
    const judged = devices.map(row => {
      const current = visibleRecord(row, view)
      const input = plan.values
      const accepted = acceptRecord({ resource, input, current, extra: row.extra }, caller, config)
      const taken = { ...accepted.extra, ...accepted.values }
      return { row, accepted, current, taken, vendor: row.vendor_id }
    })
    const lost = await referenceProblemsOfMany(tenant, resource, judged)
    for (const [at, { row, accepted }] of judged.entries()) {
      const found = Object.values({ ...lost[at], ...accepted.problems })
      total += found.length > 0 ? 1 : 0
      if (found[0] && rows.length < settings.server.rowErrors) rows.push(rowError(row.id, found[0], settings))
      const columns = patchColumns(accepted.values)
      given = { ...given, ...Object.fromEntries(Object.entries(columns).filter(([, value]) => value)) }
      after.push({ id: row.id, after: { columns, extra: accepted.extra } })
    }
    await keepAfter(db, bulk, after)
    done += devices.length
    await report(done)
    if (devices.length < STEP) break
    last = devices.at(-1)!.id
  }
  if (total > 0) throw misfitRefusal(rows, total, settings)
  return given
}

async function keepAfter(db: Db, bulk: number, after: readonly object[]): Promise<void> {
  await sql`
    update bulk_rows set after = became.after
    from jsonb_to_recordset(${JSON.stringify(after)}::jsonb) as became (id text, after jsonb)
    where bulk_rows.bulk_id = ${bulk} and bulk_rows.device_id = became.id`.execute(db)
}
