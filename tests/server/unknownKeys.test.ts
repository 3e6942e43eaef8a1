/**
 * A call refuses keys that it does not know with 422 and their names (decision 40). A record may be sent back as it was
 * read.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '../../src/contract/endpoints'
import {
  config,
  device,
  MATRIX,
  owner,
  requestOf,
  seedSmallFleet,
  USERS,
  type User,
} from '../support/callMatrix'
import { newDatabase } from '../support/databases'
import { startTestApp, type TestApp } from '../support/server'

let api: TestApp
beforeAll(async () => {
  const db = await newDatabase()
  await seedSmallFleet(db)
  api = await startTestApp(db, { bare: true, config })
})

/** The preview takes the whole sheet of an order and writes nothing. */
const OPEN = ['orders.preview']

const withBody = allEndpoints().filter(
  ({ name, endpoint }) => endpoint.body && endpoint.takes !== 'upload' && !OPEN.includes(name),
)

/** A user whom the matrix allows the call, or who would find nothing. */
const allowedUser = (name: string): User => {
  const { expected } = MATRIX[name]!
  const users = Object.keys(USERS) as User[]
  const succeeds = (cell: unknown) => typeof cell !== 'number' || cell === 200
  return users.find(user => succeeds(expected[user])) ?? users.findLast(user => expected[user] === 404)!
}

describe('an unknown key', () => {
  it.each(withBody)('is refused by $name', async call => {
    const request = await requestOf(api, call)
    const payload = { ...(request.payload as object), zz_unknown: 1 }
    const { statusCode, body } = await api.ask(USERS[allowedUser(call.name)], {
      ...request,
      payload,
    } as never)
    expect([statusCode, Object.keys(JSON.parse(body).errors ?? {})]).toEqual([422, ['zz_unknown']])
  })
})

/** Calls that change a record: by whom, where it is written and read, and a field that nobody may write. */
const CHANGES = [
  ['clients.save', 'master', '/api/clients/', `/api/clients/${owner.id}`, 'created'],
  ['clients.saveOwn', 'client', '/api/client/', `/api/clients/${owner.id}`, 'created'],
  ['vendors.update', 'master', '/api/admin/vendors/1', '/api/admin/vendors/1', 'created'],
  ['batches.save', 'master', `/api/batches/${device.batch_id}`, `/api/batches/${device.batch_id}`, 'created'],
  ['devices.update', 'master', `/api/devices/${device.id}`, `/api/devices?ids=${device.id}`, 'created'],
] as const

describe('a whole record that is sent back', () => {
  it.each(CHANGES)(
    'is accepted by %s unchanged, and refused with another value of a locked field',
    async (...change) => {
      const [, user, url, from, locked] = change
      const read = (await api.ask(USERS[user], from)).json()
      const record = (read.payload ?? read.data[0]) as Record<string, unknown>
      const put = (payload: object) => api.ask(USERS[user], { method: 'PUT', url, payload })
      const same = await put(record)
      expect([same.statusCode, same.json().errors]).toEqual([200, undefined])
      const refused = await put({ ...same.json().payload, [locked]: '2001-02-03T04:05:06Z' })
      expect([refused.statusCode, Object.keys(refused.json().errors ?? {})]).toEqual([422, [locked]])
    },
  )
})
