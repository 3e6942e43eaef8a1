/** The values of many records, for the choices of a bulk edit. */
import { sql } from 'kysely'
import type { ChosenValues, FieldValues } from '../../../contract/bulk'
import type { CompiledResource } from '../../../engine/compiled'
import { valueAt } from '../../../engine/recordValue'
import type { Tenant } from '../tenancy'
import type { MatchingRows } from './list'
import { shownRecord } from './reach'
import { findRecord } from './sources'
import { columnNames, tableOf } from './tables'
import { hiddenFields, type RecordContext } from './visible'

/** The fields on which the choices of references depend: `dependsOn` of config, and the owner of a device. */
const fieldsOf = ({ name, fields }: CompiledResource): string[] => [
  ...new Set([
    ...(name === 'devices' ? ['vendor'] : []),
    ...Object.values(fields).flatMap(({ dependsOn = {} }) => Object.values(dependsOn)),
  ]),
]

/**
 * @param chosen the rows of the records
 * @returns the values that a caller of this level may see; none if there are no records
 */
export async function chosenValues(
  tenant: Tenant,
  chosen: MatchingRows,
  context: RecordContext,
  level: number,
): Promise<ChosenValues> {
  const { config, resource } = context
  const hidden = hiddenFields(config, level, resource.name)
  const names = fieldsOf(resource).filter(name => !hidden.has(name))
  const columns = columnNames(tableOf(resource.name))
  const texts = names.map(name => {
    const column = columns[name]
    const value = column ? sql.ref(`row.${column}`) : sql`"row".extra ->> ${name}`
    return sql`coalesce(${value}::text, '') collate "C"`
  })
  if (texts.length === 0) return { shared: {}, usual: {} }
  const equals = texts.map(text => sql<boolean>`min(min(${text})) over () = max(max(${text})) over ()`)
  // One row for each combination of values: the first is the most frequent one.
  const found = await chosen
    .select([sql<string>`min("row".id)`.as('id'), sql<boolean[]>`array[${sql.join(equals)}]`.as('equal')])
    .groupBy(texts as never)
    .orderBy(sql`count(*) desc, min("row".id)`)
    .limit(1)
    .executeTakeFirst()
  const row = found && (await findRecord(tenant, resource.name, found.id))
  if (!row) return { shared: {}, usual: {} }
  const record = await shownRecord(tenant, row, context, level)
  const usual = names.flatMap((name, index) => {
    const value = valueAt(record, name)
    return isScalar(value) ? [{ name, value, isShared: found.equal[index] }] : []
  })
  const valuesOf = (fields: typeof usual) =>
    Object.fromEntries(fields.map(({ name, value }) => [name, value]))
  return { shared: valuesOf(usual.filter(({ isShared }) => isShared)), usual: valuesOf(usual) }
}

const isScalar = (value: unknown): value is FieldValues[string] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
