/** Which devices an order sheet is aimed at: those of a batch or a bunch, or those it names (§3, §5). */
import type { OrderSheet } from '../../contract/orders'
import { Refusal } from '../refusal'
import type { Tenant } from '../store/tenancy'

export interface Targets {
  /** The query of the devices, in the caller's reach. */
  devices: ReturnType<Tenant['devices']>
  /** How many must be found, where the sheet names them. */
  expected?: number
  /** The most that an order may have. */
  max: number
}

export interface Aim {
  theme: 'device' | 'search' | 'batch' | 'bunch'
  batch_id: number | null
  bunch_id: number | null
  targets: Targets
}

/**
 * Compose sends all keys and leaves those of the other mode empty: a batch of 0 or below is none.
 *
 * @throws Refusal 404 for a batch or bunch out of reach, 422 where nothing or both is named or too much
 */
export async function readAim(tenant: Tenant, sheet: OrderSheet, max: number): Promise<Aim> {
  const batch = Math.max(sheet.batch ?? 0, 0)
  const bunch = Math.max(sheet.bunch ?? 0, 0)
  const named = sheet.targets ?? []
  const grouped = batch > 0 || bunch > 0
  if (grouped && named.length > 0) throw refuse('order.aimedTwice')
  if (grouped) return aimAtGroup(tenant, batch, bunch, max)
  if (named.length === 0) throw refuse('order.noTargets')

  // A device that is named twice is one target.
  const ids = [...new Set(named.map(target => (typeof target === 'string' ? target : target.device)))]
  if (ids.length > max) throw refuse('order.tooMany', { max })
  const devices = tenant.devices().where(({ eb, fn, val }) => eb('devices.id', '=', fn.any(val(ids))))
  return {
    // The device dialog names ids alone, compose the hits of its search.
    theme: named.every(target => typeof target === 'string') ? 'device' : 'search',
    batch_id: null,
    bunch_id: null,
    targets: { devices, expected: ids.length, max },
  }
}

async function aimAtGroup(tenant: Tenant, batch: number, bunch: number, max: number): Promise<Aim> {
  if (bunch === 0) {
    const found = await tenant
      .batches()
      .where('batches.id', '=', batch)
      .select('batches.id')
      .executeTakeFirst()
    if (!found) throw new Refusal(404, 'order.batchUnknown')
    const devices = tenant.devices().where('devices.batch_id', '=', batch)
    return { theme: 'batch', batch_id: batch, bunch_id: null, targets: { devices, max } }
  }
  const found = await tenant
    .bunches()
    .where('bunches.id', '=', bunch)
    .select('bunches.batch_id')
    .executeTakeFirst()
  if (!found || (batch > 0 && found.batch_id !== batch)) throw new Refusal(404, 'order.bunchUnknown')
  const devices = tenant.devices().where('devices.bunch_id', '=', bunch)
  return { theme: 'bunch', batch_id: found.batch_id, bunch_id: bunch, targets: { devices, max } }
}

function refuse(code: string, params: Record<string, number> = {}): Refusal {
  return new Refusal(422, code, params, { errors: { targets: code } })
}
