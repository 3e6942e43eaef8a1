/** The search of the top bar. */
import { describe, expect, it } from 'vitest'
import type { SearchHit } from '../../src/contract/search'
import { formatPhone } from '../../src/domain/phone'
import type { Compiled } from '../../src/engine/compiled'
import { packageConfig } from '../support/config'
import { addOutsiders, demoAccount, fleet, MASTER, startDemoApp } from '../support/demo'
import { insertRow } from '../support/rows'
import { payloadOf } from '../support/server'

const client = demoAccount('client@demo.local')
const vendor = fleet.vendors.find(({ id }) => id === client.vendor_id)!
const ownDevice = fleet.devices.find(device => device.client_id === client.id && device.batch_id)!
const foreign = fleet.devices.find(device => device.vendor_id !== vendor.id)!
const batch = fleet.batches.find(({ id }) => id === ownDevice.batch_id)!
const foreignBatch = fleet.batches.find(({ vendor_id }) => vendor_id !== vendor.id)!
let current: Compiled = packageConfig()

const api = await startDemoApp({ current: () => current })
await addOutsiders(api)
const find = (text: string, who = MASTER) =>
  payloadOf<SearchHit[]>(api.ask(who, `/api/search?q=${encodeURIComponent(text)}`))
const finds = async (text: string, resource: string, id: number | string, who?: string) =>
  (await find(text, who)).some(hit => hit.resource === resource && hit.id === id)

it.each([
  ['phone number with dashes', formatPhone(ownDevice.isdn)],
  ['international phone number', `+82 ${ownDevice.isdn.slice(1, 3)} ${ownDevice.isdn.slice(3)}`],
  ['IMEI', ownDevice.id],
])('a %s finds its device', async (_what, text) => {
  const hit = { resource: 'devices', id: ownDevice.id, name: ownDevice.isdn, detail: ownDevice.id }
  expect(await find(text)).toEqual([hit])
})

it('devices are sorted by where the text is: at the end of their number, elsewhere in it, in serial or IMEI', async () => {
  const named = [
    { id: '990000000000011', isdn: '01033337412', serial: '' },
    { id: '990000000000022', isdn: '01074123333', serial: '' },
    { id: '990000000000033', isdn: '74123333333', serial: '' },
    { id: '990000000000044', isdn: '01037412333', serial: '' },
    { id: '990000000000055', isdn: '01033333301', serial: '30741200' },
    { id: '990000741200066', isdn: '01033333302', serial: '' },
  ]
  const { vendor_id, client_id, model_id } = ownDevice
  for (const device of named.toReversed())
    await insertRow(api.db, 'devices', { ...device, vendor_id, client_id, model_id })
  const found = (await find('7412')).map(({ id }) => id).filter(id => String(id).startsWith('99'))
  expect(found).toEqual(named.map(({ id }) => id))
})

it('part of a number finds at most ten devices; three digits find none', async () => {
  const part = ownDevice.isdn.slice(-4)
  const matching = fleet.devices.filter(({ id, isdn, serial }) =>
    [id, isdn, serial].some(number => number.includes(part)),
  )
  const hits = await find(part)
  expect(hits).toHaveLength(Math.min(matching.length, 10))
  for (const { id } of hits) expect(matching.map(device => device.id)).toContain(id)
  expect(await find(fleet.devices[0]!.id.slice(0, 6))).toHaveLength(10)
  expect(await find('010')).toEqual([])
})

it('a name, also decomposed as on macOS, or an e-mail finds its vendor, client or batch', async () => {
  expect(await finds(vendor.name, 'vendors', vendor.id)).toBe(true)
  expect(await finds(client.name.slice(0, 2), 'clients', client.id)).toBe(true)
  expect(await finds(client.email.toUpperCase(), 'clients', client.id)).toBe(true)
  expect(await finds(batch.name, 'batches', batch.id)).toBe(true)
  expect(await finds(vendor.name.normalize('NFD'), 'vendors', vendor.id)).toBe(true)
})

it('whole names come before names that begin with the text, and these before others', async () => {
  const names = ['새이름', '새이름 둘', '아주 새이름']
  for (const name of names.toReversed()) await insertRow(api.db, 'vendors', { name })
  expect((await find('새이름')).map(({ name }) => name)).toEqual(names)
})

it.each<[who: string, sees: { own: boolean; foreign: boolean; clients: boolean; vendors: boolean }]>([
  ['master@demo.local', { own: true, foreign: true, clients: true, vendors: true }],
  ['vendor@demo.local', { own: true, foreign: false, clients: true, vendors: false }],
  ['client@demo.local', { own: true, foreign: false, clients: false, vendors: false }],
  ['lost@test.local', { own: false, foreign: false, clients: false, vendors: false }],
])('%s finds records in reach, of resources that the user may list', async (who, sees) => {
  expect(await finds(ownDevice.id, 'devices', ownDevice.id, who)).toBe(sees.own)
  expect(await finds(foreign.id, 'devices', foreign.id, who)).toBe(sees.foreign)
  expect(await finds(batch.name, 'batches', batch.id, who)).toBe(sees.own)
  expect(await finds(foreignBatch.name, 'batches', foreignBatch.id, who)).toBe(sees.foreign)
  expect(await finds(client.name, 'clients', client.id, who)).toBe(sees.clients)
  expect(await finds(vendor.name, 'vendors', vendor.id, who)).toBe(sees.vendors)
})

it('a field that config hides from the user is neither searched nor shown', async () => {
  current.shared.resources.devices!.fields.isdn!.read = 'master'
  expect(await find(ownDevice.isdn, 'vendor@demo.local')).toEqual([])
  const hit = { resource: 'devices', id: ownDevice.id, name: '', detail: ownDevice.id }
  expect(await find(ownDevice.id, 'vendor@demo.local')).toEqual([hit])
  current = packageConfig()
})

describe('the text', () => {
  it.each(['%', '_', '\\', '   '])('%j finds nothing', async text => {
    expect(await find(text)).toEqual([])
  })

  it.each(['', `?q=${'x'.repeat(101)}`])('is refused in the query %j', async query => {
    const response = await api.ask(MASTER, `/api/search${query}`)
    expect([response.statusCode, response.json().message]).toEqual([400, expect.stringMatching(/[가-힣]/)])
  })
})
