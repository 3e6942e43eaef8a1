/**
 * Enforces `unique` of config. A save that gives a record a key takes an advisory lock on that key until the
 * transaction ends, and looks for the key under the lock: of two simultaneous saves, the second sees the committed key
 * of the first (decision 385).
 */
import { type RawBuilder, sql } from 'kysely'
import type { CompiledResource } from '../../../engine/compiled'
import { isSameValue, valueAt } from '../../../engine/recordValue'
import type { FieldProblem } from '../../../engine/validation/validateRecord'
import { type Problems, Refusal, refuseProblems } from '../../refusal'
import type { Db } from '../../store/database'
import { isDuplicate } from '../../store/failures'
import type { RecordKey, StoredRow, Wire } from '../../store/records/sources'
import type { RecordTableName } from '../../store/records/tables'
import { ofResource, storedKey, type UniqueRule, uniqueRules, vendorOf } from '../../store/records/uniqueKeys'
import type { RecordContext } from '../../store/records/visible'
import { inIds } from '../../store/sql'
import type { Tenant } from '../../store/tenancy'
import { rulesOf } from './rules'
import type { ComparedValue } from './writeRules'

/** A written record, with its versions in the API and its vendor; `before` is absent for a new one. */
interface Written {
  id: RecordKey
  before?: RecordState | undefined
  after?: RecordState
}

type RecordState = { wire: Readonly<Wire>; row: Pick<StoredRow, 'vendor_id'> }

/**
 * Finds written records with a value of another record; of two written records with the same value, the later one. Call
 * it in the transaction, after the records were written. Unchanged values are not checked, so that records which are
 * duplicates already can still be edited.
 *
 * @param isPart whether more records are written in the same transaction. Then the rule is locked instead of each key,
 *   since the database has a limited number of locks, and built-in values are checked, since their constraint waits
 * @returns the problems by id; records without problems are missing
 */
export async function findTaken(
  tx: Db,
  tenant: Tenant,
  { resource }: Pick<RecordContext, 'resource'>,
  written: readonly Written[],
  isPart: boolean,
): Promise<Map<RecordKey, Problems>> {
  const found = new Map<RecordKey, Problems>()
  /** Adds the problems of the records whose values have changed and are taken. */
  const check = async (
    compared: Compared,
    isSame: (before: RecordState, after: RecordState) => boolean,
    problems: Problems,
    lock?: (rows: RawBuilder<unknown>) => Promise<void>,
  ) => {
    const ids = written.flatMap(({ id, before, after }) =>
      before && after && isSame(before, after) ? [] : [id],
    )
    if (ids.length === 0) return
    const rows = writtenRows(tenant, compared, ids)
    await lock?.(rows)
    for (const { line } of await findAmong(tx, tenant, compared, { rows, limit: ids.length })) {
      const id = ids[line - 1]!
      found.set(id, { ...found.get(id), ...problems })
    }
  }
  const { unique, table } = rulesOf(resource)
  if (unique && isPart) {
    const names = Object.keys(unique.taken)
    await check({ ...unique, table }, (...states) => hasSameValues(names, ...states), unique.taken)
  }
  for (const rule of uniqueRules(resource))
    await check(
      comparedBy(rule),
      (...states) => isSame(rule, ...states),
      { [rule.field.name]: takenProblem(rule) },
      rows => (isPart ? lockRule(tx, rule, rows) : lockKeys(tx, rule, rows)),
    )
  return found
}

/** @throws Refusal 422 at each field with a value of another record */
export async function refuseTaken(...args: Parameters<typeof findTaken>): Promise<void> {
  const [problems] = (await findTaken(...args)).values()
  refuseProblems(problems ?? {})
}

const takenProblem = ({ field: { unique } }: UniqueRule): FieldProblem => ({
  code: 'field.taken',
  params: {},
  ...(unique?.message && { message: unique.message }),
})

const isSame = ({ fields, within }: UniqueRule, before: RecordState, after: RecordState) =>
  (within === 'everywhere' || before.row.vendor_id === after.row.vendor_id) &&
  hasSameValues(
    fields.map(({ name }) => name),
    before,
    after,
  )

const hasSameValues = (names: readonly string[], before: RecordState, after: RecordState) =>
  names.every(name => isSameValue(valueAt(before.wire, name), valueAt(after.wire, name)))

interface Compared extends ComparedValue {
  table: RecordTableName
  /** SQL for the vendor within which the values are unique. */
  vendor?: RawBuilder<number>
}

const comparedBy = (rule: UniqueRule): Compared => ({
  table: rule.table,
  key: storedKey(rule),
  vendor: vendorOf(rule),
  where: ofResource(rule),
})

/** Records that were written, as rows of `Incoming`; the line is their place in `ids`. */
function writtenRows(
  tenant: Tenant,
  { table, key, vendor = sql<number>`0`, where = sql<boolean>`true` }: Compared,
  ids: readonly RecordKey[],
): RawBuilder<unknown> {
  const id = sql.ref(`${table}.id`)
  const type = sql.raw(typeof ids[0] === 'number' ? 'bigint' : 'text')
  return sql`${tenant
    .unscoped(table as 'models')
    .where(where)
    .where(inIds(id, ids))
    .select([sql`array_position(${[...ids]}::${type}[], ${id})`.as('line'), sql`${id}::text`.as('id')])
    .select([sql`null::text`.as('value'), vendor.as('vendor'), key.as('key'), sql`null::text`.as('former')])}`
}

/** Lets the built-in unique value of the resource wait for the end of the transaction (`refuseDeferred`). */
export async function deferUnique(tx: Db, resource: CompiledResource): Promise<void> {
  const { unique } = rulesOf(resource)
  if (unique) await sql`set constraints ${sql.ref(unique.constraint)} deferred`.execute(tx)
}

/** @throws Refusal 409 if another transaction has stored the same value meanwhile */
export async function refuseDeferred(tx: Db, resource: CompiledResource): Promise<void> {
  const { unique } = rulesOf(resource)
  if (!unique) return
  try {
    await sql`set constraints ${sql.ref(unique.constraint)} immediate`.execute(tx)
  } catch (error) {
    throw isDuplicate(error, unique.constraint) ? new Refusal(409, 'bulk.busy') : error
  }
}

/** Locks keys until the transaction ends, together with a shared lock of the rule. @param rows as in `Incoming` */
async function lockKeys(tx: Db, rule: UniqueRule, rows: RawBuilder<unknown>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockOf(rule, sql`held.vendor`)}),
      pg_advisory_xact_lock(${lockOf(rule, sql`held.key`)})
    from (select vendor, key from (${rows}) incoming where key is not null order by vendor, key) held`.execute(
    tx,
  )
}

/** The lock id for a rule within a vendor, or for a key. */
const lockOf = ({ name }: UniqueRule, vendorOrKey: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`hashtextextended(${`unique ${name} `}::text || ${vendorOrKey}::text, 0)`

/** Many records that are stored at once. */
interface Incoming {
  /**
   * A query with the columns `line integer`, `id text` (null for a new record), `value text` (for messages), `vendor
   * integer`, `key text` (the new key; null if the record has none) and `former text` (the stored key).
   */
  rows: RawBuilder<unknown>
  /** Maximum number of duplicates to return. */
  limit: number
}

/** A duplicate in records that are stored at once. */
export interface Duplicate {
  line: number
  id: string | null
  value: string | null
  /** The first line with the same value; null if the other record is stored already. */
  first: number | null
  /** The number of all duplicates. */
  total: number
}

/**
 * Prevents other transactions from storing values of the rule until this one ends. Call it before storing many records.
 *
 * @param rows as in `Incoming`
 */
export async function lockRule(tx: Db, rule: UniqueRule, rows: RawBuilder<unknown>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf(rule, sql`held.vendor`)})
    from (select distinct vendor from (${rows}) incoming where key is not null order by vendor) held`.execute(
    tx,
  )
}

/** The first incoming records with a value of another incoming record, or of a stored record that is not incoming. */
export const findDuplicates = (tx: Db, tenant: Tenant, rule: UniqueRule, incoming: Incoming) =>
  findAmong(tx, tenant, comparedBy(rule), incoming)

async function findAmong(
  tx: Db,
  tenant: Tenant,
  { table, key, where = sql<boolean>`true` }: Compared,
  { rows, limit }: Incoming,
): Promise<Duplicate[]> {
  const taken = tenant
    .unscoped(table as 'models')
    .innerJoin(sql<{ key: string }>`incoming`.as('i'), join => join.on(sql<boolean>`${key} = i.key`))
    .where(where)
    .where(sql<boolean>`not exists (select from incoming o where o.id = ${sql.ref(`${table}.id`)}::text)`)
    .select('i.key')
  // `place` numbers the incoming records that have the same key: first the ones that already have it stored, then by
  // line. From place 2 on, a record for which the key is new is a duplicate.
  const { rows: duplicates } = await sql<Duplicate>`
    with incoming as materialized (${rows}),
    placed as (
      select i.*, row_number() over equals as place, first_value(line) over equals as earliest
      from incoming i where key is not null
      window equals as (partition by key order by (key is distinct from former), line))
    select line, id, value, case when place > 1 then earliest end as first, (count(*) over ())::integer as total
    from placed
    where key is distinct from former and (place > 1 or key in ${taken})
    order by line limit ${sql.lit(limit)}`.execute(tx)
  return duplicates
}
