/** Batches (§5, §7). Model and vendor are chosen once: devices have been put in by them. */
import { isMaster } from '../../../caller'
import type { Problems } from '../../../refusal'
import { isReferable } from '../../../store/records/references'
import { refuseTooMany } from '../../pgliteLimits'
import { imageOf, textsOf } from '../columns'
import { countOwned, type Draft, problem, type Repository } from '../repository'

export const batches: Repository = {
  table: 'batches',
  blank: { name: '' },
  ofVendor: true,
  async write(draft) {
    const { values, row } = draft
    const columns = { ...textsOf(values, ['name', 'comment']), ...imageOf(values) }
    if (row) return { columns }
    const model = await modelOf(draft)
    const vendor = await vendorOf(draft)
    return {
      columns: { ...columns, model_id: model.id, vendor_id: vendor.id },
      problems: { ...model.problems, ...vendor.problems },
    }
  },
  async refuseRemoval({ tx, tenant, row, config }) {
    // They stay and are in no batch.
    const devices = await countOwned(tenant, 'devices', 'batch_id', row.id)
    refuseTooMany(tx, devices, config.server.pglite.batchDevices)
  },
  async parts({ tenant, row }) {
    const bunches = await tenant
      .bunches()
      .where('bunches.batch_id', '=', row.id)
      .select('bunches.id')
      .forUpdate('bunches')
      .execute()
    return { resource: 'bunches', ids: bunches.map(({ id }) => id) }
  },
}

interface Chosen {
  id: number
  problems: Problems
}

/** Model 0 is none (§5). */
async function modelOf({ tenant, values: { model }, resource }: Draft): Promise<Chosen> {
  if (typeof model !== 'number' || model <= 0) {
    const message = resource.messages.incomplete
    return {
      id: 0,
      problems: { model: { code: 'field.required', params: {}, ...(message ? { message } : {}) } },
    }
  }
  const isThere = await isReferable(tenant, 'models', model)
  return { id: model, problems: isThere ? {} : problem('model', 'field.choice') }
}

/** Masters choose whose it is, the provider's own without a choice; what staff make is their vendor's. */
async function vendorOf({ tenant, caller, values: { vendor } }: Draft): Promise<Chosen> {
  if (!isMaster(caller)) return { id: caller.vendor, problems: {} }
  if (typeof vendor !== 'number' || vendor === 0) return { id: 0, problems: {} }
  const isThere = await isReferable(tenant, 'vendors', vendor)
  return { id: vendor, problems: isThere ? {} : problem('vendor', 'field.choice') }
}
