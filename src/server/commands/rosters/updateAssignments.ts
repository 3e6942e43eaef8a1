/**
 * The assignments of a device are its vendor, model, batch, bunch and client. An update sheet gives their names; this
 * resolves them to ids of records in scope that match the device's future vendor, model and batch.
 */
import { type AliasableExpression, sql } from 'kysely'
import type { RosterProblemCode, RosterRecord } from '../../../engine/roster'
import { type Caller, isMaster } from '../../caller'
import { groupBy } from '../../collections'
import type { DeviceRow } from '../../store/devices/deviceRows'
import type { Tenant } from '../../store/tenancy'
import { type Assignments, leavesGroup, storedAssignments } from '../records/rules/devices'

/** Columns of the roster, and the field that stores the id. */
export const ASSIGNMENTS = {
  vendor: 'vendor',
  model: 'model_id',
  batch: 'batch_id',
  bunch: 'bunch_id',
  client: 'client',
} as const
export type AssignmentColumn = keyof typeof ASSIGNMENTS

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
  /** @param all the records that the caller may name */
  const findByName = async (column: AssignmentColumn, all: AliasableExpression<NamedRecord>) => {
    const texts = [...new Set(records.flatMap(({ values }) => values[column]?.toLowerCase() ?? []))]
    if (texts.length === 0) return new Map<string, NamedRecord[]>()
    const isNamed = sql<boolean>`lower("row".name) = any(${texts}::text[])`
    const found = await tenant.from(all).where(isNamed).selectAll().execute()
    return groupBy(found as NamedRecord[], ({ name }) => name.toLowerCase())
  }
  return {
    // Only masters choose the vendor, even if config opens that column to others (decision 25).
    vendor: isMaster(caller)
      ? await findByName('vendor', tenant.vendors().select(['vendors.id', 'vendors.name']))
      : new Map(),
    model: await findByName('model', tenant.models().select(['models.id', 'models.name'])),
    batch: await findByName(
      'batch',
      tenant.batches().select(['batches.id', 'batches.name', 'batches.vendor_id', 'batches.model_id']),
    ),
    bunch: await findByName(
      'bunch',
      tenant.bunches().select(['bunches.id', 'bunches.name', 'bunches.batch_id']),
    ),
    client: await findByName(
      'client',
      tenant.owners().select(['clients.id', 'clients.email as name', 'clients.vendor_id']),
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
  const before = storedAssignments(row)
  const names = assignmentNames(row)
  const problems: Partial<Record<AssignmentColumn, RosterProblemCode>> = {}
  const resolve = (
    column: AssignmentColumn,
    {
      stillMatches = true,
      matches = () => true,
      unknown = () => `${column}Unknown`,
      ambiguous = `${column}Ambiguous` as RosterProblemCode,
    }: Resolution,
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
  const vendor = resolve('vendor', {})
  // Names of models and e-mail addresses of clients are unique, so they cannot be ambiguous.
  const model_id = resolve('model', { ambiguous: 'modelUnknown' })
  const client = resolve('client', {
    stillMatches: vendor === before.vendor,
    matches: record => record.vendor_id === vendor,
    ambiguous: 'clientUnknown',
  })
  const batch_id = resolve('batch', {
    stillMatches: vendor === before.vendor && model_id === before.model_id && !leavesGroup(row, client),
    matches: record => record.vendor_id === vendor && record.model_id === model_id,
    unknown: sameName =>
      sameName.some(record => record.vendor_id === vendor) ? 'batchOtherModel' : 'batchUnknown',
  })
  const bunch_id = resolve('bunch', {
    stillMatches: batch_id === before.batch_id,
    matches: record => record.batch_id === batch_id,
    unknown: () => (batch_id === 0 ? 'bunchWithoutBatch' : 'bunchUnknown'),
  })
  return { assignments: { vendor, model_id, batch_id, bunch_id, client }, problems }
}

/** How the name in a column is resolved to a record. */
interface Resolution {
  /** Whether the current assignment still matches the device; default: true. */
  stillMatches?: boolean
  /** Whether a record of that name matches the device; default: any does. */
  matches?(record: NamedRecord): boolean
  /** The code if no record matches, given all records of that name. */
  unknown?(sameName: readonly NamedRecord[]): RosterProblemCode
  /** The code if several records match. */
  ambiguous?: RosterProblemCode
}
