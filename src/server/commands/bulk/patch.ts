/**
 * What a change sets in every device: its fields as columns, judged once where they do not depend on the rest of the
 * device.
 */
import { reaches } from '../../../domain/authority'
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import { lookedAtBy } from '../../../engine/conditions'
import { fieldsRead } from '../../../engine/expressions/expression'
import { storedKeys } from '../../../engine/stored'
import { boundFields } from '../../../engine/validation/dateBounds'
import type { Caller } from '../../caller'
import { fieldRefusal, Refusal, refuseProblems } from '../../refusal'
import { isOwned } from '../../store/records/references'
import type { Wire } from '../../store/records/sources'
import { columnNames } from '../../store/records/tables'
import type { RecordContext } from '../../store/records/visible'
import type { BulkPatch } from '../../store/schema'
import type { Tenant } from '../../store/tenancy'
import { acceptRecord, referenceProblems } from '../records/acceptRecord'

/** The fields that many devices can be given at once, with the type of their columns. */
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
 * All that people enter of a device. What is one device's own, or takes others along, is entered one by one or by a
 * sheet.
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

/** Kinds of field that are entered for one device at a time. */
const ONE_BY_ONE: readonly CompiledField['type'][] = ['password', 'image']

export interface BulkPlan {
  patch: BulkPatch
  /** The rules of config look at the rest of the device: each is judged by itself. */
  eachByItself: boolean
  values: Readonly<Wire>
}

/** What is set where nothing is: the devices are removed. */
export const REMOVAL: BulkPlan = {
  patch: { columns: {}, extra: {}, keys: [] },
  eachByItself: false,
  values: {},
}

/**
 * @param values the fields, as in a save of one device
 * @throws Refusal 422 for fields that this caller may not set, values that the rules refuse, and what is changed one by
 *   one
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
    const isOne =
      field?.storage === 'extra' ? ONE_BY_ONE.includes(field.type) : !Object.hasOwn(BULK_FIELDS, name)
    if (!field || isOne) throw fieldRefusal(name, field ? 'bulk.oneByOne' : 'field.unknown')
  }
  const accepted = acceptRecord({ resource, input: values, current: {} }, caller, config)
  const isOfSeveral = reaches(caller.level, 'master', caller.levels)
  const eachByItself = names.some(
    name => dependsOnDevice(resource, name) || (isOfSeveral && leadsToOwned(resource.fields[name])),
  )
  // What depends on the device is judged with it.
  if (!eachByItself) {
    // Group, bunch and client are held against each device (`fitsOf`).
    const own = Object.entries(resource.fields).filter(([, { storage }]) => storage === 'extra')
    const added = { ...resource, fields: Object.fromEntries(own) }
    const lost = await referenceProblems(tenant, added, accepted.extra, {})
    refuseProblems({ ...lost, ...accepted.problems })
  }
  if (!eachByItself) {
    const keys = keysOf(resource, names)
    const patch = {
      columns: patchColumns(accepted.values),
      // Computed fields are not part of the patch.
      extra: Object.fromEntries(
        keys.flatMap(key => (key in accepted.extra ? [[key, accepted.extra[key]]] : [])),
      ),
      keys,
    }
    return { patch, eachByItself, values }
  }
  // A rule may empty other fields as well.
  const all = Object.fromEntries(Object.keys(BULK_FIELDS).map(name => [name, null]))
  const keys = keysOf(resource, Object.keys(resource.fields))
  return { patch: { columns: all, extra: {}, keys, sent: values }, eachByItself, values }
}

/** Under which keys fields of config's own are stored, former ones too. */
const keysOf = ({ fields }: CompiledResource, names: readonly string[]): string[] =>
  names.flatMap(name => {
    const field = fields[name]
    return field?.storage === 'extra' ? storedKeys(field).filter(key => key !== undefined) : []
  })

/** Accepted values as they are stored; a device that leaves its batch leaves the bunch. */
export function patchColumns(values: Readonly<Wire>): BulkPatch['columns'] {
  const columns: Record<string, string | number | null> = {}
  for (const [name, type] of Object.entries(BULK_FIELDS)) {
    const value = values[name]
    if (type === 'integer' && typeof value === 'number') columns[name] = value > 0 ? value : null
    // A choice that is taken away is null; texts are empty.
    else if (name === 'sido' && (value === null || value === '')) columns[name] = null
    else if (type === 'text' && typeof value === 'string') columns[name] = value
  }
  return 'batch_id' in columns && !('bunch_id' in columns) ? { ...columns, bunch_id: null } : columns
}

/**
 * Whether what config has added leads to records that a vendor owns: those of each device's own vendor, or the
 * provider's.
 */
const leadsToOwned = (field: CompiledField | undefined): boolean =>
  field?.storage === 'extra' && field.reference !== undefined && isOwned(field.reference)

/** Whether a rule of config for this field, or one that looks at it, needs the rest of the device. */
function dependsOnDevice(resource: CompiledResource, name: string): boolean {
  const isChecked = resource.checks?.some(({ check }) => fieldsRead(check).includes(name)) ?? false
  if (isChecked) return true
  return Object.values(resource.fields).some(field => {
    const looks = [...lookedAtBy(field), ...boundFields(field)]
    const needs = field.storage === 'extra' ? [...looks, ...Object.values(field.dependsOn ?? {})] : looks
    return needs.length > 0 && (field.name === name || needs.includes(name))
  })
}
