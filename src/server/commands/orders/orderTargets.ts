/** The target devices of an order: all devices of a batch or bunch, or devices that are named one by one (§3, §5). */
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
  /** The number of named devices, all of which must exist. */
  expected?: number
  /** Maximum number of targets. */
  max: number
  /** The error code if there are no devices; default: `order.batchEmpty`. */
  emptyCode?: string
}

/**
 * The targets of an order with this command. A VPN command for a batch goes only to its devices with a VPN (§2); for
 * named devices it is refused if one of them has no VPN.
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
  // A command that is offered even to a device without a VPN (`{}`) may go to all devices.
  if (offersMethod({ caption }, {})) return targets
  const { devices, expected } = targets
  if (expected === undefined)
    return { ...targets, devices: devices.where(HAS_VPN), emptyCode: 'order.batchNoVpn' }
  const withoutVpn = await countRows(devices.where(eb => eb.not(HAS_VPN(eb))))
  if (withoutVpn > 0) throw fieldRefusal('targets', 'order.deviceNoVpn', { devices: withoutVpn })
  return targets
}

/**
 * The targets for a preview, in which the command may be missing.
 *
 * @throws Refusal as `targetsOf`, and 422 for an unknown command
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

/** @throws Refusal 422 for an unknown command */
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
 * Counts the targets, and how many of them are online.
 *
 * @throws Refusal as registration would
 */
export async function countTargets(targets: OrderTargets): Promise<OrderPreview> {
  const { devices, linked } = await countDevices(targets.devices)
  checkTotal(targets, devices)
  return { devices, online: linked, offline: devices - linked }
}

/** @throws Refusal if a named device is missing, or there are no targets or too many */
export function checkTotal(
  { expected, max, emptyCode = 'order.batchEmpty' }: OrderTargets,
  total: number,
): void {
  if (expected !== undefined && total !== expected) throw new Refusal(404, 'order.deviceUnknown')
  if (total === 0) throw fieldRefusal('batch', emptyCode)
  if (total > max) throw fieldRefusal('batch', 'order.tooMany', { max })
}

const HAS_VPN = (eb: ExpressionBuilder<Tables, 'devices'>) => eb('devices.vpn', '<>', sql<never>`'{}'::jsonb`)

/**
 * Reads the batch, bunch or devices of the sheet. The page `compose` sends all keys: a batch or bunch of 0 or below
 * means none.
 *
 * @throws Refusal 404 for a batch or bunch out of scope; 422 without targets, with too many, or with both a batch and
 *   devices
 */
async function readTargets(tenant: Tenant, sheet: OrderAimSheet, max: number): Promise<OrderTargets> {
  const batch = Math.max(sheet.batch ?? 0, 0)
  const bunch = Math.max(sheet.bunch ?? 0, 0)
  const named = sheet.targets ?? []
  const isForGroup = batch > 0 || bunch > 0
  if (isForGroup && named.length > 0) throw fieldRefusal('targets', 'order.aimedTwice')
  if (isForGroup) return groupTargets(tenant, batch, bunch, max)
  if (named.length === 0) throw fieldRefusal('targets', 'order.noTargets')

  // A device that is named twice is one target.
  const ids = [...new Set(named.map(target => (typeof target === 'string' ? target : target.device)))]
  if (ids.length > max) throw fieldRefusal('targets', 'order.tooMany', { max })
  return {
    // The device dialog sends ids, the compose page sends search hits.
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
  const row = await tenant
    .bunches()
    .where('bunches.id', '=', bunch)
    .select('bunches.batch_id')
    .executeTakeFirst()
  if (!row || (batch > 0 && row.batch_id !== batch)) throw new Refusal(404, 'order.bunchUnknown')
  const devices = tenant.devices().where('devices.bunch_id', '=', bunch)
  return { theme: 'bunch', batch_id: row.batch_id, bunch_id: bunch, devices, max }
}
