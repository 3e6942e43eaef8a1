/**
 * `unique` of config in SQL. Each rule has one key: a digest of the values that are compared, in the form in which they
 * are equal, and of the vendor within which they are. It is null where any of them is empty: such a record has no
 * duplicate. Every comparison uses this expression, so that the index of the rule is used (`uniqueIndexes`).
 */
import { type RawBuilder, sql } from 'kysely'
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import { comparedName } from '../../../engine/fields/uniqueFields'
import { KINDS } from '../../../engine/kinds'
import { storedKeys } from '../../../engine/stored'
import { columnNames, extraOf, type RecordTableName, tableOf } from './tables'

export interface UniqueRule {
  /** `sims.iccid` */
  name: string
  resource: CompiledResource
  table: RecordTableName
  /** The field at which a duplicate is reported. */
  field: CompiledField
  /** It and the further ones, each by the field whose values are compared. */
  fields: readonly CompiledField[]
  within: 'vendor' | 'everywhere'
}

/** The rules of a resource, sorted by name: locks of several rules are always taken in this order. */
export function uniqueRules(resource: CompiledResource): UniqueRule[] {
  const rules = Object.values(resource.fields).flatMap((field): UniqueRule[] => {
    if (!field.unique) return []
    const further = field.unique.with.map(name => ({
      ...(resource.fields[name] ?? field),
      // Compared is what the column has: of a group its id.
      ...(columnOf(resource.name, name) !== undefined && { storage: 'contract' as const }),
      name: comparedName(resource.name, name),
    }))
    return [
      {
        name: `${resource.name}.${field.name}`,
        resource,
        table: tableOf(resource.name),
        field,
        fields: [field, ...further],
        within: field.unique.within,
      },
    ]
  })
  return rules.sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** The rules whose keys change with one of these fields. */
export const rulesTouchedBy = (resource: CompiledResource, names: readonly string[]): UniqueRule[] =>
  uniqueRules(resource).filter(({ fields, within }) =>
    names.some(
      name => fields.some(field => field.name === name) || (within === 'vendor' && name === 'vendor'),
    ),
  )

/** The column of a field of the product, in its own table. */
export function columnOf(resource: string, field: string): string | undefined {
  const name = comparedName(resource, field)
  const table = tableOf(resource)
  if (table === 'clients' && name === 'level') return name
  const columns = columnNames(table)
  return Object.hasOwn(columns, name) ? columns[name] : undefined
}

/** A field's value as text; null where there is none. */
type ValueOf = (field: CompiledField) => RawBuilder<unknown>

/** Texts and numbers as text, null for any other JSON: that value was stored when the field was of another kind. */
const textOfJson = (json: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(case when jsonb_typeof(${json}) in ('string', 'number') then ${json} #>> '{}' end)`

/** What a row of config's own fields has under the name of a field, or under its former one. */
export const extraValue = (extra: RawBuilder<unknown>, field: CompiledField): RawBuilder<unknown> => {
  const values = storedKeys(field).map(key => sql`(${extra} -> ${sql.lit(key)})`)
  return textOfJson(values.length > 1 ? sql`coalesce(${sql.join(values)})` : values[0]!)
}

/** A field of the table, where the query calls it by its own name. */
export const storedOf =
  ({ table, resource }: UniqueRule): ValueOf =>
  field => {
    const column = field.storage === 'contract' ? columnOf(resource.name, field.name) : undefined
    return column ? sql`${sql.ref(`${table}.${column}`)}::text` : extraValue(extraOf(table), field)
  }

/** The value in the form in which it is compared: null for what is empty, texts without regard to case. */
function compared(field: CompiledField, value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (field.type === 'reference') {
    const none = field.empty ? sql`, ${sql.lit(String(field.empty.value))}` : sql``
    return sql`(case when ${value} not in ('', '0'${none}) then ${value} end)`
  }
  if (field.type === 'date' || field.type === 'datetime')
    return sql`(case when ${value} <> '' and ${value} not like '0001-%' then ${value} end)`
  if (KINDS[field.type].size !== 'length') return sql`nullif(${value}, '')`
  // A Korean text is written in whole syllables or in letters, by the keyboard.
  return sql`nullif(lower(normalize(btrim(${value}))), '')`
}

/** Between the parts of a key. */
const BETWEEN = sql` || chr(31) || `

/**
 * The key of a record.
 *
 * @param vendor whose it is
 */
export function keyOf(
  { fields, within }: UniqueRule,
  read: ValueOf,
  vendor: RawBuilder<unknown>,
): RawBuilder<string | null> {
  const parts = fields.map(field => compared(field, read(field)))
  const scope = within === 'vendor' ? [sql`${vendor}::text`] : []
  return sql<string | null>`md5(${sql.join([...scope, ...parts], BETWEEN)})`
}

/** The key of a stored record: the same expression as in the index of the rule. */
export const storedKey = (rule: UniqueRule): RawBuilder<string | null> =>
  keyOf(rule, storedOf(rule), vendorOf(rule))

/** Whose a record is: by it duplicates are looked for; 0 where they are looked for everywhere. */
export const vendorOf = ({ table, within }: UniqueRule): RawBuilder<number> =>
  within === 'vendor' ? sql<number>`${sql.ref(`${table}.vendor_id`)}` : sql<number>`0`

/** Described records of all resources lie in one table. */
export const ofResource = ({ table, resource }: UniqueRule): RawBuilder<boolean> =>
  table === 'records' ? sql<boolean>`records.resource = ${sql.lit(resource.name)}` : sql<boolean>`true`
