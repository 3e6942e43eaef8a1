/** The search box of the top bar: finds records in scope by some of their fields (`SEARCHED_FIELDS`). */
import { type AliasableExpression, type RawBuilder, sql } from 'kysely'
import type { SearchHit } from '../../contract/search'
import { digitsOf } from '../../domain/phone'
import { composed } from '../../domain/typed'
import { sourceOf } from './records/sources'
import { anyOf, containing, indexedText } from './sql'
import type { Tenant } from './tenancy'

interface Search {
  /** As it was typed. */
  text: string
  /** Maximum number of hits per resource. */
  max: number
  /** Devices are searched only by texts with at least this number of digits. */
  minDigits: number
}

/** Whether the caller may read a field; others are not searched. */
type CanRead = (field: string) => boolean

/** For each resource: the searched fields (`by`), the field shown as name, and a field that tells equal names apart. */
const SEARCHED_FIELDS: Readonly<
  Record<SearchHit['resource'], { by: readonly string[]; name: string; detail: string }>
> = {
  devices: { by: ['isdn', 'serial', 'id'], name: 'isdn', detail: 'id' },
  vendors: { by: ['name'], name: 'name', detail: 'addr' },
  clients: { by: ['name', 'email'], name: 'name', detail: 'email' },
  batches: { by: ['name'], name: 'name', detail: 'model_name' },
}

/**
 * Records with a searched field that contains the text (devices: its digits); the closest matches first. Fields that
 * the caller may not read are neither searched nor shown, and do not influence the order.
 */
export async function searchRecords(
  tenant: Tenant,
  resource: SearchHit['resource'],
  { text, max, minDigits }: Search,
  canRead: CanRead,
): Promise<SearchHit[]> {
  const { by, name, detail } = SEARCHED_FIELDS[resource]
  // `tenant.from` gives the rows the alias `row`.
  const fields = by.filter(canRead)
  const columns = fields.map(field => sql.ref(`row.${field}`))
  const searched = resource === 'devices' ? digitsIn(text) : composed(text)
  if (columns.length === 0 || searched === undefined) return []
  if (resource === 'devices' && searched.length < minDigits) return []
  const contains = (column: RawBuilder<unknown>) =>
    resource === 'devices'
      ? sql`${indexedText(column)} like ${containing(searched)}`
      : sql`${column} ilike ${containing(searched)}`
  const visible = (field: string) => (canRead(field) ? sql.ref<string>(`row.${field}`) : sql<string>`''`)
  const rows = await tenant
    .from(rowsOf(tenant, resource))
    .where(anyOf(columns.map(contains)))
    .select(['row.id', visible(name).as('name'), visible(detail).as('detail')])
    .$if(resource === 'devices', query => query.select(visible('serial').as('serial')))
    .orderBy(resource === 'devices' ? closestDevice(fields, searched) : closest(columns, searched))
    .$if(canRead(name), query => query.orderBy(sql`${sql.ref(`row.${name}`)} collate "C"`))
    .orderBy('row.id')
    .limit(max)
    .execute()
  return rows.map(({ id, name, detail, serial = '' }) => {
    const isFoundBySerial = ![name, detail].some(text => text.includes(searched)) && serial.includes(searched)
    return { resource, id, name, detail: isFoundBySerial ? serial : detail }
  })
}

const rowsOf = (tenant: Tenant, resource: SearchHit['resource']) =>
  (resource === 'devices'
    ? tenant.devices().selectAll('devices')
    : sourceOf(resource).rows(tenant)) as AliasableExpression<{ id: number | string }>

/** The digits of a phone number or IMEI as users write it; `undefined` for other texts. `+82 10` is 010 from abroad. */
function digitsIn(text: string): string | undefined {
  if (!/^\+?[\d\s().-]+$/.test(text)) return undefined
  const digits = digitsOf(text)
  return text.startsWith('+82') ? `0${digits.slice(2).replace(/^0/, '')}` : digits
}

/** Sort order: exact matches, then prefixes, then others. */
function closest(columns: readonly RawBuilder<unknown>[], text: string): RawBuilder<number> {
  // `containing` without the leading `%`.
  const prefixPattern = containing(text).slice(1)
  const isEqual = columns.map(column => sql`lower(${column}) = lower(${text}::text)`)
  const isPrefixed = columns.map(column => sql`${column} ilike ${prefixPattern}`)
  return sql<number>`case when ${anyOf(isEqual)} then 0 when ${anyOf(isPrefixed)} then 1 else 2 end`
}

/**
 * Sort order of devices, as users name them: by the last digits of the phone number, its middle group, its first
 * digits, other digits of it, the serial number, the IMEI.
 */
function closestDevice(fields: readonly string[], digits: string): RawBuilder<number> {
  const isdn = sql.ref('row.isdn')
  const orderOf: Record<string, RawBuilder<unknown>[]> = {
    isdn: [
      sql`${isdn} like ${`%${digits}`}`,
      // The four digits before the last four.
      sql`substr(${isdn}, length(${isdn}) - 7, 4) = ${digits}`,
      sql`${isdn} like ${`${digits}%`}`,
      sql`${isdn} like ${`%${digits}%`}`,
    ],
    serial: [sql`${sql.ref('row.serial')} like ${`%${digits}%`}`],
  }
  const matches = fields.flatMap(field => orderOf[field] ?? [])
  const cases = matches.map((match, index) => sql`when ${match} then ${sql.lit(index)}`)
  return sql<number>`case ${sql.join([...cases, sql`else ${sql.lit(matches.length)}`], sql` `)} end`
}
