/** Plans a change of many devices: validates the values once if they do not depend on other fields of a device. */
import { hasLevel } from '../../../domain/authority'
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import { dependenciesOf } from '../../../engine/conditions'
import { fieldsRead } from '../../../engine/expressions/expression'
import { KINDS } from '../../../engine/kinds'
import { storedKeys } from '../../../engine/stored'
import { boundFields } from '../../../engine/validation/dateBounds'
import type { Caller } from '../../caller'
import { fieldRefusal, Refusal, refuseProblems } from '../../refusal'
import { isLimited } from '../../store/records/reach'
import { isOwned } from '../../store/records/references'
import type { Wire } from '../../store/records/sources'
import { columnNames } from '../../store/records/tables'
import type { RecordContext } from '../../store/records/visible'
import type { BulkPatch } from '../../store/schema'
import type { Tenant } from '../../store/tenancy'
import { acceptRecord, referenceProblems } from '../records/acceptRecord'

/** The fields that can be set for many devices at once, with their column types. */
const BULK_FIELDS: Readonly<Record<string, 'text' | 'integer'>> = {
  serial: 'text',
  version: 'text',
  release: 'text',
  edition: 'text',
  sido: 'text',
  batch_id: 'integer',
  bunch_id: 'integer',
  client: 'integer',
}

/**
 * All fields of a device that users enter. A field that is not in `BULK_FIELDS` is set for one device or by a sheet.
 */
export const DEVICE_FIELDS: typeof BULK_FIELDS = {
  ...BULK_FIELDS,
  isdn: 'text',
  model_id: 'integer',
  vendor: 'integer',
  'modem.apn': 'text',
  'modem.band': 'integer',
}

const COLUMNS = columnNames('devices')

/** The column of one of these fields in the table of devices. */
export const deviceColumn = (field: string): string => COLUMNS[field]!

export interface BulkPlan {
  patch: BulkPatch
  /** Whether rules of config depend on other fields of the device, so that each device must be validated. */
  isPerDevice: boolean
  values: Readonly<Wire>
}

/** The plan of a removal: sets nothing. */
export const REMOVAL: BulkPlan = {
  patch: { columns: {}, extra: {}, keys: [] },
  isPerDevice: false,
  values: {},
}

/**
 * @param values as in a save of one device
 * @throws Refusal 422 for fields that the caller may not set, invalid values, and fields outside `BULK_FIELDS`
 */
export async function planChange(
  tenant: Tenant,
  caller: Caller,
  { config, resource }: RecordContext,
  values: Readonly<Wire>,
): Promise<BulkPlan> {
  const names = Object.keys(values)
  if (names.length === 0) throw new Refusal(422, 'bulk.nothing')
  for (const name of names) {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
    const isOneByOne =
      field?.storage === 'extra'
        ? KINDS[field.type].notIn.includes('bulk')
        : !Object.hasOwn(BULK_FIELDS, name)
    if (!field || isOneByOne) throw fieldRefusal(name, field ? 'bulk.oneByOne' : 'field.unknown')
  }
  const accepted = acceptRecord({ resource, input: values, current: {} }, caller, config)
  const mayChangeSeveralVendors = hasLevel(caller.level, 'master', caller.levels)
  const isPerDevice =
    names.some(
      name =>
        dependsOnDevice(resource, name) ||
        (mayChangeSeveralVendors && leadsToOwned(resource.fields[name])) ||
        // Each device keeps the references that the caller does not see.
        isLimited(tenant, resource.fields[name]),
    ) ||
    (values.client !== undefined && values.batch_id === undefined && (await hasGroupsOfClients(tenant)))
  if (!isPerDevice) {
    // `conditionsOf` checks batch, bunch and client.
    const extraFields = Object.entries(resource.fields).filter(([, { storage }]) => storage === 'extra')
    const added = { ...resource, fields: Object.fromEntries(extraFields) }
    const references = await referenceProblems(tenant, added, accepted.extra, {})
    refuseProblems({ ...references, ...accepted.problems })
    const keys = keysOf(resource, names)
    const patch = {
      columns: patchColumns(accepted.values),
      // Computed fields are not part of the patch.
      extra: Object.fromEntries(
        keys.flatMap(key => (key in accepted.extra ? [[key, accepted.extra[key]]] : [])),
      ),
      keys,
    }
    return { patch, isPerDevice, values }
  }
  // A rule may clear other fields as well, so the patch has all fields.
  const all = Object.fromEntries(Object.keys(BULK_FIELDS).map(name => [name, null]))
  const keys = keysOf(resource, Object.keys(resource.fields))
  return { patch: { columns: all, extra: {}, keys, sent: values }, isPerDevice, values }
}

/** Whether any group belongs to a client: a device leaves such a group when it gets another client. */
const hasGroupsOfClients = async (tenant: Tenant): Promise<boolean> =>
  (await tenant
    .batches()
    .where('batches.client_id', 'is not', null)
    .select('batches.id')
    .executeTakeFirst()) !== undefined

/** The keys of these added fields in `extra`, former ones included. */
const keysOf = ({ fields }: CompiledResource, names: readonly string[]): string[] =>
  names.flatMap(name => {
    const field = fields[name]
    return field?.storage === 'extra' ? storedKeys(field).filter(key => key !== undefined) : []
  })

/** Accepted values as stored; a new batch clears the bunch. */
export function patchColumns(values: Readonly<Wire>): BulkPatch['columns'] {
  const columns: Record<string, string | number | null> = {}
  for (const [name, type] of Object.entries(BULK_FIELDS)) {
    const value = values[name]
    if (type === 'integer' && typeof value === 'number') columns[name] = value > 0 ? value : null
    // A cleared choice is null; a cleared text is ''.
    else if (name === 'sido' && (value === null || value === '')) columns[name] = null
    else if (type === 'text' && typeof value === 'string') columns[name] = value
  }
  return 'batch_id' in columns && !('bunch_id' in columns) ? { ...columns, bunch_id: null } : columns
}

/** Whether an added field refers to records that vendors own: each device may refer to its own vendor's only. */
const leadsToOwned = (field: CompiledField | undefined): boolean =>
  field?.storage === 'extra' && field.reference !== undefined && isOwned(field.reference)

/** Whether rules of this field use other fields, or rules of other fields use this one. */
function dependsOnDevice(resource: CompiledResource, name: string): boolean {
  const isChecked = resource.checks?.some(({ check }) => fieldsRead(check).includes(name)) ?? false
  if (isChecked) return true
  return Object.values(resource.fields).some(field => {
    const reads = [...dependenciesOf(field), ...boundFields(field)]
    if (field.storage === 'extra') reads.push(...Object.values(field.dependsOn ?? {}))
    return reads.length > 0 && (field.name === name || reads.includes(name))
  })
}
