/** Generates the past orders of the demo fleet: every status, with counts that match the targets. */
import type { Levels } from '../../domain/authority'
import { ORDER_STATUSES, type OrderStatus } from '../../domain/orders'
import catalog from './catalog.json'
import type { Random } from './random'
import type {
  BatchRow,
  BunchRow,
  ClientRow,
  DemoFleet,
  DeviceRow,
  History,
  MarkRow,
  OrderRow,
  TargetRow,
} from './rows'

const HOUR = 3_600_000

/** The outcome of an order; `partly`: some targets failed and others succeeded (§2: half a star). */
type Course = 'success' | 'partly' | 'failure' | 'ongoing' | 'waiting'

/** Used in this order, so that the first orders of each sender have every status. */
const COURSES: readonly Course[] = [
  'success',
  'ongoing',
  'partly',
  'success',
  'failure',
  'success',
  'waiting',
  'success',
  'partly',
  'success',
]

const ORDERS = 96

interface HistorySettings extends Pick<DemoFleet, 'clients' | 'devices' | 'batches' | 'bunches'> {
  random: Random
  now: Date
  levels: Levels
}

/** The orders from the oldest to the newest, their targets, and the marks of the demo logins. */
export function makeHistory(settings: HistorySettings): History {
  const { random, now, clients, levels } = settings
  const senders = clients.filter(client => client.level >= levels.client)
  const demoLogins = senders.filter(sender => sender.email.endsWith('@demo.local'))
  const drafts = Array.from({ length: ORDERS }, (_, index) => {
    const round = Math.floor(index / 2)
    const course = COURSES[round % COURSES.length]!
    // A demo login sends every other order, so that each demo login has sent some.
    const sender = index % 2 === 0 ? demoLogins[round % demoLogins.length]! : random.pick(senders)
    return draft(settings, sender, course)
  }).sort((a, b) => a.order.created.localeCompare(b.order.created))

  const orders: OrderRow[] = []
  const targets: TargetRow[] = []
  drafts.forEach((orderDraft, index) => {
    const id = index + 1
    orders.push({ ...orderDraft.order, id })
    for (const target of orderDraft.targets) targets.push({ ...target, order_id: id })
  })
  return { orders, targets, marks: makeMarks(random, now, clients, orders) }
}

interface OrderDraft {
  order: Omit<OrderRow, 'id'>
  targets: Omit<TargetRow, 'order_id'>[]
}

/** Makes an order with this outcome. An open order was created today and ends in some days; others are over. */
function draft(settings: HistorySettings, sender: ClientRow, course: Course): OrderDraft {
  const { random, now } = settings
  const method = random.pick(catalog.methods.filter(({ data }) => data.length > 0))
  const aim = pickAim(settings, sender, { vpn: method.caption.includes('VPN'), many: course === 'partly' })
  const isOpen = course === 'waiting' || course === 'ongoing'
  const created = now.getTime() - (isOpen ? random.between(1, 18) : random.between(26, 45 * 24)) * HOUR - 1000
  const started =
    course === 'waiting'
      ? now.getTime() + random.between(2, 60) * HOUR
      : created + random.between(0, 2) * HOUR
  const expired = isOpen ? now.getTime() + random.between(72, 120) * HOUR : started + 24 * HOUR
  const targets = aim.devices.map((device, index) => {
    const status = statusOf(course, index, aim.devices.length, random)
    return {
      device_id: device.id,
      number: device.isdn,
      status,
      reason: status === 'failure' ? random.pick(catalog.reasons) : null,
      changed: new Date(
        status === 'waiting' ? created : Math.min(started + 1000 * index, now.getTime()),
      ).toISOString(),
    }
  })
  const counts = Object.fromEntries(
    ORDER_STATUSES.map(status => [status, targets.filter(target => target.status === status).length]),
  ) as Record<OrderStatus, number>
  const titles: Record<string, readonly string[]> = catalog.titles
  return {
    targets,
    order: {
      sender_id: sender.id,
      sender_name: sender.name,
      vendor_id: sender.vendor_id,
      code: method.code,
      caption: method.caption,
      title: random.pick(titles[method.code] ?? [method.caption]),
      data: random.pick<string>(method.data),
      theme: aim.theme,
      batch_id: aim.batch?.id ?? null,
      bunch_id: aim.bunch?.id ?? null,
      started: random.chance(0.7) || course === 'waiting' ? new Date(started).toISOString() : null,
      expired: new Date(expired).toISOString(),
      created: new Date(created).toISOString(),
      ...counts,
    },
  }
}

/** The status of a target, by the outcome of its order. */
function statusOf(course: Course, index: number, total: number, random: Random): OrderStatus {
  switch (course) {
    case 'partly':
      // The last target always fails; the first of several always succeeds.
      if (index === total - 1) return 'failure'
      return index === 0 || random.chance(0.7) ? 'success' : 'failure'
    case 'ongoing':
      return index === 0 ? 'ongoing' : random.pick(['success', 'success', 'ongoing', 'waiting', 'failure'])
    default:
      return course
  }
}

interface Aim {
  theme: OrderRow['theme']
  devices: DeviceRow[]
  batch?: BatchRow
  bunch?: BunchRow
}

/**
 * Picks targets that the sender may address.
 *
 * @param wanted `vpn`: only devices with a VPN; `many`: at least two devices
 */
function pickAim(
  { random, devices, batches, bunches, levels }: HistorySettings,
  sender: ClientRow,
  { vpn, many }: { vpn: boolean; many: boolean },
): Aim {
  const addressable = devices.filter(
    device =>
      (sender.level >= levels.vendor
        ? device.vendor_id === sender.vendor_id
        : device.client_id === sender.id) &&
      (!vpn || Object.keys(device.vpn).length > 0),
  )
  const device = random.pick(addressable)
  const batch = batches.find(row => row.id === device.batch_id)
  const bunch = bunches.find(row => row.id === device.bunch_id)
  const theme = random.pick<OrderRow['theme']>(['device', 'search', 'search', 'batch', 'bunch'])
  const ofBatch = addressable.filter(other => other.batch_id === batch?.id)
  const ofBunch = ofBatch.filter(other => other.bunch_id === bunch?.id)
  const minTargets = many ? 2 : 1
  if (theme === 'batch' && batch && ofBatch.length >= minTargets) return { theme, batch, devices: ofBatch }
  if (theme === 'bunch' && batch && bunch && ofBunch.length >= minTargets)
    return { theme, batch, bunch, devices: ofBunch }
  if (theme === 'device' && !many) return { theme, devices: [device] }
  const start = random.between(0, Math.max(0, addressable.length - 12))
  return { theme: 'search', devices: addressable.slice(start, start + random.between(3, 12)) }
}

/**
 * Marks of the demo logins: orders older than three days and their own are read (with a few exceptions), some old
 * orders are starred, and the two oldest are archived.
 */
function makeMarks(random: Random, now: Date, clients: ClientRow[], orders: OrderRow[]): MarkRow[] {
  const readers = clients.filter(client => client.email.endsWith('@demo.local'))
  const isOld = (order: OrderRow) => now.getTime() - Date.parse(order.created) > 72 * HOUR
  return readers.flatMap(reader => {
    const isOwn = (order: OrderRow) => order.sender_id === reader.id
    const archived = orders.filter(isOld).slice(0, 2)
    return orders
      .filter(order => isOld(order) || isOwn(order))
      .map(order => ({
        client_id: reader.id,
        order_id: order.id,
        is_read: !isOld(order) || random.chance(0.9) || isOwn(order),
        starred: isOld(order) && random.chance(0.12) ? true : null,
        archived: archived.includes(order),
      }))
  })
}
