/** Who still points to a record: the reference fields that config has, whosever records they stand in. */
import { type RawBuilder, sql } from 'kysely'
import type { CompiledConfig, CompiledField, CompiledResource, Words } from '../../../engine/compiled'
import type { Db } from '../database'

/** How many records of one resource point to what was asked for. */
export interface Use {
  label: Words
  count: number
}

/** Tables of the product that keep what config adds in `extra`. */
const TABLES = ['vendors', 'clients', 'batches', 'devices', 'models', 'bunches', 'methods'] as const

/**
 * The records whose config-added reference fields hold one of these ids, counted by resource. References that the product has
 * itself (the model of a batch) are not among them: who deletes asks for those by name.
 *
 * @param resource what the ids are of
 */
export async function usesOf(
  db: Db,
  { resources }: CompiledConfig,
  resource: string,
  ids: readonly (number | string)[],
): Promise<Use[]> {
  if (ids.length === 0) return []
  const wanted = ids.map(String)
  const uses: Use[] = []
  for (const other of Object.values(resources)) {
    const fields = Object.values(other.fields).filter(
      field => field.reference === resource && field.stored === 'extra',
    )
    const count = await countOf(db, other, fields, { resource, wanted })
    if (count > 0) uses.push({ label: other.label, count })
  }
  return uses
}

interface Wanted {
  resource: string
  wanted: readonly string[]
}

async function countOf(
  db: Db,
  { name, dialect }: CompiledResource,
  fields: readonly CompiledField[],
  { resource, wanted }: Wanted,
): Promise<number> {
  const table = TABLES.find(one => one === name)
  // Orders keep nothing that config adds.
  if (fields.length === 0 || (!table && dialect === 'console')) return 0
  const list = sql.join(wanted.map(id => sql`${id}::text`))
  const held = (json: RawBuilder<unknown>) =>
    sql.join(
      fields.map(field => sql`${referenceIn(json, field)} in (${list})`),
      sql` or `,
    )
  // What points to itself goes with itself.
  const others = name === resource ? sql`and id::text not in (${list})` : sql``
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table ?? 'records')}
    where (${held(sql.ref(table ? 'extra' : 'data'))}) ${others}
    ${table ? sql`` : sql`and resource = ${name}::text`}`.execute(db)
  return rows[0]!.count
}

/** As text; under the field's former name where it was not written since. */
function referenceIn(json: RawBuilder<unknown>, { name, renamedFrom }: CompiledField): RawBuilder<unknown> {
  const value = (key: string) => sql`(${json} ->> ${key}::text)`
  return renamedFrom === undefined
    ? value(name)
    : sql`(case when ${json} ? ${name}::text then ${value(name)} else ${value(renamedFrom)} end)`
}
