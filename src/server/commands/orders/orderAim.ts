/** Which devices an order sheet is aimed at: those of a batch or a bunch, or those it names (§3, §5). */
import { type ExpressionBuilder, sql } from 'kysely'
import type { OrderAimSheet, OrderPreview } from '../../../contract/orders'
import { offersMethod } from '../../../domain/methodInput'
import { Refusal } from '../../refusal'
import type { Tables } from '../../store/schema'
import type { Tenant } from '../../store/tenancy'

export interface Targets {
  /** The query of the devices, in scope. */
  devices: ReturnType<Tenant['devices']>
  /** How many must be found, where the sheet names them. */
  expected?: number
  /** The most that an order may have. */
  max: number
  /** What is wrong when there is none. */
  empty?: string
}

export interface Aim {
  theme: 'device' | 'search' | 'batch' | 'bunch'
  batch_id: number | null
  bunch_id: number | null
  targets: Targets
}

/**
 * What the command asks of its devices narrows the aim: a VPN command goes to those devices of a group that have a VPN (§2), and
 * is refused for named devices of which some have none.
 *
 * @throws Refusal as `readAim`, and 422 with the number of devices without VPN
 */
export async function aimCommand(
  tenant: Tenant,
  sheet: OrderAimSheet,
  caption: string,
  max: number,
): Promise<Aim> {
  const aim = await readAim(tenant, sheet, max)
  if (offersMethod({ caption }, {})) return aim
  const { devices, expected } = aim.targets
  if (expected === undefined) {
    return { ...aim, targets: { devices: devices.where(HAS_VPN), max, empty: 'order.batchNoVpn' } }
  }
  const { without } = await devices
    .where(eb => eb.not(HAS_VPN(eb)))
    .select(eb => eb.fn.countAll<number>().as('without'))
    .executeTakeFirstOrThrow()
  if (without > 0) throw refuse('order.deviceNoVpn', { devices: without })
  return aim
}

/**
 * The aim of a sheet whose command may not be chosen yet.
 *
 * @throws Refusal as `aimCommand`, and 422 for a command that is not there
 */
export async function aimSheet(tenant: Tenant, sheet: OrderAimSheet, max: number): Promise<Aim> {
  if (sheet.code === undefined) return readAim(tenant, sheet, max)
  const { caption } = await findCommand(tenant, sheet.code)
  return aimCommand(tenant, sheet, caption, max)
}

/** @throws Refusal 422 for a command that is not there */
export async function findCommand(tenant: Tenant, code: string) {
  const method = await tenant
    .methods()
    .where('code', '=', code)
    .where('subject', '=', 'order')
    .select(['code', 'caption', 'content'])
    .executeTakeFirst()
  if (method) return method
  throw new Refusal(422, 'order.commandUnknown', {}, { errors: { code: 'order.commandUnknown' } })
}

/**
 * How many devices an order would be handed to, and how many of them are connected now.
 *
 * @throws Refusal as registering would
 */
export async function previewAim({ targets }: Aim): Promise<OrderPreview> {
  const { devices, online } = await targets.devices
    .select(eb => [
      eb.fn.countAll<number>().as('devices'),
      eb.fn.countAll<number>().filterWhere('devices.online', '=', true).as('online'),
    ])
    .executeTakeFirstOrThrow()
  checkTotal(targets, devices)
  return { devices, online, offline: devices - online }
}

/** @throws Refusal when it is not what the sheet names, nothing, or too much */
export function checkTotal({ expected, max, empty = 'order.batchEmpty' }: Targets, total: number): void {
  if (expected !== undefined && total !== expected) throw new Refusal(404, 'order.deviceUnknown')
  if (total === 0) throw new Refusal(422, empty, {}, { errors: { batch: empty } })
  if (total > max) throw new Refusal(422, 'order.tooMany', { max }, { errors: { batch: 'order.tooMany' } })
}

const HAS_VPN = (eb: ExpressionBuilder<Tables, 'devices'>) => eb('devices.vpn', '<>', sql<never>`'{}'::jsonb`)

/**
 * Compose sends all keys and leaves those of the other mode empty: a batch of 0 or below is none.
 *
 * @throws Refusal 404 for a batch or bunch out of scope, 422 where nothing or both is named or too much
 */
async function readAim(tenant: Tenant, sheet: OrderAimSheet, max: number): Promise<Aim> {
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
