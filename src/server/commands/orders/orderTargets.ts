/** The targets of an order sheet: those of a batch or a bunch, or those it names (§3, §5). */
import { type ExpressionBuilder, sql } from 'kysely'
import type { OrderAimSheet, OrderPreview } from '../../../contract/orders'
import { offersMethod } from '../../../domain/methodInput'
import { fieldRefusal, Refusal } from '../../refusal'
import { countDevices, countRows } from '../../store/counts'
import { readContent } from '../../store/methodContent'
import type { Tables } from '../../store/schema'
import type { Tenant } from '../../store/tenancy'

export interface OrderTargets {
  theme: 'device' | 'search' | 'batch' | 'bunch'
  batch_id: number | null
  bunch_id: number | null
  /** The query of the devices, in scope. */
  devices: ReturnType<Tenant['devices']>
  /** How many must be found, where the sheet names them. */
  expected?: number
  /** The most that an order may have. */
  max: number
  /** What is wrong when there is none. */
  empty?: string
}

/**
 * The targets of an order with this command: a VPN command goes to those devices of a group that have a VPN (§2), and
 * is refused for named devices of which some have none.
 *
 * @param caption of the command
 * @throws Refusal as `readTargets`, and 422 with the number of devices without VPN
 */
export async function targetsOf(
  tenant: Tenant,
  sheet: OrderAimSheet,
  caption: string,
  max: number,
): Promise<OrderTargets> {
  const targets = await readTargets(tenant, sheet, max)
  if (offersMethod({ caption }, {})) return targets
  const { devices, expected } = targets
  if (expected === undefined)
    return { ...targets, devices: devices.where(HAS_VPN), empty: 'order.batchNoVpn' }
  const without = await countRows(devices.where(eb => eb.not(HAS_VPN(eb))))
  if (without > 0) throw fieldRefusal('targets', 'order.deviceNoVpn', { devices: without })
  return targets
}

/**
 * The targets of a sheet whose command may not be chosen yet.
 *
 * @throws Refusal as `targetsOf`, and 422 for a command that is not there
 */
export async function previewedTargets(
  tenant: Tenant,
  sheet: OrderAimSheet,
  max: number,
): Promise<OrderTargets> {
  if (sheet.code === undefined) return readTargets(tenant, sheet, max)
  const { caption } = await findCommand(tenant, sheet.code)
  return targetsOf(tenant, sheet, caption, max)
}

/** @throws Refusal 422 for a command that is not there */
export async function findCommand(tenant: Tenant, code: string) {
  const method = await tenant
    .methods()
    .where('code', '=', code)
    .where('subject', '=', 'order')
    .select(['code', 'caption', 'content'])
    .executeTakeFirst()
  if (method) return { ...method, content: readContent(method.content) }
  throw fieldRefusal('code', 'order.commandUnknown')
}

/**
 * How many devices an order would be handed to, and how many of them are connected now.
 *
 * @throws Refusal as registering would
 */
export async function countTargets(targets: OrderTargets): Promise<OrderPreview> {
  const { devices, linked } = await countDevices(targets.devices)
  checkTotal(targets, devices)
  return { devices, online: linked, offline: devices - linked }
}

/** @throws Refusal when it is not what the sheet names, nothing, or too much */
export function checkTotal({ expected, max, empty = 'order.batchEmpty' }: OrderTargets, total: number): void {
  if (expected !== undefined && total !== expected) throw new Refusal(404, 'order.deviceUnknown')
  if (total === 0) throw fieldRefusal('batch', empty)
  if (total > max) throw fieldRefusal('batch', 'order.tooMany', { max })
}

const HAS_VPN = (eb: ExpressionBuilder<Tables, 'devices'>) => eb('devices.vpn', '<>', sql<never>`'{}'::jsonb`)

/**
 * Compose sends all keys and leaves those of the other mode empty: a batch of 0 or below is none.
 *
 * @throws Refusal 404 for a batch or bunch out of scope, 422 where nothing or both is named or too much
 */
async function readTargets(tenant: Tenant, sheet: OrderAimSheet, max: number): Promise<OrderTargets> {
  const batch = Math.max(sheet.batch ?? 0, 0)
  const bunch = Math.max(sheet.bunch ?? 0, 0)
  const named = sheet.targets ?? []
  const grouped = batch > 0 || bunch > 0
  if (grouped && named.length > 0) throw fieldRefusal('targets', 'order.aimedTwice')
  if (grouped) return groupTargets(tenant, batch, bunch, max)
  if (named.length === 0) throw fieldRefusal('targets', 'order.noTargets')

  // A device that is named twice is one target.
  const ids = [...new Set(named.map(target => (typeof target === 'string' ? target : target.device)))]
  if (ids.length > max) throw fieldRefusal('targets', 'order.tooMany', { max })
  return {
    // The device dialog names ids alone, compose the hits of its search.
    theme: named.every(target => typeof target === 'string') ? 'device' : 'search',
    batch_id: null,
    bunch_id: null,
    devices: tenant.devices().where(({ eb, fn, val }) => eb('devices.id', '=', fn.any(val(ids)))),
    expected: ids.length,
    max,
  }
}

async function groupTargets(
  tenant: Tenant,
  batch: number,
  bunch: number,
  max: number,
): Promise<OrderTargets> {
  if (bunch === 0) {
    await tenant
      .batches()
      .where('batches.id', '=', batch)
      .select('batches.id')
      .executeTakeFirstOrThrow(() => new Refusal(404, 'order.batchUnknown'))
    const devices = tenant.devices().where('devices.batch_id', '=', batch)
    return { theme: 'batch', batch_id: batch, bunch_id: null, devices, max }
  }
  const found = await tenant
    .bunches()
    .where('bunches.id', '=', bunch)
    .select('bunches.batch_id')
    .executeTakeFirst()
  if (!found || (batch > 0 && found.batch_id !== batch)) throw new Refusal(404, 'order.bunchUnknown')
  const devices = tenant.devices().where('devices.bunch_id', '=', bunch)
  return { theme: 'bunch', batch_id: found.batch_id, bunch_id: bunch, devices, max }
}
