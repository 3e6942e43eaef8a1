/** A page of records: filtered, ordered, cut, and counted exactly. */
import { type RawBuilder, sql } from 'kysely'
import { type RecordRow, recordRows } from './recordRows'
import type { Tenant } from './tenancy'

export interface RecordPaging {
  /** Without `by` it is the id. */
  order: { by: RawBuilder<unknown> | undefined; ascending: boolean }
  /** Of the first row, from 0. */
  offset: number
  limit: number
}

/** The rows of the page, and how many there are on all pages. */
export async function listRecords(
  tenant: Tenant,
  resource: string,
  conditions: readonly RawBuilder<boolean>[],
  { order, offset, limit }: RecordPaging,
): Promise<{ rows: RecordRow[]; count: number }> {
  let query = recordRows(tenant, resource)
  for (const condition of conditions) query = query.where(condition)
  const { count } = await query.select(eb => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  if (offset >= count) return { rows: [], count }
  const rows = await query.selectAll().orderBy(orderOf(order)).limit(limit).offset(offset).execute()
  return { rows, count }
}

/** What is absent counts as earliest and lowest; equals keep the order in which they were made. */
function orderOf({ by, ascending }: RecordPaging['order']): RawBuilder<unknown> {
  const first = by ? (ascending ? sql`${by} asc nulls first, ` : sql`${by} desc nulls last, `) : sql``
  return ascending ? sql`${first}"row".id asc` : sql`${first}"row".id desc`
}
