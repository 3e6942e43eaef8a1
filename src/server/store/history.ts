/** Reads a page of the history. */
import type { HistoryQuery, HistoryRow } from '../../contract/history'
import { ownValue } from '../../domain/own'
import type { CompiledConfig, CompiledResource } from '../../engine/compiled'
import { countRows } from './counts'
import type { Paging } from './records/list'
import { concealAll, historyField } from './records/reach'
import type { Tenant } from './tenancy'

/** True for fields of a resource that the caller may see. */
type IsVisible = (resource: string, field: string) => boolean

interface HistoryPage {
  rows: HistoryRow[]
  /** The number of all matching rows. */
  count: number
}

export async function listHistory(
  tenant: Tenant,
  { action, resource, record, client, vendor, from, to }: HistoryQuery,
  { offset, limit }: Paging,
  { resources, isVisible }: { resources: CompiledConfig['resources']; isVisible: IsVisible },
): Promise<HistoryPage> {
  let entries = tenant.history()
  if (action) entries = entries.where('history.action', '=', action)
  if (resource) entries = entries.where('history.resource', '=', resource)
  if (record) entries = entries.where('history.record', '=', record)
  // 0: entries without an account.
  if (client === 0) entries = entries.where('history.client_id', 'is', null)
  else if (client !== undefined) entries = entries.where('history.client_id', '=', client)
  if (vendor !== undefined) entries = entries.where('history.vendor_id', '=', vendor)
  if (from) entries = entries.where('history.at', '>=', new Date(from))
  if (to) entries = entries.where('history.at', '<', new Date(to))
  const rows = await entries
    .selectAll('history')
    .orderBy('history.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const count = await countRows(entries)
  const shown = await concealHistory(tenant, rows, ({ resource }) => ownValue(resources, resource))
  return { rows: shown.map(row => toHistory(row, tenant, isVisible)), count }
}

/** Values before and after a change. */
interface Versions {
  before: object | null
  after: object | null
}

/** Empties the references in the values of changes that lead out of scope. */
export async function concealHistory<Entry extends Versions>(
  tenant: Tenant,
  entries: readonly Entry[],
  resourceOf: (entry: Entry) => CompiledResource | undefined,
): Promise<Entry[]> {
  const values = entries.flatMap(entry =>
    [entry.before, entry.after].map(side => ({
      resource: { fields: historyFields(resourceOf(entry), side) },
      record: side ?? {},
    })),
  )
  const shown = await concealAll(tenant, values)
  return entries.map((entry, index) => {
    const versions: Versions = {
      before: entry.before && shown[2 * index]!,
      after: entry.after && shown[2 * index + 1]!,
    }
    return { ...entry, ...versions }
  })
}

/** The fields of the values, by the names that the history uses for them. */
function historyFields(resource: CompiledResource | undefined, values: Versions['before']) {
  if (!resource || !values) return {}
  return Object.fromEntries(
    Object.keys(values).flatMap(name => {
      const field = historyField(resource, name)
      return field ? [[name, { ...field, name }]] : []
    }),
  )
}

type Row = Awaited<ReturnType<ReturnType<ReturnType<Tenant['history']>['selectAll']>['execute']>>[number]

/** The API form. Hides session and IP address of actors whose details the caller may not see (`Tenant.maySeeActor`). */
function toHistory(row: Row, tenant: Tenant, isVisible: IsVisible): HistoryRow {
  const isActorVisible = tenant.maySeeActor(row.client_of, row.client_level)
  const visible = (fields: Row['before']) =>
    fields && Object.fromEntries(Object.entries(fields).filter(([name]) => isVisible(row.resource, name)))
  return {
    id: row.id,
    at: row.at.toISOString(),
    action: row.action as HistoryRow['action'],
    resource: row.resource,
    record: row.record,
    label: row.label,
    vendor: row.vendor_id,
    client: row.client_id ?? 0,
    client_name: row.client,
    session: isActorVisible ? row.session : '',
    origin: isActorVisible ? row.origin : '',
    request: row.request,
    before: visible(row.before),
    after: visible(row.after),
  }
}
