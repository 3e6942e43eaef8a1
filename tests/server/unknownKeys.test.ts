/** A key that a call does not know is 422 with its name, whoever writes (decision 40); what is sent back unchanged is none. */
import { beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '../../src/contract/endpoints'
import { seedDemo } from '../../src/server/demo'
import { askedOf, config, device, levels, MATRIX, owner, USERS, type User } from '../support/callMatrix'
import { openPglite } from '../support/databases'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'

let api: TestApp
beforeAll(async () => {
  const db = await openPglite()
  await seedDemo(db, { now: TEST_NOW, seed: 1, levels })
  api = await startTestApp(db, { bare: true, config })
})

/** It only asks, and takes the whole sheet of an order. */
const OPEN = ['orders.preview']

const withBody = allEndpoints().filter(
  ({ name, endpoint }) => endpoint.body && endpoint.takes !== 'upload' && !OPEN.includes(name),
)

/** Who may do it, by the matrix; a call that finds nothing there may be made all the same. */
const allowed = (name: string): User => {
  const { expected } = MATRIX[name]!
  const users = Object.keys(USERS) as User[]
  const may = (cell: unknown) => typeof cell !== 'number' || cell === 200
  return users.find(user => may(expected[user])) ?? users.findLast(user => expected[user] === 404)!
}

describe('a key that no call knows', () => {
  it.each(withBody)('is named by $name', async call => {
    const asked = await askedOf(api, call)
    const payload = { ...(asked.payload as object), zz_unknown: 1 }
    const { statusCode, body } = await api.ask(USERS[allowed(call.name)], { ...asked, payload } as never)
    expect([statusCode, Object.keys(JSON.parse(body).errors ?? {})]).toEqual([422, ['zz_unknown']])
  })

  it('is looked for in every writing call that has a body', () => {
    expect(withBody.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'auth.login',
        'clients.saveOwn',
        'devices.update',
        'bulk.change',
        'records.update',
      ]),
    )
    expect(withBody.length).toBeGreaterThan(15)
  })
})

/** Calls that change a record: who asks, of which record, and a field that nobody may write. */
const CHANGES = [
  ['clients.save', 'master', '/api/clients/', `/api/clients/${owner.id}`, 'created'],
  ['clients.saveOwn', 'client', '/api/client/', `/api/clients/${owner.id}`, 'created'],
  ['vendors.update', 'master', '/api/admin/vendors/1', '/api/admin/vendors/1', 'created'],
  ['batches.save', 'master', `/api/batches/${device.batch_id}`, `/api/batches/${device.batch_id}`, 'created'],
  ['devices.update', 'master', `/api/devices/${device.id}`, `/api/devices?ids=${device.id}`, 'created'],
] as const

describe('a form that sends the whole record back', () => {
  it.each(CHANGES)('is taken by %s as it was, and refused with what nobody may write', async (...change) => {
    const [, user, to, from, locked] = change
    const read = (await api.ask(USERS[user], from)).json()
    const record = (read.payload ?? read.data[0]) as Record<string, unknown>
    const put = (sent: object) => api.ask(USERS[user], { method: 'PUT', url: to, payload: sent })
    const same = await put(record)
    expect([same.statusCode, same.json().errors]).toEqual([200, undefined])
    const refused = await put({ ...same.json().payload, [locked]: '2001-02-03T04:05:06Z' })
    expect([refused.statusCode, Object.keys(refused.json().errors ?? {})]).toEqual([422, [locked]])
  })
})
