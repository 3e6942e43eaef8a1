/**
 * SQL keys for `unique` of config. The key of a record is an MD5 of its normalised values and, for rules within a
 * vendor, the vendor id. It is null if a value is empty: such a record has no duplicates. Every query uses the same
 * expression as the index of the rule (`uniqueIndexes`).
 */
import { type RawBuilder, sql } from 'kysely'
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import { comparedName } from '../../../engine/fields/uniqueFields'
import { KINDS } from '../../../engine/kinds'
import { storedKeys } from '../../../engine/stored'
import { columnNames, extraOf, type RecordTableName, tableOf } from './tables'

export interface UniqueRule {
  /** Such as `sims.iccid`. */
  name: string
  resource: CompiledResource
  table: RecordTableName
  /** The field at which a duplicate is reported. */
  field: CompiledField
  /** `field`, and the fields of `with`. */
  fields: readonly CompiledField[]
  within: 'vendor' | 'everywhere'
}

/** The rules of a resource, sorted by name: locks of several rules are always taken in this order. */
export function uniqueRules(resource: CompiledResource): UniqueRule[] {
  const rules = Object.values(resource.fields).flatMap((field): UniqueRule[] => {
    if (!field.unique) return []
    const otherFields = field.unique.with.map(name => ({
      ...(resource.fields[name] ?? field),
      // Compares the column, such as the id of a batch instead of its name.
      ...(columnOf(resource.name, name) !== undefined && { storage: 'contract' as const }),
      name: comparedName(resource.name, name),
    }))
    return [
      {
        name: `${resource.name}.${field.name}`,
        resource,
        table: tableOf(resource.name),
        field,
        fields: [field, ...otherFields],
        within: field.unique.within,
      },
    ]
  })
  return rules.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The rules whose keys depend on one of these fields. */
export const rulesTouchedBy = (resource: CompiledResource, names: readonly string[]): UniqueRule[] =>
  uniqueRules(resource).filter(({ fields, within }) =>
    names.some(
      name => fields.some(field => field.name === name) || (within === 'vendor' && name === 'vendor'),
    ),
  )

/** The column of a built-in field. */
export function columnOf(resource: string, field: string): string | undefined {
  const name = comparedName(resource, field)
  const table = tableOf(resource)
  if (table === 'clients' && name === 'level') return name
  const columns = columnNames(table)
  return Object.hasOwn(columns, name) ? columns[name] : undefined
}

/** SQL for a field's value as text, or null. */
type ValueOf = (field: CompiledField) => RawBuilder<unknown>

/** Texts and numbers as text; null for other JSON, which was stored when the field was of another kind. */
const textOfJson = (json: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(case when jsonb_typeof(${json}) in ('string', 'number') then ${json} #>> '{}' end)`

/** The value of an added field, under its present or former name. */
export const extraValue = (extra: RawBuilder<unknown>, field: CompiledField): RawBuilder<unknown> => {
  const values = storedKeys(field).map(key => sql`(${extra} -> ${sql.lit(key)})`)
  return textOfJson(values.length > 1 ? sql`coalesce(${sql.join(values)})` : values[0]!)
}

/** The stored value of a field, in a query without a table alias. */
export const storedOf =
  ({ table, resource }: UniqueRule): ValueOf =>
  field => {
    const column = field.storage === 'contract' ? columnOf(resource.name, field.name) : undefined
    return column ? sql`${sql.ref(`${table}.${column}`)}::text` : extraValue(extraOf(table), field)
  }

/** The normalised value: null if empty; texts are case-insensitive. */
function normalised(field: CompiledField, value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (field.type === 'reference') {
    const emptyChoice = field.empty ? sql`, ${sql.lit(String(field.empty.value))}` : sql``
    return sql`(case when ${value} not in ('', '0'${emptyChoice}) then ${value} end)`
  }
  if (KINDS[field.type].sortAs === 'time')
    return sql`(case when ${value} <> '' and ${value} not like '0001-%' then ${value} end)`
  if (KINDS[field.type].size !== 'length') return sql`nullif(${value}, '')`
  // Normalised, since some keyboards produce Korean syllables as decomposed letters.
  return sql`nullif(lower(normalize(btrim(${value}))), '')`
}

/** Separator of the parts of a key. */
const SEPARATOR = sql` || chr(31) || `

/**
 * The key of a record.
 *
 * @param read SQL for the values of its fields
 * @param vendor SQL for its vendor
 */
export function keyOf(
  { fields, within }: UniqueRule,
  read: ValueOf,
  vendor: RawBuilder<unknown>,
): RawBuilder<string | null> {
  const parts = fields.map(field => normalised(field, read(field)))
  const scope = within === 'vendor' ? [sql`${vendor}::text`] : []
  return sql<string | null>`md5(${sql.join([...scope, ...parts], SEPARATOR)})`
}

/** The key of a stored record: the same expression as in the index of the rule. */
export const storedKey = (rule: UniqueRule): RawBuilder<string | null> =>
  keyOf(rule, storedOf(rule), vendorOf(rule))

/** The vendor within which values are unique; 0 for rules that apply everywhere. */
export const vendorOf = ({ table, within }: UniqueRule): RawBuilder<number> =>
  within === 'vendor' ? sql<number>`${sql.ref(`${table}.vendor_id`)}` : sql<number>`0`

/** Restricts the shared table of described records to the resource. */
export const ofResource = ({ table, resource }: UniqueRule): RawBuilder<boolean> =>
  table === 'records' ? sql<boolean>`records.resource = ${sql.lit(resource.name)}` : sql<boolean>`true`
