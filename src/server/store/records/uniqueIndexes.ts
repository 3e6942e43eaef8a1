/**
 * Builds the indexes that config needs, and counts the stored duplicates of `unique`. Its indexes are not unique: they
 * only speed up the check in `commands/records/unique`, which also works without them and with stored duplicates.
 */
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { CompiledConfig } from '../../../engine/compiled'
import { type Db, isPglite } from '../database'
import { withLock } from '../lock'
import { ofResource, storedKey, storedOf, type UniqueRule, uniqueRules } from './uniqueKeys'

/** All rules of a config. */
export const allUniqueRules = ({ resources }: CompiledConfig): UniqueRule[] =>
  Object.values(resources).flatMap(uniqueRules)

/** Key of the advisory lock by which only one process at a time builds and drops indexes; an arbitrary number. */
const BUILD_LOCK = 7_262_903

interface ExistingIndex {
  name: string
  isValid: boolean
}

/** The prefix of the names of the indexes, by what they serve. */
const PREFIXES = { unique: 'fleet_unique_', links: 'fleet_links_', sorts: 'fleet_sorts_' }

/** Index definitions: the part after `create index … on`. */
type Definitions = Partial<Record<keyof typeof PREFIXES, readonly RawBuilder<unknown>[]>>

/**
 * Builds missing indexes of these uses, and drops the others of the same uses.
 *
 * @param db on PostgreSQL a separate connection without a statement timeout; tables stay writable during the build
 * @returns false if another process is building
 */
export async function keepIndexes(db: Db, wanted: Definitions): Promise<boolean> {
  const buildAll = async (concurrently: RawBuilder<unknown>) => {
    for (const [use, definitions] of Object.entries(wanted))
      await build(db, PREFIXES[use as keyof typeof PREFIXES], definitions, concurrently)
  }
  if (!isPglite(db)) return (await withLock(db, BUILD_LOCK, () => buildAll(sql`concurrently`))) !== undefined
  await buildAll(sql``)
  return true
}

/**
 * Builds missing indexes with this prefix and drops the others.
 *
 * @param definitions the part after `create index … on`
 * @param concurrently this SQL keyword, or nothing
 */
async function build(
  db: Db,
  prefix: string,
  definitions: readonly RawBuilder<unknown>[],
  concurrently: RawBuilder<unknown>,
): Promise<void> {
  const wanted = new Map(definitions.map(definition => [nameOf(db, prefix, definition), definition]))
  const { rows: existing } = await sql<ExistingIndex>`
    select c.relname as name, i.indisvalid as "isValid" from pg_index i join pg_class c on c.oid = i.indexrelid
    where starts_with(c.relname, ${prefix}) and pg_table_is_visible(c.oid)`.execute(db)
  const missing = new Map(wanted)
  for (const { name, isValid } of existing) {
    // An invalid index is left from a build that was interrupted.
    if (isValid && wanted.has(name)) missing.delete(name)
    else await sql`drop index ${concurrently} if exists ${sql.ref(name)}`.execute(db)
  }
  for (const [name, definition] of missing)
    await sql`create index ${concurrently} ${sql.ref(name)} on ${definition}`.execute(db)
}

/** The index that finds the records with a value of a rule. */
export const uniqueIndex = (rule: UniqueRule): RawBuilder<unknown> =>
  sql`${sql.table(rule.table)} ((${storedKey(rule)})) where ${ofResource(rule)}`

/** The name is a hash of the definition, so a changed definition creates a new index. */
function nameOf(db: Db, prefix: string, definition: RawBuilder<unknown>): string {
  const { sql: text } = definition.compile(db)
  return `${prefix}${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
}

/** The stored duplicates of a rule. */
export interface StoredDuplicates {
  rule: UniqueRule
  /** The number of values that occur more than once. */
  values: number
  /** The number of records that have them. */
  records: number
  /** One of the values, as stored. */
  example: string
}

/** Counts the stored duplicates, by a scan of all records of the resource. @returns `undefined` if there are none */
export async function countDuplicates(db: Db, rule: UniqueRule): Promise<StoredDuplicates | undefined> {
  const { rows } = await sql<Omit<StoredDuplicates, 'rule'>>`
    with twice as (
      select count(*) as records, min(${storedOf(rule)(rule.field)}) as example
      from ${sql.table(rule.table)} where ${ofResource(rule)} and ${storedKey(rule)} is not null
      group by ${storedKey(rule)} having count(*) > 1)
    select count(*)::integer as values, coalesce(sum(records), 0)::integer as records, min(example) as example
    from twice`.execute(db)
  const [counts] = rows
  return counts && counts.values > 0 ? { rule, ...counts } : undefined
}
