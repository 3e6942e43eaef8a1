/**
 * The assignments of a device are its vendor, model, batch, bunch and client. An update sheet gives their names; this
 * resolves them to ids of records in scope that match the device's future vendor, model and batch.
 */
import { sql } from 'kysely'
import type { RosterProblemCode, RosterRecord } from '../../../engine/roster'
import { type Caller, isMaster } from '../../caller'
import type { DeviceRow } from '../../store/devices/deviceRows'
import type { Tenant } from '../../store/tenancy'
import { leavesGroup } from '../records/rules/devices'

/** Columns of the roster, and the field that stores the id. */
export const ASSIGNMENTS = {
  vendor: 'vendor',
  model: 'model_id',
  batch: 'batch_id',
  bunch: 'bunch_id',
  client: 'client',
} as const
export type AssignmentColumn = keyof typeof ASSIGNMENTS
type Assignments = Record<(typeof ASSIGNMENTS)[AssignmentColumn], number>

export const assignmentsOf = (row: DeviceRow): Assignments => ({
  vendor: row.vendor_id,
  model_id: row.model_id,
  batch_id: row.batch_id ?? 0,
  bunch_id: row.bunch_id ?? 0,
  client: row.client_id ?? 0,
})

/** The current names, as in a sheet. */
export const assignmentNames = (row: DeviceRow): Record<AssignmentColumn, string> => ({
  vendor: row.vendor_name ?? '',
  model: row.model_name ?? '',
  batch: row.batch_name ?? '',
  bunch: row.bunch_name ?? '',
  client: row.client_email ?? '',
})

interface NamedRecord {
  id: number
  name: string
  /** Must match the device: vendor and model of a batch, batch of a bunch, vendor of a client. */
  vendor_id?: number
  model_id?: number
  batch_id?: number
}

type NamedRecords = Record<AssignmentColumn, ReadonlyMap<string, readonly NamedRecord[]>>

/** Reads the records that rows name, with one query per column. @returns them by column and lower-case name */
export async function readNamed(
  tenant: Tenant,
  caller: Caller,
  records: readonly Pick<RosterRecord, 'values'>[],
): Promise<NamedRecords> {
  const { levels } = caller
  const textsOf = (column: AssignmentColumn) => [
    ...new Set(records.flatMap(({ values }) => values[column]?.toLowerCase() ?? [])),
  ]
  /** @param name the SQL column that is compared with the names in the sheet */
  const findByName = async (
    column: AssignmentColumn,
    read: (named: ReturnType<typeof sql<boolean>>) => Promise<readonly NamedRecord[]>,
    name: string,
  ) => {
    const texts = textsOf(column)
    if (texts.length === 0) return new Map<string, NamedRecord[]>()
    const rows = await read(sql<boolean>`lower(${sql.ref(name)}) = any(${texts}::text[])`)
    const byName = new Map<string, NamedRecord[]>()
    for (const row of rows) {
      const key = row.name.toLowerCase()
      byName.set(key, [...(byName.get(key) ?? []), row])
    }
    return byName
  }
  return {
    // Only masters choose the vendor, even if config opens that column to others (decision 25).
    vendor: isMaster(caller)
      ? await findByName(
          'vendor',
          named => tenant.vendors().where(named).select(['vendors.id', 'vendors.name']).execute(),
          'vendors.name',
        )
      : new Map(),
    model: await findByName(
      'model',
      named => tenant.models().where(named).select(['models.id', 'models.name']).execute(),
      'models.name',
    ),
    batch: await findByName(
      'batch',
      named =>
        tenant
          .batches()
          .where(named)
          .select(['batches.id', 'batches.name', 'batches.vendor_id', 'batches.model_id'])
          .execute(),
      'batches.name',
    ),
    bunch: await findByName(
      'bunch',
      named =>
        tenant.bunches().where(named).select(['bunches.id', 'bunches.name', 'bunches.batch_id']).execute(),
      'bunches.name',
    ),
    client: await findByName(
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
 * The future assignments of a device. An assignment that is absent in the row is kept if it still matches the new
 * vendor, model, client or batch, else it is cleared, as in an edit.
 *
 * @returns the ids, 0 for none, and a problem for each column whose name matches no record or several
 */
export function resolveAssignments(
  { values, cleared }: RosterRecord,
  row: DeviceRow,
  named: NamedRecords,
): { assignments: Assignments; problems: Partial<Record<AssignmentColumn, RosterProblemCode>> } {
  const before = assignmentsOf(row)
  const names = assignmentNames(row)
  const problems: Partial<Record<AssignmentColumn, RosterProblemCode>> = {}
  const resolve = (
    column: AssignmentColumn,
    { stillMatches, matches, unknown, ambiguous }: Resolution,
  ): number => {
    const current = before[ASSIGNMENTS[column]]
    const text = values[column]?.toLowerCase()
    if (cleared.includes(column)) return 0
    // The current name needs no lookup: its record may be out of scope, or share its name with others.
    if (text === undefined || (stillMatches && text === names[column].toLowerCase()))
      return stillMatches ? current : 0
    const sameName = named[column].get(text) ?? []
    const matching = sameName.filter(matches)
    if (matching.length === 1) return matching[0]!.id
    problems[column] = matching.length === 0 ? unknown(sameName) : ambiguous
    return current
  }
  const vendor = resolve('vendor', {
    stillMatches: true,
    matches: () => true,
    unknown: () => 'vendorUnknown',
    ambiguous: 'vendorAmbiguous',
  })
  // Names of models and e-mail addresses of clients are unique, so they cannot be ambiguous.
  const model_id = resolve('model', {
    stillMatches: true,
    matches: () => true,
    unknown: () => 'modelUnknown',
    ambiguous: 'modelUnknown',
  })
  const client = resolve('client', {
    stillMatches: vendor === before.vendor,
    matches: record => record.vendor_id === vendor,
    unknown: () => 'clientUnknown',
    ambiguous: 'clientUnknown',
  })
  const batch_id = resolve('batch', {
    stillMatches: vendor === before.vendor && model_id === before.model_id && !leavesGroup(row, client),
    matches: record => record.vendor_id === vendor && record.model_id === model_id,
    unknown: sameName =>
      sameName.some(record => record.vendor_id === vendor) ? 'batchOtherModel' : 'batchUnknown',
    ambiguous: 'batchAmbiguous',
  })
  const bunch_id = resolve('bunch', {
    stillMatches: batch_id === before.batch_id,
    matches: record => record.batch_id === batch_id,
    unknown: () => (batch_id === 0 ? 'bunchWithoutBatch' : 'bunchUnknown'),
    ambiguous: 'bunchAmbiguous',
  })
  return { assignments: { vendor, model_id, batch_id, bunch_id, client }, problems }
}

/** How the name in a column is resolved to a record. */
interface Resolution {
  /** Whether the current assignment still matches the device. */
  stillMatches: boolean
  /** Whether a record of that name matches the device. */
  matches(record: NamedRecord): boolean
  /** The code if no record matches, given all records of that name. */
  unknown(sameName: readonly NamedRecord[]): RosterProblemCode
  /** The code if several records match. */
  ambiguous: RosterProblemCode
}
