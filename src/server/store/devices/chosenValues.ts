/** The values of many devices, for the choices of a bulk edit. */
import { type RawBuilder, sql } from 'kysely'
import type { ChosenValues, FieldValues } from '../../../contract/bulk'
import type { CompiledResource } from '../../../engine/compiled'
import { valueAt } from '../../../engine/recordValue'
import type { OmittedPictures } from '../records/pictures'
import { columnNames } from '../records/tables'
import type { View } from '../records/visible'
import type { Tenant } from '../tenancy'
import { type DeviceFilters, findDevice, matchingDevices } from './devices'

const COLUMNS = columnNames('devices')

/** The fields on which the choices of references depend: `dependsOn` of config, and the owner of the device. */
const fieldsOf = ({ fields }: CompiledResource): string[] => [
  ...new Set(['vendor', ...Object.values(fields).flatMap(({ dependsOn = {} }) => Object.values(dependsOn))]),
]

/**
 * @param conditions conditions in addition to the filters, on rows with the alias `row`
 * @returns the values that the caller may see; none if there are no devices
 */
export async function chosenValues(
  tenant: Tenant,
  { filters, conditions }: { filters: DeviceFilters; conditions: readonly RawBuilder<boolean>[] },
  { view, omitted }: { view: View; omitted: OmittedPictures },
): Promise<ChosenValues> {
  const names = fieldsOf(view.resource).filter(name => !view.hidden.has(name))
  const texts = names.map(name => {
    const column = COLUMNS[name]
    const value = column ? sql.ref(`row.${column}`) : sql`"row".extra ->> ${name}`
    return sql`coalesce(${value}::text, '') collate "C"`
  })
  const equals = texts.map(text => sql<boolean>`min(min(${text})) over () = max(max(${text})) over ()`)
  // One row for each combination of values: the first is the most frequent one.
  const found = await matchingDevices(tenant, filters, conditions)
    .select([sql<string>`min("row".id)`.as('id'), sql<boolean[]>`array[${sql.join(equals)}]`.as('equal')])
    .groupBy(texts as never)
    .orderBy(sql`count(*) desc, min("row".id)`)
    .limit(1)
    .executeTakeFirst()
  const device = found && (await findDevice(tenant, found.id, { view, omitted }))
  if (!device) return { shared: {}, usual: {} }
  const usual = names.flatMap((name, index) => {
    const value = valueAt(device, name)
    return isScalar(value) ? [{ name, value, isShared: found.equal[index] }] : []
  })
  const valuesOf = (fields: typeof usual) =>
    Object.fromEntries(fields.map(({ name, value }) => [name, value]))
  return { shared: valuesOf(usual.filter(({ isShared }) => isShared)), usual: valuesOf(usual) }
}

const isScalar = (value: unknown): value is FieldValues[string] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
