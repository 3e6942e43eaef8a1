/** What a number or a name means, among what the caller reaches. */
import { type RawBuilder, sql } from 'kysely'
import type { SearchHit } from '../../contract/search'
import { digitsOf } from '../../domain/phone'
import { containing } from './like'
import type { Tenant } from './tenancy'

export interface Search {
  /** As it was typed. */
  text: string
  /** The most of each kind. */
  max: number
  /** So many digits may mean a device. */
  minDigits: number
}

/** Fields that the caller may look at; by another it cannot find anything. */
export type Sees = (field: string) => boolean

/** Devices whose phone number or IMEI has the digits; those that are just that first. Nothing for what is no number. */
export async function searchNumbers(
  tenant: Tenant,
  { text, max, minDigits }: Search,
  sees: Sees,
): Promise<SearchHit[]> {
  const digits = numberOf(text)
  if (digits === undefined || digits.length < minDigits) return []
  const columns = [
    ...(sees('isdn') ? [sql.ref('devices.isdn')] : []),
    ...(sees('id') ? [sql.ref('devices.id')] : []),
  ]
  if (columns.length === 0) return []
  const rows = await tenant
    .devices()
    .where(anyOf(columns.map(column => sql<boolean>`${column} like ${containing(digits)}`)))
    .select(['devices.id', 'devices.isdn'])
    .orderBy(closest(columns, digits))
    .orderBy('devices.isdn')
    .limit(max)
    .execute()
  return rows.map(({ id, isdn }) => ({
    resource: 'devices',
    id,
    name: sees('isdn') ? isdn : '',
    detail: sees('id') ? id : '',
  }))
}

export async function searchVendors(tenant: Tenant, search: Search, sees: Sees): Promise<SearchHit[]> {
  const columns = sees('name') ? [sql.ref('vendors.name')] : []
  if (columns.length === 0) return []
  const rows = await tenant
    .vendors()
    .where(anyOf(named(columns, search)))
    .select(['vendors.id', 'vendors.name', 'vendors.addr'])
    .orderBy(closest(columns, search.text))
    .orderBy(sql`vendors.name collate "C"`)
    .orderBy('vendors.id')
    .limit(search.max)
    .execute()
  return rows.map(({ id, name, addr }) => ({
    resource: 'vendors',
    id,
    name,
    detail: sees('addr') ? addr : '',
  }))
}

/** By their address too. */
export async function searchClients(tenant: Tenant, search: Search, sees: Sees): Promise<SearchHit[]> {
  const columns = [
    ...(sees('name') ? [sql.ref('clients.name')] : []),
    ...(sees('email') ? [sql.ref('clients.email')] : []),
  ]
  if (columns.length === 0) return []
  const rows = await tenant
    .clients()
    .where(anyOf(named(columns, search)))
    .select(['clients.id', 'clients.name', 'clients.email'])
    .orderBy(closest(columns, search.text))
    .orderBy(sql`clients.name collate "C"`)
    .orderBy('clients.id')
    .limit(search.max)
    .execute()
  return rows.map(({ id, name, email }) => ({
    resource: 'clients',
    id,
    name: sees('name') ? name : '',
    detail: sees('email') ? email : '',
  }))
}

export async function searchBatches(tenant: Tenant, search: Search, sees: Sees): Promise<SearchHit[]> {
  const columns = sees('name') ? [sql.ref('batches.name')] : []
  if (columns.length === 0) return []
  const rows = await tenant
    .batches()
    .innerJoin('models', 'models.id', 'batches.model_id')
    .where(anyOf(named(columns, search)))
    .select(['batches.id', 'batches.name', 'models.name as model'])
    .orderBy(closest(columns, search.text))
    .orderBy(sql`batches.name collate "C"`)
    .orderBy('batches.id')
    .limit(search.max)
    .execute()
  return rows.map(({ id, name, model }) => ({
    resource: 'batches',
    id,
    name,
    detail: sees('model_name') ? model : '',
  }))
}

/** The digits of a phone number or IMEI as people write and paste them; `+82 10` is Korea's 010 from abroad. */
function numberOf(text: string): string | undefined {
  if (!/^\+?[\d\s().-]+$/.test(text)) return undefined
  const digits = digitsOf(text)
  return text.startsWith('+82') ? `0${digits.slice(2).replace(/^0/, '')}` : digits
}

function named(columns: readonly RawBuilder<unknown>[], { text }: Search): RawBuilder<boolean>[] {
  return columns.map(column => sql<boolean>`${column} ilike ${containing(text)}`)
}

function anyOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** What is just the text comes before what begins with it, and that before what has it somewhere. */
function closest(columns: readonly RawBuilder<unknown>[], text: string): RawBuilder<number> {
  const begins = `${containing(text).slice(1)}`
  const same = columns.map(column => sql<boolean>`lower(${column}) = lower(${text}::text)`)
  const beginning = columns.map(column => sql<boolean>`${column} ilike ${begins}`)
  return sql<number>`case when ${anyOf(same)} then 0 when ${anyOf(beginning)} then 1 else 2 end`
}
