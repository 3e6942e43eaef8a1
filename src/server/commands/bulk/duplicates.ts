/** Values that only one device may have (`unique` of config), where many devices are changed at once. */
import { type RawBuilder, sql } from 'kysely'
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import { isNothing } from '../../../engine/values'
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
import { type Duplicate, findDuplicates, lockRule } from '../records/unique'
import { misfitRefusal, rowError } from './judge'
import type { BulkPlan } from './patch'
import type { BulkSettings } from './settings'
import { isRestorable, type Undoing } from './store'

/**
 * @throws Refusal 422 for a value that several devices would have, and only one may; asked before anything is stored
 */
export function refuseOneForMany(
  resource: CompiledResource,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const { field, fields } of uniqueRules(resource))
    if (fields.length === 1 && Object.hasOwn(values, field.name) && !isNothing(field, values[field.name]))
      throw fieldRefusal(field.name, 'bulk.onlyOnce')
}

/** What staged devices become, as SQL over `devices` and `bulk_rows`. */
interface Became {
  /** A column by its name on the wire; undefined where it does not change. */
  column(name: string): RawBuilder<unknown> | undefined
  extra: RawBuilder<unknown>
}

const asSet = ({ patch: { columns, extra, keys } }: BulkPlan): Became => ({
  column: name => (Object.hasOwn(columns, name) ? sql`${columns[name] ?? null}::text` : undefined),
  extra: sql`((devices.extra - ${[...keys]}::text[]) || ${JSON.stringify(extra)}::jsonb)`,
})

/** Each by itself: what was judged of it. */
const asJudged: Became = {
  column: name =>
    sql`(case when bulk_rows.after -> 'columns' ? ${sql.lit(name)} then bulk_rows.after -> 'columns' ->> ${sql.lit(name)}
      else ${sql.ref(`devices.${columnOf('devices', name)}`)}::text end)`,
  extra: sql`(bulk_rows.after -> 'extra')`,
}

const asBefore = ({ columns, keys }: BulkPatch): Became => ({
  column: name =>
    Object.hasOwn(columns, name) ? sql`(bulk_rows.before -> 'columns' ->> ${sql.lit(name)})` : undefined,
  extra: sql`((devices.extra - ${[...keys]}::text[]) || (bulk_rows.before -> 'extra'))`,
})

/** The staged devices as `Incoming` of a rule. */
function incoming(
  tenant: Tenant,
  rule: UniqueRule,
  bulk: number,
  became: Became,
  { line, only }: { line?: RawBuilder<unknown>; only?: RawBuilder<boolean> } = {},
): RawBuilder<unknown> {
  const read = (field: CompiledField) =>
    field.storage === 'extra'
      ? extraValue(became.extra, field)
      : (became.column(field.name) ?? storedOf(rule)(field))
  const vendor = sql`coalesce(${became.column('vendor') ?? null}::integer, devices.vendor_id)`
  const rows = tenant
    .devices()
    .innerJoin('bulk_rows', 'bulk_rows.device_id', 'devices.id')
    .where('bulk_rows.bulk_id', '=', bulk)
    .where(only ?? sql<boolean>`true`)
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

/**
 * Locks the staged devices before any key, in the order in which a save of one of them locks both: otherwise the two
 * would deadlock.
 */
async function lockStaged(tenant: Tenant, bulk: number): Promise<void> {
  const staged = tenant
    .devices()
    .where(sql<boolean>`devices.id in (select device_id from bulk_rows where bulk_id = ${bulk})`)
    .select('devices.id')
    .orderBy('devices.id')
    .forUpdate()
  await tenant.from(staged).select(sql`count(*)`.as('count')).execute()
}

/**
 * Keeps the values from everybody else until the transaction ends, and looks whether they are free.
 *
 * @throws Refusal 422 naming the first devices that would be duplicates
 */
export async function refuseDuplicates(
  tx: Db,
  tenant: Tenant,
  bulk: number,
  plan: BulkPlan,
  settings: BulkSettings,
): Promise<void> {
  const { resource, server } = settings
  const { columns, keys } = plan.patch
  const rules = rulesTouchedBy(resource, [...Object.keys(columns), ...keys])
  if (rules.length > 0) await lockStaged(tenant, bulk)
  for (const rule of rules) {
    const rows = incoming(tenant, rule, bulk, plan.eachByItself ? asJudged : asSet(plan))
    await lockRule(tx, rule, rows)
    const found = await findDuplicates(tx, tenant, rule, { rows, limit: server.rowErrors })
    if (found.length === 0) continue
    const { label, unique } = rule.field
    const params = { name: label[settings.locale] }
    const problem = { code: 'bulk.duplicate', params, ...(unique?.message && { message: unique.message }) }
    const named = found.map(({ id }) => rowError(id ?? '', problem, settings))
    throw misfitRefusal(named, found[0]!.total, settings)
  }
}

/** For a sheet that changes devices: the lines whose values other devices or other lines have. */
export async function findInSheet(
  tx: Db,
  tenant: Tenant,
  rule: UniqueRule,
  bulk: number,
  { limit, lock }: { limit: number; lock: boolean },
): Promise<Duplicate[]> {
  const line = sql`(bulk_rows.after ->> 'line')`
  const rows = incoming(tenant, rule, bulk, asJudged, { line })
  if (lock) {
    await lockStaged(tenant, bulk)
    await lockRule(tx, rule, rows)
  }
  return findDuplicates(tx, tenant, rule, { rows, limit })
}

/** More are not looked for at once. */
const STEP = 10_000

/** Devices whose former value another device has by now. Until the transaction ends no other device gets one. */
export async function findTakenSince(
  tx: Db,
  tenant: Tenant,
  resource: CompiledResource,
  change: Undoing,
): Promise<string[]> {
  const { columns, keys } = change.patch
  const rules = rulesTouchedBy(resource, [...Object.keys(columns), ...keys])
  const taken: string[] = []
  const back = (rule: UniqueRule) => {
    const only = sql<boolean>`(${isRestorable(tenant, change)} and devices.id <> all(${[...taken]}::text[]))`
    return incoming(tenant, rule, change.id, asBefore(change.patch), { only })
  }
  if (rules.length > 0) await lockStaged(tenant, change.id)
  for (const rule of rules) await lockRule(tx, rule, back(rule))
  // A device that stays for one rule keeps its value of the others too. Each pass adds devices or is the last.
  for (let before = -1; before < taken.length; ) {
    before = taken.length
    for (const rule of rules)
      for (;;) {
        const rows = back(rule)
        const found = await findDuplicates(tx, tenant, rule, { rows, limit: STEP })
        if (found.length === 0) break
        taken.push(
          ...(await withFollowers(
            tx,
            rows,
            found.flatMap(({ id }) => id ?? []),
          )),
        )
      }
  }
  return taken
}

/** Devices that stay as they are, and those that would get a value that one of these keeps, and so on. */
async function withFollowers(tx: Db, rows: RawBuilder<unknown>, ids: readonly string[]): Promise<string[]> {
  const { rows: found } = await sql<{ id: string }>`
    with recursive incoming as materialized (${rows}),
    staying as (
      select id, former from incoming where id = any(${[...ids]}::text[])
      union
      select i.id, i.former from incoming i join staying s on i.key = s.former
        where i.key is distinct from i.former)
    select id from staying`.execute(tx)
  return found.map(({ id }) => id)
}
