/**
 * Batches (§5, §7). Model and vendor cannot be changed, because the devices in a batch must match them. A batch may
 * belong to a client of its vendor.
 */
import { hasLevel } from '../../../../domain/authority'
import { isMaster } from '../../../caller'
import { type Problems, problem, Refusal } from '../../../refusal'
import { countRows } from '../../../store/counts'
import { isReferable } from '../../../store/records/references'
import type { Tenant } from '../../../store/tenancy'
import { noteMoves } from '../../deviceMoves'
import { refuseTooMany } from '../../pgliteLimits'
import { outsideRows } from '../../withinRows'
import { fieldColumns, imageColumn } from '../toRow'
import { type CheckedNumber, countOwned, isClientOf, type RecordDraft, type WriteRules } from '../writeRules'

export const batches: WriteRules = {
  table: 'batches',
  blank: { name: '' },
  ofVendor: true,
  async columnsFor(draft) {
    const { values, row } = draft
    const columns = { ...fieldColumns('batches', values), ...imageColumn(values) }
    if (row) {
      const client = await clientOf(draft, row.vendor_id)
      return { columns: { ...columns, ...client.column }, problems: client.problems }
    }
    const model = await modelOf(draft)
    const vendor = await vendorOf(draft)
    const client = await clientOf(draft, vendor.value)
    return {
      columns: { ...columns, ...client.column, model_id: model.value, vendor_id: vendor.value },
      problems: { ...model.problems, ...vendor.problems, ...client.problems },
    }
  },
  async refuseRemoval({ tx, tenant, row, config }) {
    // The devices stay registered, without a batch.
    const devices = await countOwned(tenant, 'devices', 'batch_id', row.id)
    await refuseBeyondReach(tenant, row.id, devices)
    refuseTooMany(tx, devices, config.server.pglite.batchDevices)
  },
  beforeRemoval({ tx, tenant, row }) {
    const devices = tenant.devices().where('devices.batch_id', '=', row.id)
    return noteMoves(tx, tenant, devices, { batch: row.id, after: '' })
  },
  async alsoRemoved({ tenant, row }) {
    const bunches = await tenant
      .bunches()
      .where('bunches.batch_id', '=', row.id)
      .select('bunches.id')
      .forUpdate('bunches')
      .execute()
    return { resource: 'bunches', ids: bunches.map(({ id }) => id) }
  },
}

/** A caller who does not see all devices and bunches of the batch cannot delete it. */
async function refuseBeyondReach(tenant: Tenant, batch: number, devices: number): Promise<void> {
  const inScope = await countRows(tenant.devices().where('devices.batch_id', '=', batch))
  if (inScope < devices)
    throw tenant.hasRules('devices') ? outsideRows() : new Refusal(409, 'batch.holdsOthers')
  if (tenant.hasRules('bunches')) {
    const inScope = await countRows(tenant.bunches().where('bunches.batch_id', '=', batch))
    if (inScope < (await countOwned(tenant, 'bunches', 'batch_id', batch))) throw outsideRows()
  }
}

/** The model of a new batch, which is required; 0 means no model (§5). */
async function modelOf({ tenant, values: { model }, resource }: RecordDraft): Promise<CheckedNumber> {
  if (typeof model !== 'number' || model <= 0) {
    const message = resource.messages.incomplete
    return {
      value: 0,
      problems: { model: { code: 'field.required', params: {}, ...(message ? { message } : {}) } },
    }
  }
  const isChoice = await isReferable(tenant, 'models', model)
  return { value: model, problems: isChoice ? {} : problem('model', 'field.choice') }
}

/** Masters choose the vendor (default: the provider); batches of staff belong to their vendor. */
async function vendorOf({ tenant, caller, values: { vendor } }: RecordDraft): Promise<CheckedNumber> {
  if (!isMaster(caller)) return { value: caller.vendor, problems: {} }
  if (typeof vendor !== 'number' || vendor === 0) return { value: 0, problems: {} }
  const isChoice = await isReferable(tenant, 'vendors', vendor)
  return { value: vendor, problems: isChoice ? {} : problem('vendor', 'field.choice') }
}

/**
 * The client to which a batch belongs. A client owns the batches that it makes; staff give a batch to a client of the
 * batch's vendor, or to none.
 */
async function clientOf(
  { tenant, caller, values: { client }, current }: RecordDraft,
  vendor: number,
): Promise<{ column: { client_id?: number | null }; problems: Problems }> {
  const { id, level, levels } = caller
  if (!hasLevel(level, 'vendor', levels)) return { column: current ? {} : { client_id: id }, problems: {} }
  if (typeof client !== 'number' || client === (current?.client ?? 0)) return { column: {}, problems: {} }
  if (client <= 0) return { column: { client_id: null }, problems: {} }
  const fits = await isClientOf(tenant, { client, vendor })
  return { column: { client_id: client }, problems: fits ? {} : problem('client', 'batch.clientOther') }
}
