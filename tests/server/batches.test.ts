/** The lists of batches, bunches, models and control commands, as each user sees them. */
import { expect, it } from 'vitest'
import type { Batch } from '../../src/contract/batches'
import { addOutsiders, demoAccount, fleet, MASTER, REACH, startDemoApp, VENDOR } from '../support/demo'
import { insertRow } from '../support/rows'
import { payloadOf } from '../support/server'

const EMPTY = '빈 그룹'
const vendor = demoAccount(VENDOR).vendor_id
/** Staff sees the empty batches of its vendor, masters see all; others only batches with devices in reach. */
const STAFF_OF: Record<string, number> = { [VENDOR]: vendor, 'other@test.local': 2, 'provider@test.local': 0 }

const api = await startDemoApp()
await addOutsiders(api)
await insertRow(api.db, 'batches', { name: EMPTY, vendor_id: vendor, model_id: 1 })
const read = <Payload>(who: string, url: string) => payloadOf<Payload>(api.ask(who, url))

it.each(Object.entries(REACH))('%s sees the batches and devices in reach', async (who, isReached) => {
  const devices = fleet.devices.filter(isReached)
  const isStaffOf = (owner: number) => who.startsWith('master') || STAFF_OF[who] === owner
  const batches = await read<Batch[]>(who, '/api/batches')
  const expected = fleet.batches.filter(
    ({ id, vendor_id }) => isStaffOf(vendor_id) || devices.some(device => device.batch_id === id),
  )
  const membersOf = (id: number) => devices.filter(device => device.batch_id === id)
  const counts: [string, number][] = expected.map(({ id, name }) => [name, membersOf(id).length])
  if (isStaffOf(vendor)) counts.push([EMPTY, 0])
  expect(batches.map(batch => [batch.name, batch.devices]).sort()).toEqual(counts.sort())
})

it('filters batches by model, 0 for all, and by vendor', async () => {
  const all = await read<Batch[]>(VENDOR, '/api/batches?model=0')
  expect(all.length).toBeGreaterThan(3)
  for (const { id } of fleet.models) {
    const ofModel = all.filter(batch => batch.model === id)
    expect(await read(VENDOR, `/api/batches?model=${id}`)).toEqual(ofModel)
  }
  expect(await read(VENDOR, '/api/batches?model=99999')).toEqual([])
  const { vendor: ofFirst } = all[0]!
  expect(await read(MASTER, `/api/batches?model=0&vendor=${ofFirst}`)).toEqual(
    (await read<Batch[]>(MASTER, '/api/batches?model=0')).filter(batch => batch.vendor === ofFirst),
  )
  expect(await read(MASTER, '/api/batches?vendor=99999')).toEqual([])
})

it('shows the bunches of a batch in reach, and no others', async () => {
  const { id } = fleet.batches.find(batch => batch.vendor_id === vendor)!
  const url = `/api/bunches?batch=${id}`
  const bunches = fleet.bunches.filter(bunch => bunch.batch_id === id).map(bunch => bunch.name)
  const seen = await read<{ name: string }[]>(VENDOR, url)
  expect(seen.map(({ name }) => name).sort()).toEqual(bunches.sort())
  const foreign = await api.ask('other@test.local', url)
  expect(foreign.body).toBe((await api.ask('other@test.local', '/api/bunches?batch=99999')).body)
  expect(await read('lost@test.local', url)).toEqual([])
})
