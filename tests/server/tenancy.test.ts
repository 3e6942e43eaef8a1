/**
 * What a tenant has in scope (decision 26); that nobody reads around it is a law (tests/architecture/tenancy.test.ts).
 */
import { expect, it } from 'vitest'
import { tenantOf } from '../../src/server/store/tenancy'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'

const levels = testConfig().current().shared.levels.numbers

const caller = (level: number, vendor: number, id: number) => ({ level, vendor, id, levels })

it('gives staff of the provider what is the provider’s own, and a level between two what the lower one has', async () => {
  const db = await newDatabase()
  const own = async (level: number, vendor: number, id = 99) => {
    const tenant = tenantOf(db, caller(level, vendor, id))
    const devices = await tenant.devices().select('devices.id').orderBy('devices.id').execute()
    return devices.map(device => device.id)
  }
  await db.insertInto('vendors').values({ id: 1, name: '한빛' }).execute()
  await db.insertInto('models').values({ id: 1, name: 'FT-100' }).execute()
  await db
    .insertInto('clients')
    .values({ id: 7, level: 3, name: '가', email: 'a@test.local', password_hash: 'x', vendor_id: 1 })
    .execute()
  const ids = ['490154203237518', '356938035643809', '358126091000005']
  for (const [at, id] of ids.entries())
    await db
      .insertInto('devices')
      .values({
        id,
        isdn: `0101000000${at}`,
        model_id: 1,
        vendor_id: at === 0 ? 0 : 1,
        client_id: at === 2 ? 7 : null,
      })
      .execute()
  const [provider, vendors, clients] = ids
  expect(await own(9, 0)).toEqual([...ids].sort())
  expect(await own(6, 0)).toEqual([provider])
  expect(await own(8, 1)).toEqual([vendors, clients].sort())
  expect(await own(5, 1, 7)).toEqual([clients])
  expect(await own(3, 1, 8)).toEqual([])
  expect(await own(2, 1)).toEqual([clients])
  expect(await own(1, 0)).toEqual([])
  expect(await own(0, 1, 7)).toEqual([])
})

it('shows everybody their own account, and staff those of their vendor that are not above them', async () => {
  const db = await newDatabase()
  await db
    .insertInto('vendors')
    .values([
      { id: 1, name: '한빛' },
      { id: 2, name: '누리' },
    ])
    .execute()
  const people: [number, number, number][] = [
    [1, 9, 0],
    [2, 6, 1],
    [3, 3, 1],
    [4, 6, 2],
    [5, 9, 1],
    [6, 1, 1],
  ]
  for (const [id, level, vendor_id] of people)
    await db
      .insertInto('clients')
      .values({ id, level, vendor_id, name: `${id}`, email: `${id}@test.local`, password_hash: 'x' })
      .execute()
  const seen = async (id: number, level: number, vendor: number) => {
    const rows = await tenantOf(db, caller(level, vendor, id))
      .clients()
      .select('clients.id')
      .orderBy('clients.id')
      .execute()
    return rows.map(row => row.id)
  }
  expect(await seen(1, 9, 0)).toEqual([1, 2, 3, 4, 5, 6])
  expect(await seen(2, 6, 1)).toEqual([2, 3, 6])
  expect(await seen(3, 3, 1)).toEqual([3])
  expect(await seen(6, 1, 1)).toEqual([6])
  expect(await seen(4, 6, 2)).toEqual([4])
})
