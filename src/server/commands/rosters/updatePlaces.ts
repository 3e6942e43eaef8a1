/**
 * What the names in an update stand for: records in scope, those of the vendor, model and group that their device will
 * have.
 */
import { sql } from 'kysely'
import type { RosterProblemCode, RosterRecord } from '../../../engine/roster'
import { type Caller, isMaster } from '../../caller'
import type { DeviceRow } from '../../store/devices/deviceRows'
import type { Tenant } from '../../store/tenancy'

/** Columns of the roster that name what a device belongs to, and the field that keeps its id. */
export const PLACES = {
  vendor: 'vendor',
  model: 'model_id',
  batch: 'batch_id',
  bunch: 'bunch_id',
  client: 'client',
} as const
export type PlaceColumn = keyof typeof PLACES
type Places = Record<(typeof PLACES)[PlaceColumn], number>

export const placesOf = (row: DeviceRow): Places => ({
  vendor: row.vendor_id,
  model_id: row.model_id,
  batch_id: row.batch_id ?? 0,
  bunch_id: row.bunch_id ?? 0,
  client: row.client_id ?? 0,
})

/** Names of what a device belongs to, as a sheet has them. */
export const placeNames = (row: DeviceRow): Record<PlaceColumn, string> => ({
  vendor: row.vendor_name ?? '',
  model: row.model_name ?? '',
  batch: row.batch_name ?? '',
  bunch: row.bunch_name ?? '',
  client: row.client_email ?? '',
})

interface Named {
  id: number
  name: string
  /** What it must be of: a batch its vendor and model, a bunch its batch, a client its vendor. */
  vendor_id?: number
  model_id?: number
  batch_id?: number
}

type NamedRecords = Record<PlaceColumn, ReadonlyMap<string, readonly Named[]>>

/** The records that some rows name, in one query for each column. */
export async function readNamed(
  tenant: Tenant,
  caller: Caller,
  records: readonly Pick<RosterRecord, 'values'>[],
): Promise<NamedRecords> {
  const { levels } = caller
  const textsOf = (column: PlaceColumn) => [
    ...new Set(records.flatMap(({ values }) => values[column]?.toLowerCase() ?? [])),
  ]
  const find = async (
    column: PlaceColumn,
    read: (named: ReturnType<typeof sql<boolean>>) => Promise<readonly Named[]>,
    name: string,
  ) => {
    const texts = textsOf(column)
    if (texts.length === 0) return new Map<string, Named[]>()
    const rows = await read(sql<boolean>`lower(${sql.ref(name)}) = any(${texts}::text[])`)
    const byName = new Map<string, Named[]>()
    for (const row of rows) {
      const key = row.name.toLowerCase()
      byName.set(key, [...(byName.get(key) ?? []), row])
    }
    return byName
  }
  return {
    // Only masters say whose a device is, whatever columns config opens (decision 25).
    vendor: isMaster(caller)
      ? await find(
          'vendor',
          named => tenant.vendors().where(named).select(['vendors.id', 'vendors.name']).execute(),
          'vendors.name',
        )
      : new Map(),
    model: await find(
      'model',
      named => tenant.models().where(named).select(['models.id', 'models.name']).execute(),
      'models.name',
    ),
    batch: await find(
      'batch',
      named =>
        tenant
          .batches()
          .where(named)
          .select(['batches.id', 'batches.name', 'batches.vendor_id', 'batches.model_id'])
          .execute(),
      'batches.name',
    ),
    bunch: await find(
      'bunch',
      named =>
        tenant.bunches().where(named).select(['bunches.id', 'bunches.name', 'bunches.batch_id']).execute(),
      'bunches.name',
    ),
    client: await find(
      'client',
      named =>
        tenant
          .clients()
          .where(named)
          .where('clients.level', '>=', levels.client)
          .where('clients.level', '<', levels.vendor)
          .select(['clients.id', 'clients.email as name', 'clients.vendor_id'])
          .execute(),
      'clients.email',
    ),
  }
}

/**
 * What a device will belong to. What it is not given stays, unless its vendor, model or group is another one by then:
 * then it is left, as when a device is edited.
 *
 * @returns the ids, 0 for none, and the columns whose name leads nowhere
 */
export function newPlaces(
  { values, cleared }: RosterRecord,
  row: DeviceRow,
  named: NamedRecords,
): { places: Places; problems: Partial<Record<PlaceColumn, RosterProblemCode>> } {
  const before = placesOf(row)
  const names = placeNames(row)
  const problems: Partial<Record<PlaceColumn, RosterProblemCode>> = {}
  /** @param stays whether what the device has fits what it will have */
  const place = (
    column: PlaceColumn,
    stays: boolean,
    fits: (one: Named) => boolean,
    missing: (found: readonly Named[]) => RosterProblemCode,
    ambiguous: RosterProblemCode = missing([]),
  ): number => {
    const now = before[PLACES[column]]
    const text = values[column]?.toLowerCase()
    if (cleared.includes(column)) return 0
    // Also where it is out of scope, or has a namesake.
    if (text === undefined || (stays && text === names[column].toLowerCase())) return stays ? now : 0
    const all = named[column].get(text) ?? []
    const found = all.filter(fits)
    if (found.length === 1) return found[0]!.id
    problems[column] = found.length === 0 ? missing(all) : ambiguous
    return now
  }
  const vendor = place(
    'vendor',
    true,
    () => true,
    () => 'vendorUnknown',
    'vendorAmbiguous',
  )
  const model_id = place(
    'model',
    true,
    () => true,
    () => 'modelUnknown',
  )
  const isSameKind = vendor === before.vendor && model_id === before.model_id
  const batch_id = place(
    'batch',
    isSameKind,
    one => one.vendor_id === vendor && one.model_id === model_id,
    all => (all.some(one => one.vendor_id === vendor) ? 'batchOtherModel' : 'batchUnknown'),
    'batchAmbiguous',
  )
  const bunch_id = place(
    'bunch',
    batch_id === before.batch_id,
    one => one.batch_id === batch_id,
    () => (batch_id === 0 ? 'bunchWithoutBatch' : 'bunchUnknown'),
    'bunchAmbiguous',
  )
  const client = place(
    'client',
    vendor === before.vendor,
    one => one.vendor_id === vendor,
    () => 'clientUnknown',
  )
  return { places: { vendor, model_id, batch_id, bunch_id, client }, problems }
}
