/** The rows in reach of a user (decision 26). `tests/architecture/tenancy.test.ts` checks that all queries use this. */
import { expect, it } from 'vitest'
import { tenantOf } from '../../src/server/store/tenancy'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { insertRow, insertRows } from '../support/rows'

const levels = testConfig().current().shared.levels.numbers

it('devices: the provider’s staff reaches its own; a level between two has the reach of the lower one', async () => {
  const db = await newDatabase()
  await insertRow(db, 'vendors', { id: 1, name: '한빛' })
  await insertRow(db, 'models', { id: 1, name: 'FT-100' })
  const client = { id: 7, level: 3, name: '가', email: 'a@test.local', vendor_id: 1 }
  await insertRow(db, 'clients', client as never)
  const ids = { provider: '358126091000005', vendor: '356938035643809', client: '490154203237518' }
  const device = { model_id: 1, vendor_id: 1 }
  await insertRow(db, 'devices', { ...device, id: ids.provider, isdn: '01010000000', vendor_id: 0 })
  await insertRow(db, 'devices', { ...device, id: ids.vendor, isdn: '01010000001' })
  await insertRow(db, 'devices', { ...device, id: ids.client, isdn: '01010000002', client_id: 7 })
  const reached = async (level: number, vendor: number, id = 99) => {
    const devices = tenantOf(db, { level, vendor, id, levels }).devices()
    const rows = await devices.select('devices.id').execute()
    return Object.entries(ids).flatMap(([name, imei]) => (rows.some(row => row.id === imei) ? [name] : []))
  }
  expect(await reached(9, 0)).toEqual(['provider', 'vendor', 'client'])
  expect(await reached(6, 0)).toEqual(['provider'])
  expect(await reached(8, 1)).toEqual(['vendor', 'client'])
  expect(await reached(5, 1, 7)).toEqual(['client'])
  expect(await reached(3, 1, 8)).toEqual([])
  expect(await reached(2, 1)).toEqual(['client'])
  expect(await reached(1, 0)).toEqual([])
  expect(await reached(0, 1, 7)).toEqual([])
})

it('accounts: users reach their own, and staff those of its vendor up to its level', async () => {
  const db = await newDatabase()
  await insertRow(db, 'vendors', { id: 1, name: '한빛' })
  await insertRow(db, 'vendors', { id: 2, name: '누리' })
  const people = [
    { id: 1, level: 9, vendor_id: 0 },
    { id: 2, level: 6, vendor_id: 1 },
    { id: 3, level: 3, vendor_id: 1 },
    { id: 4, level: 6, vendor_id: 2 },
    { id: 5, level: 9, vendor_id: 1 },
    { id: 6, level: 1, vendor_id: 1 },
  ]
  const named = people.map(person => ({ ...person, name: '가', email: `${person.id}@test.local` }))
  await insertRows(db, 'clients', named as never)
  const reached = async (id: number) => {
    const { level, vendor_id: vendor } = people[id - 1]!
    const clients = tenantOf(db, { level, vendor, id, levels }).clients()
    const rows = await clients.select('clients.id').orderBy('clients.id').execute()
    return rows.map(row => row.id)
  }
  expect(await reached(1)).toEqual([1, 2, 3, 4, 5, 6])
  expect(await reached(2)).toEqual([2, 3, 6])
  expect(await reached(3)).toEqual([3])
  expect(await reached(4)).toEqual([4])
  expect(await reached(6)).toEqual([6])
})
