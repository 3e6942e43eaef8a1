/** Finds the stored records of the rows of a sheet by their key. */

import { type RawBuilder, sql } from 'kysely'
import { valueAt } from '../../../engine/recordValue'
import { comparable } from '../../../engine/roster'
import { groupBy } from '../../collections'
import { conceal } from '../../store/records/reach'
import { findRecords, type RecordKey, type Wire } from '../../store/records/sources'
import { tableOf } from '../../store/records/tables'
import { columnOf, storedKey, keyOf as uniqueKeyOf, uniqueRules } from '../../store/records/uniqueKeys'
import { viewOf, visibleRecord } from '../../store/records/visible'
import { type Tenant, tableRows } from '../../store/tenancy'
import { type ImportedRow, type ImportWork, keyOf } from './importWork'

/** A stored record, as the caller may see it. */
export interface StoredRecord {
  id: RecordKey
  vendor: number
  shown: Wire
}

/** The stored records in scope with the key of each row, by row number; none for a sheet that only adds records. */
export async function findStored(
  { tenant, caller, plan, mode, context }: ImportWork,
  records: readonly ImportedRow[],
): Promise<ReadonlyMap<number, readonly StoredRecord[]>> {
  const { key, resource } = plan
  if (mode === 'add' || key === undefined) return new Map()
  const texts = [...new Set(records.flatMap(record => comparable(keyOf(plan, record)) || []))]
  if (texts.length === 0) return new Map()
  const { table, rows: inScope } = tableRows(tenant, resource.name)
  const ids = await inScope
    .where(hasKey(tenant, resource, key, texts))
    .select(sql<number>`${sql.ref(`${table}.id`)}`.as('id'))
    .execute()
  const found = await findRecords(
    tenant,
    resource.name,
    ids.map(({ id }) => id),
  )
  const rows = [...found.values()]
  const view = viewOf(context, caller.level)
  const shown = await conceal(
    tenant,
    resource,
    rows.map(row => visibleRecord(row, view)),
  )
  const stored = rows.map((row, index) => ({ id: row.id, vendor: row.vendor_id, shown: shown[index]! }))
  const byKey = groupBy(stored, record => comparable(valueAt(record.shown, key)))
  return new Map(
    records.map(record => [record.row, byKey.get(comparable(keyOf(plan, record))) ?? []] as const),
  )
}

/** SQL for whether a record has one of these keys; uses the index of the field. */
function hasKey(
  tenant: Tenant,
  resource: ImportWork['plan']['resource'],
  key: string,
  texts: readonly string[],
): RawBuilder<boolean> {
  const wanted = sql`unnest(${texts}::text[]) as wanted (text)`
  const rule = uniqueRules(resource).find(({ fields }) => fields.length === 1 && fields[0]!.name === key)
  if (!rule)
    return sql<boolean>`lower(${sql.ref(`${tableOf(resource.name)}.${columnOf(resource.name, key)}`)}) in (
      select text from ${wanted})`
  const text = () => sql`wanted.text`
  if (rule.within === 'everywhere')
    return sql<boolean>`${storedKey(rule)} in (select ${uniqueKeyOf(rule, text, sql`0`)} from ${wanted})`
  // A key is unique within a vendor: the index holds it together with the vendor.
  const vendors = tenant.seesAll('vendors')
    ? sql`${tenant.unscoped('vendors').select('vendors.id')}`
    : sql`(select ${tenant.vendor}::integer as id)`
  return sql<boolean>`${storedKey(rule)} in (
    select ${uniqueKeyOf(rule, text, sql`owner.id`)} from ${wanted}, ${vendors} owner)`
}
