/** Devices: registered by sheets, edited like other records (decision 25). */
import { sql } from 'kysely'
import { isMaster } from '../../../caller'
import { type Problems, problem } from '../../../refusal'
import { isReferable } from '../../../store/records/references'
import type { DeviceRow } from '../../../store/records/sources'
import { fieldColumns } from '../toRow'
import { isClientOf, type RecordDraft, type WriteRules } from '../writeRules'

/** Ids of the records that a device belongs to, 0 for none; vendor 0 is the provider. */
export type Assignments = Record<'vendor' | 'model_id' | 'batch_id' | 'bunch_id' | 'client', number>

/** The assignments of a stored device. */
export const storedAssignments = (row: DeviceRow): Assignments => ({
  vendor: row.vendor_id,
  model_id: row.model_id,
  batch_id: row.batch_id ?? 0,
  bunch_id: row.bunch_id ?? 0,
  client: row.client_id ?? 0,
})

export const devices: WriteRules = {
  table: 'devices',
  blank: {},
  unique: {
    constraint: 'devices_isdn',
    key: sql`devices.isdn`,
    taken: problem('isdn', 'device.phoneTaken'),
  },
  async columnsFor(draft) {
    const { values } = draft
    const { assignments, problems } = await assignmentsOf(draft)
    return {
      columns: {
        ...fieldColumns('devices', values),
        ...(values.sido !== undefined && { sido: values.sido || null }),
        vendor_id: assignments.vendor,
        model_id: assignments.model_id,
        batch_id: assignments.batch_id || null,
        bunch_id: assignments.bunch_id || null,
        client_id: assignments.client || null,
      },
      problems: { ...problems, ...nameProblems(draft) },
    }
  },
}

/**
 * Whether a device must leave its group when this client gets it, because the group belongs to another client.
 *
 * @param client 0 for none
 */
export const leavesGroup = (
  { batch_client_id: groupClient, client_id: clientBefore }: Pick<DeviceRow, 'batch_client_id' | 'client_id'>,
  client: number,
): boolean => groupClient !== null && groupClient !== client && (clientBefore ?? 0) !== client

/**
 * Batch and client must have the device's vendor, the batch its model, the bunch its batch. An unchanged id that no
 * longer matches is cleared; a new id that does not match is a problem.
 */
async function assignmentsOf(draft: RecordDraft): Promise<{ assignments: Assignments; problems: Problems }> {
  const { tenant, caller, values, row } = draft
  const device = row as unknown as DeviceRow
  const before = storedAssignments(device)
  /** The sent id; 0 for null or a number below 0, the previous id if none was sent. */
  const sent = (name: keyof Assignments) => {
    const value = values[name]
    if (value === undefined) return before[name]
    return typeof value === 'number' ? Math.max(value, 0) : 0
  }
  const assignments: Assignments = {
    vendor: isMaster(caller) ? sent('vendor') : before.vendor,
    model_id: sent('model_id'),
    batch_id: sent('batch_id'),
    bunch_id: sent('bunch_id'),
    client: sent('client'),
  }
  const isNew = (name: keyof Assignments) => assignments[name] !== before[name]
  const problems: Record<string, Problems[string]> = {}
  const refuseOrClear = (name: keyof Assignments, code: string) => {
    if (isNew(name)) Object.assign(problems, problem(name, code))
    else assignments[name] = 0
  }
  if (assignments.model_id === 0) Object.assign(problems, problem('model_id', 'field.required'))
  if (
    isNew('vendor') &&
    assignments.vendor !== 0 &&
    !(await isReferable(tenant, 'vendors', assignments.vendor))
  )
    Object.assign(problems, problem('vendor', 'field.choice'))

  const { vendor, model_id } = assignments
  if (assignments.batch_id && (isNew('batch_id') || isNew('vendor') || isNew('model_id'))) {
    const fits = await isReferable(tenant, 'batches', assignments.batch_id, { vendor, model: model_id })
    if (!fits) refuseOrClear('batch_id', 'device.batchOther')
  }
  if (isNew('client') && !isNew('batch_id') && leavesGroup(device, assignments.client))
    assignments.batch_id = 0
  if (assignments.bunch_id && (isNew('bunch_id') || isNew('batch_id'))) {
    const fits = await isReferable(tenant, 'bunches', assignments.bunch_id, { batch: assignments.batch_id })
    if (!fits) refuseOrClear('bunch_id', 'device.bunchOther')
  }
  if (assignments.client && (isNew('client') || isNew('vendor')) && !(await isClientOf(tenant, assignments)))
    refuseOrClear('client', 'device.clientOther')
  return { assignments, problems }
}

/** Names of model, batch and bunch cannot be changed without their ids: that is a problem, instead of being ignored. */
function nameProblems({ values, current = {} }: RecordDraft): Problems {
  const names = (['model', 'batch', 'bunch'] as const).filter(
    name =>
      values[name] !== undefined && values[name] !== current[name] && values[`${name}_id`] === undefined,
  )
  return Object.assign({}, ...names.map(name => problem(name, 'field.notWritable')))
}
