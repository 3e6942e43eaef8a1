/** Devices: registered by their sheet, and edited as other records are (decision 25). */
import { isMaster } from '../../../caller'
import { type Problems, problem } from '../../../refusal'
import { isReferable } from '../../../store/records/references'
import type { DeviceRow } from '../../../store/records/sources'
import { fieldColumns } from '../toRow'
import type { RecordDraft, WriteRules } from '../writeRules'

/** What a device belongs to, each 0 for none (of a vendor: the provider). */
interface Places {
  vendor: number
  model_id: number
  batch_id: number
  bunch_id: number
  client: number
}

export const devices: WriteRules = {
  table: 'devices',
  blank: {},
  unique: { index: 'devices_isdn', taken: problem('isdn', 'device.phoneTaken') },
  async columnsFor(draft) {
    const { values } = draft
    const { places, problems } = await placesOf(draft)
    return {
      columns: {
        ...fieldColumns('devices', values),
        ...(values.sido !== undefined && { sido: values.sido || null }),
        vendor_id: places.vendor,
        model_id: places.model_id,
        batch_id: places.batch_id || null,
        bunch_id: places.bunch_id || null,
        client_id: places.client || null,
      },
      problems: { ...problems, ...namesGiven(draft) },
    }
  },
}

/**
 * Batch and client are of the device's vendor, the batch of its model, the bunch of its batch. What no longer fits
 * because the device is given to another vendor is emptied; what is chosen and does not fit is a problem.
 */
async function placesOf(draft: RecordDraft): Promise<{ places: Places; problems: Problems }> {
  const { tenant, caller, values, row } = draft
  const device = row as unknown as DeviceRow
  const before: Places = {
    vendor: device.vendor_id,
    model_id: device.model_id,
    batch_id: device.batch_id ?? 0,
    bunch_id: device.bunch_id ?? 0,
    client: device.client_id ?? 0,
  }
  const sent = (name: keyof Places) => {
    const value = values[name]
    return value === undefined ? before[name] : typeof value === 'number' ? Math.max(value, 0) : 0
  }
  const places: Places = {
    vendor: isMaster(caller) ? sent('vendor') : before.vendor,
    model_id: sent('model_id'),
    batch_id: sent('batch_id'),
    bunch_id: sent('bunch_id'),
    client: sent('client'),
  }
  const isNew = (name: keyof Places) => places[name] !== before[name]
  const problems: Record<string, Problems[string]> = {}
  const report = (name: keyof Places, code: string) => {
    if (isNew(name)) Object.assign(problems, problem(name, code))
    else places[name] = 0
  }
  if (places.model_id === 0) Object.assign(problems, problem('model_id', 'field.required'))
  if (isNew('vendor') && places.vendor !== 0 && !(await isReferable(tenant, 'vendors', places.vendor)))
    Object.assign(problems, problem('vendor', 'field.choice'))

  const { vendor, model_id } = places
  if (places.batch_id && (isNew('batch_id') || isNew('vendor') || isNew('model_id'))) {
    const fits = await isReferable(tenant, 'batches', places.batch_id, { vendor, model: model_id })
    if (!fits) report('batch_id', 'device.batchOther')
  }
  if (places.bunch_id && (isNew('bunch_id') || isNew('batch_id'))) {
    const fits = await isReferable(tenant, 'bunches', places.bunch_id, { batch: places.batch_id })
    if (!fits) report('bunch_id', 'device.bunchOther')
  }
  if (places.client && (isNew('client') || isNew('vendor')) && !(await isClientOf(draft, places)))
    report('client', 'device.clientOther')
  return { places, problems }
}

/** Devices are given to the users of their vendor, not to its staff. */
async function isClientOf(
  { tenant, caller: { levels } }: RecordDraft,
  { client, vendor }: Places,
): Promise<boolean> {
  const found = await tenant
    .clients()
    .where('clients.id', '=', client)
    .where('clients.vendor_id', '=', vendor)
    .where('clients.level', '>=', levels.client)
    .where('clients.level', '<', levels.vendor)
    .select('clients.id')
    .forShare()
    .executeTakeFirst()
  return found !== undefined
}

/** A device is moved by ids: a name beside them that says another one must not be passed over. */
function namesGiven({ values, current = {} }: RecordDraft): Problems {
  const names = (['model', 'batch', 'bunch'] as const).filter(
    name =>
      values[name] !== undefined && values[name] !== current[name] && values[`${name}_id`] === undefined,
  )
  return Object.assign({}, ...names.map(name => problem(name, 'field.notWritable')))
}
