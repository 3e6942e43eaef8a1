/**
 * Builds the indexes for `unique` of config, and counts stored duplicates. The indexes are not unique: they only speed
 * up the check in `commands/records/unique`, which also works without them and with stored duplicates.
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

const PREFIX = 'fleet_unique_'
const LINKS_PREFIX = 'fleet_links_'
const SORTS_PREFIX = 'fleet_sorts_'
/** Key of the advisory lock by which only one process at a time builds and drops indexes; an arbitrary number. */
const BUILD_LOCK = 7_262_903

interface ExistingIndex {
  name: string
  isValid: boolean
}

/**
 * Builds missing indexes and drops unused ones.
 *
 * @param links indexes of lists of references (`linkIndexes`)
 * @param sorts indexes of sorted columns (`sortIndexes`)
 * @param db on PostgreSQL a separate connection without a statement timeout; tables stay writable during the build
 * @returns false if another process is building
 */
export async function keepUniqueIndexes(
  db: Db,
  rules: readonly UniqueRule[],
  links: readonly RawBuilder<unknown>[] = [],
  sorts: readonly RawBuilder<unknown>[] = [],
): Promise<boolean> {
  const buildAll = async (concurrently: RawBuilder<unknown>) => {
    await build(db, PREFIX, rules.map(definitionOf), concurrently)
    await build(db, LINKS_PREFIX, links, concurrently)
    await build(db, SORTS_PREFIX, sorts, concurrently)
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

const definitionOf = (rule: UniqueRule) =>
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
