/**
 * Validates a change for each staged device: batch, bunch and client by SQL conditions over all devices; rules of
 * config by the validator, one device at a time.
 */
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { RowError } from '../../../contract/envelope'
import { fill, pick } from '../../../engine/i18n'
import type { FieldProblem } from '../../../engine/validation/validateRecord'
import type { Caller } from '../../caller'
import { fieldRefusal, Refusal } from '../../refusal'
import { countRows } from '../../store/counts'
import type { Db } from '../../store/database'
import { type DeviceRow, deviceRows } from '../../store/devices/deviceRows'
import { withConcealed } from '../../store/records/reach'
import type { StoredRow } from '../../store/records/sources'
import { viewOf, visibleRecord } from '../../store/records/visible'
import type { BulkPatch } from '../../store/schema'
import { allOf } from '../../store/sql'
import type { Tenant } from '../../store/tenancy'
import type { ChangeSettings } from '../changes/job'
import { acceptRecord, referenceProblemsOfMany } from '../records/acceptRecord'
import { leavesGroup } from '../records/rules/devices'
import { type BulkPlan, deviceColumn, patchColumns } from './patch'

/** A condition that every device must meet, and the error code if it does not. */
export interface DeviceCondition {
  holds: RawBuilder<boolean>
  code: string
}

/** SQL for the new value of a column. */
function newValue({ patch: { columns }, isPerDevice }: BulkPlan, name: string): RawBuilder<number | null> {
  const current = sql.ref<number | null>(`devices.${deviceColumn(name)}`)
  if (!isPerDevice) return name in columns ? sql`${columns[name] ?? null}::integer` : current
  const after = sql`bulk_rows.after -> 'columns'`
  return sql`case when ${after} ? ${sql.lit(name)} then (${after} ->> ${sql.lit(name)})::integer else ${current} end`
}

/**
 * The conditions for the new batch, bunch and client: same vendor as the device, and same model as the batch. Locks
 * these records until the transaction ends.
 *
 * @param setColumns the new values by their API names
 * @throws Refusal 422 for an unknown batch, bunch or client, or one out of scope
 */
export async function conditionsOf(
  tenant: Tenant,
  plan: BulkPlan,
  setColumns: BulkPatch['columns'],
): Promise<DeviceCondition[]> {
  const { batch_id: batch, bunch_id: bunch, client } = setColumns
  const conditions: DeviceCondition[] = []
  /** Adds a condition for the devices that get this value; the others need not meet it. */
  const addCondition = (name: string, value: unknown, condition: RawBuilder<boolean>, code: string) =>
    conditions.push({
      holds: sql<boolean>`(${newValue(plan, name)} is distinct from ${value}::integer or ${condition})`,
      code,
    })
  // A bunch requires its batch.
  if (bunch && plan.values.batch_id !== undefined && !batch) throw fieldRefusal('bunch_id', 'field.choice')
  if (batch) {
    const row = await tenant
      .batches()
      .where('batches.id', '=', Number(batch))
      .select(['batches.model_id', 'batches.vendor_id'])
      .forShare()
      .executeTakeFirst()
    if (!row) throw fieldRefusal('batch_id', 'field.choice')
    const { model_id, vendor_id } = row
    const condition = sql<boolean>`(devices.model_id = ${model_id} and devices.vendor_id = ${vendor_id})`
    addCondition('batch_id', batch, condition, 'device.batchOther')
  }
  if (bunch) {
    const row = await tenant
      .bunches()
      .where('bunches.id', '=', Number(bunch))
      .select('bunches.batch_id')
      .forShare('bunches')
      .executeTakeFirst()
    if (!row || (batch && row.batch_id !== batch)) throw fieldRefusal('bunch_id', 'field.choice')
    const condition = sql<boolean>`(${newValue(plan, 'batch_id')} = ${row.batch_id})`
    addCondition('bunch_id', bunch, condition, 'device.bunchOther')
  }
  if (client) {
    const row = await tenant
      .owners()
      .where('clients.id', '=', Number(client))
      .select('clients.vendor_id')
      .forShare()
      .executeTakeFirst()
    if (!row) throw fieldRefusal('client', 'field.choice')
    addCondition('client', client, sql<boolean>`(devices.vendor_id = ${row.vendor_id})`, 'device.clientOther')
  }
  return conditions
}

/**
 * Leaves out the devices that violate a condition, if their number is exactly `leaveOut`.
 *
 * @returns how many are left out
 * @throws Refusal 422 with the first of these devices and their number, if their number is not `leaveOut`
 */
export async function refuseConflicts(
  tenant: Tenant,
  db: Db,
  bulk: number,
  conditions: readonly DeviceCondition[],
  { settings, leaveOut }: { settings: ChangeSettings; leaveOut: number },
): Promise<number> {
  if (conditions.length === 0) return 0
  const violating = (holds: RawBuilder<boolean>) =>
    tenant
      .devices()
      .innerJoin('bulk_rows', 'bulk_rows.record_id', 'devices.id')
      .where('bulk_rows.bulk_id', '=', bulk)
      .where(sql<boolean>`(${holds}) is not true`)
  const anyViolated = violating(
    sql.join(
      conditions.map(({ holds }) => holds),
      sql` and `,
    ),
  )
  const total = await countRows(anyViolated)
  if (total === leaveOut) {
    if (total > 0) await leaveOutRows(db, bulk, anyViolated.select('devices.id'))
    return total
  }
  if (total === 0) return 0
  const rows: RowError[] = []
  for (const { holds, code } of conditions) {
    const conflicts = await violating(holds)
      .select('devices.id')
      .orderBy('devices.id')
      .limit(settings.config.server.rowErrors)
      .execute()
    rows.push(...conflicts.map(({ id }) => rowError(id, { code, params: {} }, settings)))
  }
  throw conflictRefusal(rows, total, settings)
}

/** Removes devices from `bulk_rows`. @param ids SQL for the ids of the devices */
const leaveOutRows = (db: Db, bulk: number, ids: Expression<unknown>) =>
  sql`delete from bulk_rows where bulk_id = ${bulk} and record_id in (${ids})`.execute(db)

/** @param total the number of conflicts, of which `rows` may have only the first; they are numbered from 1 */
export function conflictRefusal(
  rows: readonly RowError[],
  total: number,
  { config }: ChangeSettings,
): Refusal {
  const first = rows.slice(0, config.server.rowErrors).map((row, index) => ({ ...row, row: index + 1 }))
  return new Refusal(422, 'bulk.rows', { total }, { rows: first, rowsTotal: total })
}

/** The problem of a device, named by its IMEI. `conflictRefusal` sets the number of the row. */
export function rowError(
  id: string,
  { code, params, message }: FieldProblem,
  settings: ChangeSettings,
): RowError {
  const { translate, locale, resource } = settings
  const column = pick(resource.fields.id?.label ?? { ko: 'IMEI', en: 'IMEI' }, locale)
  const text = message ? fill(pick(message, locale), params) : translate(locale, `errors.${code}`, params)
  return { row: 1, column, value: id, code, message: text }
}

/** Devices that are read and validated at a time. */
const DEVICES_PER_STEP = 1_000

/**
 * Validates each staged device like a save of it, except for batch, bunch and client (`conditionsOf`), and stores its
 * new values.
 *
 * @returns `setColumns`: the values that at least one device gets, by API name (rules of config can drop or clear a
 *   value, but not replace it); `leftOut`: the number of devices that are left out because of problems
 * @throws Refusal 422 with the first devices with problems, if there are more than `leaveOut`
 */
export async function validateEach(
  tenant: Tenant,
  db: Db,
  bulk: number,
  {
    caller,
    plan,
    settings,
    leaveOut,
    report,
  }: {
    caller: Caller
    plan: BulkPlan
    settings: ChangeSettings
    leaveOut: number
    report: (validated: number) => Promise<void>
  },
): Promise<{ setColumns: BulkPatch['columns']; leftOut: number }> {
  const { resource } = settings
  const { shared: config } = settings.config
  let setColumns: BulkPatch['columns'] = {}
  const view = viewOf({ config, resource })
  const rows: RowError[] = []
  const invalidIds: string[] = []
  for (let lastId = '', done = 0; ; ) {
    const devices = (await tenant
      .from(deviceRows(tenant))
      .innerJoin('bulk_rows', 'bulk_rows.record_id', 'row.id')
      .where(allOf([sql`bulk_rows.bulk_id = ${bulk}`, sql`"row".id > ${lastId}`]))
      .selectAll('row')
      .orderBy('row.id')
      .limit(DEVICES_PER_STEP)
      .execute()) as unknown as (StoredRow & { id: string })[]
    const newValues: { id: string; after: unknown }[] = []
    const read = devices.map(row => ({ row, current: visibleRecord(row, view) }))
    const completed = await withConcealed(
      tenant,
      { config, resource },
      caller.level,
      read.map(({ current }) => ({ input: plan.values, current })),
    )
    const validated = read.map(({ row, current }, index) => {
      const { input } = completed[index]!
      const accepted = acceptRecord({ resource, input, current, extra: row.extra }, caller, config)
      const future = { ...accepted.extra, ...accepted.values }
      return { row, accepted, current, future, vendor: row.vendor_id }
    })
    const referenceProblems = await referenceProblemsOfMany(tenant, resource, validated)
    for (const [index, { row, accepted }] of validated.entries()) {
      const problems = Object.values({
        ...completed[index]!.problems,
        ...referenceProblems[index],
        ...accepted.problems,
      })
      if (problems[0]) invalidIds.push(row.id)
      if (problems[0] && rows.length < settings.config.server.rowErrors)
        rows.push(rowError(row.id, problems[0], settings))
      const columns = { ...patchColumns(accepted.values), ...clearedGroup(row, plan.values) }
      setColumns = {
        ...setColumns,
        ...Object.fromEntries(Object.entries(columns).filter(([, value]) => value)),
      }
      newValues.push({ id: row.id, after: { columns, extra: accepted.extra } })
    }
    await storeNewValues(db, bulk, newValues)
    done += devices.length
    await report(done)
    if (devices.length < DEVICES_PER_STEP) break
    lastId = devices.at(-1)!.id
  }
  if (invalidIds.length > leaveOut) throw conflictRefusal(rows, invalidIds.length, settings)
  if (invalidIds.length > 0) await leaveOutRows(db, bulk, sql`select unnest(${invalidIds}::text[])`)
  return { setColumns, leftOut: invalidIds.length }
}

/**
 * Clears the group of a device that gets a client, if the group belongs to another client and the change names no
 * group.
 */
const clearedGroup = (row: StoredRow, { client, batch_id }: BulkPlan['values']): BulkPatch['columns'] =>
  client !== undefined &&
  batch_id === undefined &&
  leavesGroup(row as unknown as DeviceRow, Math.max(Number(client), 0))
    ? { batch_id: null, bunch_id: null }
    : {}

async function storeNewValues(db: Db, bulk: number, after: readonly object[]): Promise<void> {
  await sql`
    update bulk_rows set after = validated.after
    from jsonb_to_recordset(${JSON.stringify(after)}::jsonb) as validated (id text, after jsonb)
    where bulk_rows.bulk_id = ${bulk} and bulk_rows.record_id = validated.id`.execute(db)
}
