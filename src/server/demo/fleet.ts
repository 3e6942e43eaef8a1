/** The demo fleet as rows of the tables: the same seed and moment give the same fleet. */
import type { LevelName, Levels } from '../../domain/authority'
import { luhnDigit } from '../../domain/imei'
import type { MethodContent } from '../../domain/methodInput'
import catalog from './catalog.json'
import { makeHistory } from './history'
import { type Random, randomFrom } from './random'
import type { BatchRow, BunchRow, ClientRow, DemoFleet, DeviceRow, ModelRow, VendorRow } from './rows'

/** The date on which every demo fleet began, as far as its records tell. */
const AGE_DAYS = 730
const DAY = 86_400_000
const MINUTE = 60_000

interface FleetSettings {
  seed: number
  /** The demo's present: connections and orders lie before it. */
  now: Date
  levels: Levels
}

/** Everything but passwords. Ids are given, so that rows can refer to each other before they are stored. */
export function makeFleet({ seed, now, levels }: FleetSettings): DemoFleet {
  const random = randomFrom(seed)
  const ago = (days: number) => new Date(now.getTime() - days * DAY).toISOString()
  const vendors = catalog.vendors.map((vendor, at): VendorRow => {
    const { devices: _, batches: __, ...facts } = vendor
    return {
      ...facts,
      id: at + 1,
      active: true,
      expired: vendor.paid ? ago(-180 - at * 30) : null,
      created: ago(AGE_DAYS - at * 20),
    }
  })
  const models = catalog.models.map(
    (model, at): ModelRow => ({
      id: at + 1,
      name: model.name,
      vendor_id: model.maker,
      created: ago(AGE_DAYS - at),
    }),
  )
  const { batches, bunches } = makeBatches(models, ago)
  const clients = makeClients(levels, ago)
  const devices = makeDevices({ random, now, models, batches, bunches, clients })
  const methods = catalog.methods.map((method, position) => ({
    code: method.code,
    caption: method.caption,
    content: method.content satisfies MethodContent,
    position,
  }))
  const history = makeHistory({ random, now, clients, devices, batches, bunches, levels })
  return { vendors, models, batches, bunches, clients, devices, methods, ...history }
}

/** Vendor number and what it has; 0 is the provider itself. */
const owners = [
  { vendor: 0, ...catalog.provider },
  ...catalog.vendors.map((vendor, at) => ({
    vendor: at + 1,
    devices: vendor.devices,
    batches: vendor.batches,
  })),
]

function makeBatches(models: ModelRow[], ago: (days: number) => string) {
  const batches: BatchRow[] = []
  const bunches: BunchRow[] = []
  for (const owner of owners)
    for (const { name, model, comment, bunches: names } of owner.batches) {
      const batch: BatchRow = {
        id: batches.length + 1,
        vendor_id: owner.vendor,
        model_id: models.find(known => known.name === model)!.id,
        name,
        comment,
        created: ago(AGE_DAYS - 60 - batches.length * 9),
      }
      batches.push(batch)
      for (const part of names)
        bunches.push({ id: bunches.length + 1, batch_id: batch.id, name: part, created: batch.created })
    }
  return { batches, bunches }
}

function makeClients(levels: Levels, ago: (days: number) => string): ClientRow[] {
  const staff = catalog.staff.map(({ level, ...person }) => ({
    ...person,
    level: levels[level as LevelName],
  }))
  const people = catalog.clients.map(({ share: _, ...person }) => ({ ...person, level: levels.client }))
  return [...staff, ...people].map(({ vendor, ...person }, at) => ({
    ...person,
    id: at + 1,
    vendor_id: vendor,
    active: true,
    paid: false,
    created: ago(600 - at * 17),
  }))
}

interface DeviceSettings extends Pick<DemoFleet, 'models' | 'batches' | 'bunches' | 'clients'> {
  random: Random
  now: Date
}

function makeDevices({ random, now, models, batches, bunches, clients }: DeviceSettings): DeviceRow[] {
  const provinces = Object.keys(catalog.provinces)
  const modelWeights = Object.fromEntries(catalog.models.map(model => [model.name, model.weight]))
  const numbers = new Set<number>()
  const devices: DeviceRow[] = []
  for (const owner of owners)
    for (let nth = 0; nth < owner.devices; nth++) {
      const at = devices.length
      const name = random.weighted(modelWeights)
      const known = catalog.models.find(model => model.name === name)!
      const model = models.find(row => row.name === name)!
      const homes = batches.filter(batch => batch.vendor_id === owner.vendor && batch.model_id === model.id)
      const batch = homes.length > 0 && random.chance(0.85) ? random.pick(homes) : undefined
      const parts = bunches.filter(bunch => bunch.batch_id === batch?.id)
      const bunch = parts.length > 0 && random.chance(0.8) ? random.pick(parts) : undefined
      const client = pickClient(random, clients, owner.vendor)
      // The first of each vendor go around the country, so that no province is ever empty.
      const province = nth < provinces.length ? provinces[nth]! : random.weighted(catalog.provinces)
      const digits = known.tac + String(100_000 + at * 37).slice(-6)
      devices.push({
        id: digits + luhnDigit(digits),
        isdn: freshNumber(random, numbers),
        serial: String(1000 + at),
        vendor_id: owner.vendor,
        client_id: client ?? null,
        model_id: model.id,
        batch_id: batch?.id ?? null,
        bunch_id: bunch?.id ?? null,
        version: random.pick(known.versions),
        release: random.pick(catalog.builds),
        edition: random.pick(known.editions),
        vpn: random.chance(0.25) ? { server: 'vpn.example.com', address: `10.8.${at >> 8}.${at & 255}` } : {},
        modem_apn: random.pick(catalog.apns),
        modem_band: random.chance(0.95) ? random.pick(known.bands) : 0,
        sido: nth >= provinces.length && random.chance(0.06) ? null : province,
        created: new Date(now.getTime() - random.between(30, 580) * DAY).toISOString(),
        ...connection(random, now),
      })
    }
  return devices
}

/** Clients hold the share of their vendor's devices that the catalogue names; the rest stay with the vendor. */
function pickClient(random: Random, clients: ClientRow[], vendor: number): number | undefined {
  const shares: Record<string, number> = { '': 100 }
  for (const { email, vendor: of, share } of catalog.clients)
    if (of === vendor) {
      shares[email] = share
      shares['']! -= share
    }
  const email = random.weighted(shares)
  return clients.find(client => client.email === email)?.id
}

/** A mobile number in 010-1…: the block is not given to subscribers, so no demo order names a real person’s phone. */
function freshNumber(random: Random, taken: Set<number>): string {
  for (;;) {
    const tail = random.between(0, 9_999_999)
    if (taken.has(tail)) continue
    taken.add(tail)
    return `0101${String(tail).padStart(7, '0')}`
  }
}

/** Six in ten are online; of the others most were once. Only who is online has a signal. */
function connection(random: Random, now: Date) {
  const before = (minutes: number) => new Date(now.getTime() - minutes * MINUTE).toISOString()
  const online = random.chance(0.6)
  if (!online && random.chance(0.12)) return { online, linked: null, closed: null, modem_rsrp: 0 }
  const minutes = online ? random.between(1, 3 * 1440) : random.between(2 * 1440, 60 * 1440)
  const linked = before(minutes)
  if (!online) return { online, linked, closed: before(random.between(60, minutes - 1)), modem_rsrp: 0 }
  const closed = random.chance(0.7) ? before(minutes + random.between(1, 1440)) : null
  // The mean of three draws: most signals are middling, and every grade occurs.
  const rsrp = -64 - Math.round(((random.next() + random.next() + random.next()) / 3) * 52)
  return { online, linked, closed, modem_rsrp: rsrp }
}
