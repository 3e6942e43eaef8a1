/** Generates the demo fleet as rows of the tables. The same seed and time give the same fleet. */
import type { LevelName, Levels } from '../../domain/authority'
import { luhnDigit } from '../../domain/imei'
import type { MethodContent } from '../../domain/methodInput'
import catalog from './catalog.json'
import { makeHistory } from './history'
import { type Random, randomFrom } from './random'
import type { BatchRow, BunchRow, ClientRow, DemoFleet, DeviceRow, ModelRow, VendorRow } from './rows'

/** The age of the oldest records. */
const AGE_DAYS = 730
const DAY = 86_400_000
const MINUTE = 60_000

interface FleetSettings {
  seed: number
  /** The present of the demo: connections and past orders are older. */
  now: Date
  levels: Levels
}

/**
 * Makes all rows, without passwords. The ids are set here, so that rows can refer to each other before they are stored.
 */
export function makeFleet({ seed, now, levels }: FleetSettings): DemoFleet {
  const random = randomFrom(seed)
  const ago = (days: number) => new Date(now.getTime() - days * DAY).toISOString()
  const vendors = catalog.vendors.map((vendor, index): VendorRow => {
    const { devices: _, batches: __, ...columns } = vendor
    return {
      ...columns,
      id: index + 1,
      active: true,
      expired: vendor.paid ? ago(-180 - index * 30) : null,
      created: ago(AGE_DAYS - index * 20),
    }
  })
  const models = catalog.models.map(
    (model, index): ModelRow => ({
      id: index + 1,
      name: model.name,
      vendor_id: model.maker,
      created: ago(AGE_DAYS - index),
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

/** Each vendor id with its number of devices and its batches; 0 is the provider. */
const owners = [
  { vendor: 0, ...catalog.provider },
  ...catalog.vendors.map((vendor, index) => ({
    vendor: index + 1,
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
        model_id: models.find(row => row.name === model)!.id,
        name,
        comment,
        created: ago(AGE_DAYS - 60 - batches.length * 9),
      }
      batches.push(batch)
      for (const bunchName of names)
        bunches.push({ id: bunches.length + 1, batch_id: batch.id, name: bunchName, created: batch.created })
    }
  return { batches, bunches }
}

function makeClients(levels: Levels, ago: (days: number) => string): ClientRow[] {
  const staff = catalog.staff.map(({ level, ...person }) => ({
    ...person,
    level: levels[level as LevelName],
  }))
  const people = catalog.clients.map(({ share: _, ...person }) => ({ ...person, level: levels.client }))
  return [...staff, ...people].map(({ vendor, ...person }, index) => ({
    ...person,
    id: index + 1,
    vendor_id: vendor,
    active: true,
    paid: false,
    created: ago(600 - index * 17),
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
      const index = devices.length
      const name = random.weighted(modelWeights)
      const catalogModel = catalog.models.find(model => model.name === name)!
      const model = models.find(row => row.name === name)!
      const matching = batches.filter(
        batch => batch.vendor_id === owner.vendor && batch.model_id === model.id,
      )
      const batch = matching.length > 0 && random.chance(0.85) ? random.pick(matching) : undefined
      const ofBatch = bunches.filter(bunch => bunch.batch_id === batch?.id)
      const bunch = ofBatch.length > 0 && random.chance(0.8) ? random.pick(ofBatch) : undefined
      const client = pickClient(random, clients, owner.vendor)
      // The first devices of each owner are spread over all provinces, so that none is empty.
      const province = nth < provinces.length ? provinces[nth]! : random.weighted(catalog.provinces)
      // An IMEI: type code, serial number, check digit.
      const digits = catalogModel.tac + String(100_000 + index * 37).slice(-6)
      devices.push({
        id: digits + luhnDigit(digits),
        isdn: freshNumber(random, numbers),
        serial: String(1000 + index),
        vendor_id: owner.vendor,
        client_id: client ?? null,
        model_id: model.id,
        batch_id: batch?.id ?? null,
        bunch_id: bunch?.id ?? null,
        version: random.pick(catalogModel.versions),
        release: random.pick(catalog.builds),
        edition: random.pick(catalogModel.editions),
        vpn: random.chance(0.25)
          ? { server: 'vpn.example.com', address: `10.8.${index >> 8}.${index & 255}` }
          : {},
        modem_apn: random.pick(catalog.apns),
        modem_band: random.chance(0.95) ? random.pick(catalogModel.bands) : 0,
        sido: nth >= provinces.length && random.chance(0.06) ? null : province,
        created: new Date(now.getTime() - random.between(30, 580) * DAY).toISOString(),
        ...connection(random, now),
      })
    }
  return devices
}

/** Each client gets its percentage (`share`) of the vendor's devices; the rest stay with the vendor (''). */
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

/** An unused mobile number 010-1…, a block without subscribers: no demo order may name a real person's phone. */
function freshNumber(random: Random, taken: Set<number>): string {
  for (;;) {
    const tail = random.between(0, 9_999_999)
    if (taken.has(tail)) continue
    taken.add(tail)
    return `0101${String(tail).padStart(7, '0')}`
  }
}

/** 60% of the devices are online, most others were online before. Only online devices have a signal. */
function connection(random: Random, now: Date) {
  const before = (minutes: number) => new Date(now.getTime() - minutes * MINUTE).toISOString()
  const online = random.chance(0.6)
  if (!online && random.chance(0.12)) return { online, linked: null, closed: null, modem_rsrp: 0 }
  const minutes = online ? random.between(1, 3 * 1440) : random.between(2 * 1440, 60 * 1440)
  const linked = before(minutes)
  if (!online) return { online, linked, closed: before(random.between(60, minutes - 1)), modem_rsrp: 0 }
  const closed = random.chance(0.7) ? before(minutes + random.between(1, 1440)) : null
  // -64 to -116 dBm. The mean of three random numbers makes medium signals frequent and extreme ones rare.
  const rsrp = -64 - Math.round(((random.next() + random.next() + random.next()) / 3) * 52)
  return { online, linked, closed, modem_rsrp: rsrp }
}
