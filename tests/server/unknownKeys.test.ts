/**
 * A call refuses keys that it does not know with 422 and their names (decision 40). A record may be sent back as it was
 * read.
 */
import { expect, it } from 'vitest'
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
import { compileWith } from '../support/config'
import { newDatabase } from '../support/databases'
import { bodyOf, payloadOf, refusedFields, startTestApp, statusOf } from '../support/server'

const db = await newDatabase()
await seedSmallFleet(db)
const api = await startTestApp(db, { bare: true, config })

/** The preview accepts unknown keys: it may be sent the whole order, and it writes nothing. */
const ACCEPTS_UNKNOWN = ['orders.preview']

const withBody = allEndpoints().filter(
  ({ name, endpoint }) => endpoint.body && endpoint.takes !== 'upload' && !ACCEPTS_UNKNOWN.includes(name),
)

/** A user whom the matrix allows the call, or otherwise one who gets 404. */
const allowedUser = (name: string): User => {
  const { expected } = MATRIX[name]!
  const users = Object.keys(USERS) as User[]
  const succeeds = (cell: unknown) => typeof cell !== 'number' || cell === 200
  return users.find(user => succeeds(expected[user])) ?? users.findLast(user => expected[user] === 404)!
}

it.each(withBody)('an unknown key is refused by $name', async call => {
  const request = await requestOf(api, call)
  const payload = { ...(request.payload as object), zz_unknown: 1 }
  const asking = api.ask(USERS[allowedUser(call.name)], { ...request, payload })
  expect(await refusedFields(asking)).toEqual([422, ['zz_unknown']])
})

it.each(allEndpoints().filter(({ endpoint }) => endpoint.access !== 'public' && endpoint.takes !== 'upload'))(
  'an unknown parameter is refused by $name',
  async call => {
    const { url, ...request } = await requestOf(api, call)
    const unknown = `${url}${String(url).includes('?') ? '&' : '?'}zz_unknown=1`
    expect(await statusOf(api.ask(USERS[allowedUser(call.name)], { ...request, url: unknown }))).toBe(400)
  },
)

it.each([
  ['', 200],
  ['?range=[0,4]', 200],
  ['?zz_unknown=1', 400],
])('a list of an own resource with the parameters "%s" answers %i', async (parameters, status) => {
  const fields = { name: { type: 'text', label: '이름' } }
  const things = { label: '물건', source: { dialect: 'simple-rest' }, access: { list: 'client' }, fields }
  const current = compileWith({ 'resources/things.json': things })
  const app = await startTestApp(db, { bare: true, current: () => current })
  expect(await statusOf(app.ask(USERS.master, `/api/resources/things${parameters}`))).toBe(status)
})

/** Calls that change a record: by whom, and where the record is written and read. */
const CHANGES: [call: string, User, url: string, readFrom: string][] = [
  ['clients.save', 'master', '/api/clients/', `/api/clients/${owner.id}`],
  ['clients.saveOwn', 'client', '/api/client/', `/api/clients/${owner.id}`],
  ['vendors.update', 'master', '/api/admin/vendors/1', '/api/admin/vendors/1'],
  ['batches.save', 'master', `/api/batches/${device.batch_id}`, `/api/batches/${device.batch_id}`],
  ['devices.update', 'master', `/api/devices/${device.id}`, `/api/devices?ids=${device.id}`],
]

it.each(CHANGES)(
  'a whole record is accepted unchanged by %s, and refused with another time of creation',
  async (_call, user, url, readFrom) => {
    const read = await bodyOf(api.ask(USERS[user], readFrom))
    const saved = await payloadOf(api.put(USERS[user], url, read.payload ?? read.data[0]))
    const changed = { ...saved, created: '2001-02-03T04:05:06Z' }
    expect(await refusedFields(api.put(USERS[user], url, changed))).toEqual([422, ['created']])
  },
)
