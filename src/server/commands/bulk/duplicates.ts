/** Enforces `unique` of config when many devices are changed at once. */
import { type RawBuilder, sql } from 'kysely'
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import { isEmptyValue } from '../../../engine/values'
import { fieldRefusal } from '../../refusal'
import type { Db } from '../../store/database'
import {
  columnOf,
  extraValue,
  keyOf,
  rulesTouchedBy,
  storedKey,
  storedOf,
  type UniqueRule,
  uniqueRules,
} from '../../store/records/uniqueKeys'
import type { BulkPatch } from '../../store/schema'
import type { Tenant } from '../../store/tenancy'
import type { ChangeSettings } from '../changes/job'
import { type Duplicate, findDuplicates, lockRule } from '../records/unique'
import { isRestorable, type UndoneChange } from './applyStaged'
import type { BulkPlan } from './patch'
import { conflictRefusal, rowError } from './validateEach'

/** @throws Refusal 422 if several devices would get the same value of a unique field */
export function refuseOneForMany(
  resource: CompiledResource,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const { field, fields } of uniqueRules(resource))
    if (fields.length === 1 && Object.hasOwn(values, field.name) && !isEmptyValue(field, values[field.name]))
      throw fieldRefusal(field.name, 'bulk.onlyOnce')
}

/** SQL for the new values of staged devices, over `devices` and `bulk_rows`. */
interface NewValues {
  /** By the API name of the field; undefined if it does not change. */
  column(name: string): RawBuilder<unknown> | undefined
  extra: RawBuilder<unknown>
}

const plannedValues = ({ patch: { columns, extra, keys } }: BulkPlan): NewValues => ({
  column: name => (Object.hasOwn(columns, name) ? sql`${columns[name] ?? null}::text` : undefined),
  extra: sql`((devices.extra - ${[...keys]}::text[]) || ${JSON.stringify(extra)}::jsonb)`,
})

/** The values that validation has computed for each device. */
const validatedValues: NewValues = {
  column: name =>
    sql`(case when bulk_rows.after -> 'columns' ? ${sql.lit(name)} then bulk_rows.after -> 'columns' ->> ${sql.lit(name)}
      else ${sql.ref(`devices.${columnOf('devices', name)}`)}::text end)`,
  extra: sql`(bulk_rows.after -> 'extra')`,
}

const previousValues = ({ columns, keys }: BulkPatch): NewValues => ({
  column: name =>
    Object.hasOwn(columns, name) ? sql`(bulk_rows.before -> 'columns' ->> ${sql.lit(name)})` : undefined,
  extra: sql`((devices.extra - ${[...keys]}::text[]) || (bulk_rows.before -> 'extra'))`,
})

/**
 * The staged devices as rows of `Incoming` (`records/unique`).
 *
 * @param line SQL for the line number; the position by id if absent
 * @param isIncluded condition: other devices are left out
 */
function incomingRows(
  tenant: Tenant,
  rule: UniqueRule,
  bulk: number,
  newValues: NewValues,
  { line, isIncluded }: { line?: RawBuilder<unknown>; isIncluded?: RawBuilder<boolean> } = {},
): RawBuilder<unknown> {
  const read = (field: CompiledField) =>
    field.storage === 'extra'
      ? extraValue(newValues.extra, field)
      : (newValues.column(field.name) ?? storedOf(rule)(field))
  const vendor = sql`coalesce(${newValues.column('vendor') ?? null}::integer, devices.vendor_id)`
  const rows = tenant
    .devices()
    .innerJoin('bulk_rows', 'bulk_rows.record_id', 'devices.id')
    .where('bulk_rows.bulk_id', '=', bulk)
    .where(isIncluded ?? sql<boolean>`true`)
    .select([
      sql`${line ?? sql`row_number() over (order by devices.id)`}::integer`.as('line'),
      'devices.id',
      sql`${read(rule.field)}`.as('value'),
      sql`${rule.within === 'vendor' ? vendor : sql`0`}::integer`.as('vendor'),
      keyOf(rule, read, vendor).as('key'),
      storedKey(rule).as('former'),
    ])
  return sql`${rows}`
}

/** Locks the staged devices before any key, as a save of one device does: another order could deadlock. */
async function lockStaged(tenant: Tenant, bulk: number): Promise<void> {
  const staged = tenant
    .devices()
    .where(sql<boolean>`devices.id in (select record_id from bulk_rows where bulk_id = ${bulk})`)
    .select('devices.id')
    .orderBy('devices.id')
    .forUpdate()
  await tenant.from(staged).select(sql`count(*)`.as('count')).execute()
}

/**
 * Locks the new values until the transaction ends, and checks that no other device has them.
 *
 * @throws Refusal 422 naming the first devices that would be duplicates
 */
export async function refuseDuplicates(
  tx: Db,
  tenant: Tenant,
  bulk: number,
  plan: BulkPlan,
  settings: ChangeSettings,
): Promise<void> {
  const { resource, config } = settings
  const { columns, keys } = plan.patch
  const rules = rulesTouchedBy(resource, [...Object.keys(columns), ...keys])
  if (rules.length > 0) await lockStaged(tenant, bulk)
  for (const rule of rules) {
    const rows = incomingRows(tenant, rule, bulk, plan.isPerDevice ? validatedValues : plannedValues(plan))
    await lockRule(tx, rule, rows)
    const duplicates = await findDuplicates(tx, tenant, rule, { rows, limit: config.server.rowErrors })
    if (duplicates.length === 0) continue
    const { label, unique } = rule.field
    const params = { name: label[settings.locale] }
    const problem = { code: 'bulk.duplicate', params, ...(unique?.message && { message: unique.message }) }
    const errors = duplicates.map(({ id }) => rowError(id ?? '', problem, settings))
    throw conflictRefusal(errors, duplicates[0]!.total, settings)
  }
}

/**
 * Finds lines of an update sheet with a value that another device or line has.
 *
 * @param lock locks the new values until the transaction ends
 */
export async function findDuplicateLines(
  tx: Db,
  tenant: Tenant,
  rule: UniqueRule,
  bulk: number,
  { limit, lock }: { limit: number; lock: boolean },
): Promise<Duplicate[]> {
  const line = sql`(bulk_rows.after ->> 'line')`
  const rows = incomingRows(tenant, rule, bulk, validatedValues, { line })
  if (lock) {
    await lockStaged(tenant, bulk)
    await lockRule(tx, rule, rows)
  }
  return findDuplicates(tx, tenant, rule, { rows, limit })
}

const DUPLICATES_PER_QUERY = 10_000

/** Finds devices that cannot be restored since another device has their previous value. Locks these values. */
export async function findTakenValues(
  tx: Db,
  tenant: Tenant,
  resource: CompiledResource,
  change: UndoneChange,
): Promise<string[]> {
  const { columns, keys } = change.patch
  const rules = rulesTouchedBy(resource, [...Object.keys(columns), ...keys])
  const taken: string[] = []
  const restoredRows = (rule: UniqueRule) => {
    const isIncluded = sql<boolean>`(${isRestorable(tenant, change)} and devices.id <> all(${[...taken]}::text[]))`
    return incomingRows(tenant, rule, change.id, previousValues(change.patch), { isIncluded })
  }
  if (rules.length > 0) await lockStaged(tenant, change.id)
  for (const rule of rules) await lockRule(tx, rule, restoredRows(rule))
  // A device that is not restored keeps its current values, which may exclude further devices: repeat until no more
  // are found.
  for (let countBefore = -1; countBefore < taken.length; ) {
    countBefore = taken.length
    for (const rule of rules)
      for (;;) {
        const rows = restoredRows(rule)
        const duplicates = await findDuplicates(tx, tenant, rule, { rows, limit: DUPLICATES_PER_QUERY })
        if (duplicates.length === 0) break
        const ids = duplicates.flatMap(({ id }) => id ?? [])
        taken.push(...(await withFollowers(tx, rows, ids)))
      }
  }
  return taken
}

/** Returns these devices, which keep their values, and recursively each device that would get one of these values. */
async function withFollowers(tx: Db, rows: RawBuilder<unknown>, ids: readonly string[]): Promise<string[]> {
  const { rows: staying } = await sql<{ id: string }>`
    with recursive incoming as materialized (${rows}),
    staying as (
      select id, former from incoming where id = any(${[...ids]}::text[])
      union
      select i.id, i.former from incoming i join staying s on i.key = s.former
        where i.key is distinct from i.former)
    select id from staying`.execute(tx)
  return staying.map(({ id }) => id)
}
