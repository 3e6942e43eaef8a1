/**
 * Enforces `unique` of config. A save that gives a record a key takes an advisory lock on that key until the
 * transaction ends, and looks for the key under the lock: of two simultaneous saves, the second sees the committed key
 * of the first (decision 385).
 */
import { type RawBuilder, sql } from 'kysely'
import { isSameValue, valueAt } from '../../../engine/recordValue'
import type { FieldProblem } from '../../../engine/validation/validateRecord'
import { type Problems, refuseProblems } from '../../refusal'
import type { Db } from '../../store/database'
import type { RecordKey, StoredRow, Wire } from '../../store/records/sources'
import { ofResource, storedKey, type UniqueRule, uniqueRules, vendorOf } from '../../store/records/uniqueKeys'
import type { RecordContext } from '../../store/records/visible'
import type { Tenant } from '../../store/tenancy'

interface Versions {
  before?: RecordState | undefined
  after?: RecordState
  isInSet?: boolean
}

type RecordState = { wire: Readonly<Wire>; row: Pick<StoredRow, 'vendor_id'> }

/**
 * Call it in the transaction, after the record was written. Unchanged values are not checked, so that records which are
 * duplicates already can still be edited.
 *
 * @param versions `isInSet`: the record is saved as one of many, which lock the rule once instead of each key: the
 *   database has a limited number of locks
 * @throws Refusal 422 at each field with a value of another record
 */
export async function refuseTaken(
  tx: Db,
  tenant: Tenant,
  { resource }: Pick<RecordContext, 'resource'>,
  id: RecordKey,
  { before, after, isInSet = false }: Versions,
): Promise<void> {
  const problems: Record<string, Problems[string]> = {}
  for (const rule of uniqueRules(resource)) {
    if (before && after && isSame(rule, before, after)) continue
    if (await isTaken(tx, tenant, rule, { id, isInSet })) problems[rule.field.name] = takenProblem(rule)
  }
  refuseProblems(problems)
}

const takenProblem = ({ field: { unique } }: UniqueRule): FieldProblem => ({
  code: 'field.taken',
  params: {},
  ...(unique?.message && { message: unique.message }),
})

const isSame = ({ fields, within }: UniqueRule, before: RecordState, after: RecordState) =>
  (within === 'everywhere' || before.row.vendor_id === after.row.vendor_id) &&
  fields.every(({ name }) => isSameValue(valueAt(before.wire, name), valueAt(after.wire, name)))

async function isTaken(
  tx: Db,
  tenant: Tenant,
  rule: UniqueRule,
  { id, isInSet }: { id: RecordKey; isInSet: boolean },
): Promise<boolean> {
  const rows = tenant.unscoped(rule.table as 'models').where(ofResource(rule))
  const idColumn = sql.ref(`${rule.table}.id`)
  const written = await rows
    .where(sql<boolean>`${idColumn} = ${id}`)
    .select([storedKey(rule).as('key'), vendorOf(rule).as('vendor')])
    .executeTakeFirst()
  if (!written || written.key === null) return false
  // Storing many records locks the rule exclusively; saving a single record takes a shared lock.
  const ruleLock = lockOf(rule, sql`${written.vendor}::integer`)
  await (isInSet
    ? sql`select pg_advisory_xact_lock(${ruleLock})`
    : sql`select pg_advisory_xact_lock_shared(${ruleLock}),
    pg_advisory_xact_lock(${lockOf(rule, sql`${written.key}::text`)})`
  ).execute(tx)
  const other = await rows
    .where(sql<boolean>`${storedKey(rule)} = ${written.key}`)
    .where(sql<boolean>`${idColumn} <> ${id}`)
    .select(sql<number>`1`.as('one'))
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
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
export async function findDuplicates(
  tx: Db,
  tenant: Tenant,
  rule: UniqueRule,
  { rows, limit }: Incoming,
): Promise<Duplicate[]> {
  const taken = tenant
    .unscoped(rule.table as 'models')
    .innerJoin(sql<{ key: string }>`incoming`.as('i'), join =>
      join.on(sql<boolean>`${storedKey(rule)} = i.key`),
    )
    .where(ofResource(rule))
    .where(
      sql<boolean>`not exists (select from incoming o where o.id = ${sql.ref(`${rule.table}.id`)}::text)`,
    )
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
