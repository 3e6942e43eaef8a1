/** Who may call what, for every call of the contract and every kind of user (security.md 1 and 2). */
import { beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints, PENDING } from '../../src/contract/endpoints'
import type { LevelName } from '../../src/domain/authority'
import { reaches } from '../../src/domain/authority'
import { makeFleet, seedDemo } from '../../src/server/demo'
import { testConfig } from '../support/config'
import { openPglite } from '../support/databases'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'

const USERS = {
  nobody: undefined,
  guest: 'guest@demo.local',
  client: 'client@demo.local',
  vendor: 'vendor@demo.local',
  'other vendor': 'other@test.local',
  master: 'master@demo.local',
} as const
type User = keyof typeof USERS

const LEVEL_OF: Record<Exclude<User, 'nobody'>, LevelName> = {
  guest: 'guest',
  client: 'client',
  vendor: 'vendor',
  'other vendor': 'vendor',
  master: 'master',
}

const config = testConfig()
const levels = config.current().console.levels.numbers
const fleet = makeFleet({ seed: 1, now: TEST_NOW, levels })
const owner = fleet.clients.find(({ email }) => email === 'client@demo.local')!
/** A device of client@demo.local: reached by it, its vendor, a guest of it, and masters. */
const device = fleet.devices.find(({ client_id, batch_id }) => client_id === owner.id && batch_id)!

const ROSTER = [
  '--edge',
  'Content-Disposition: form-data; name="file"; filename="a.csv"',
  '',
  'IMEI,전화번호,시리얼,모델',
  '1,2,3,4',
  '--edge--',
  '',
].join('\r\n')

type Cell = number | RegExp
/**
 * For each call: what is asked, and the expected status for each user; a pattern is what the answer of a 200 says. 200s of
 * lists name what the foreign vendor must not see.
 */
interface Row {
  query?: string
  body?: object | string
  headers?: Record<string, string>
  expected: Record<User, Cell>
}

const signedIn = { guest: 200, client: 200, vendor: 200, 'other vendor': 200, master: 200 }
const sees = new RegExp(device.id)
const order = { code: 'reboot', data: 'NOW', targets: [device.id] }

const MATRIX: Record<string, Row> = {
  'auth.login': {
    body: { email: 'nobody@test.local', password: 'x' },
    expected: { nobody: 401, guest: 401, client: 401, vendor: 401, 'other vendor': 401, master: 429 },
  },
  'auth.refresh': { expected: { nobody: 401, ...signedIn } },
  'auth.logout': { expected: { nobody: 401, ...signedIn } },
  'batches.models': { expected: { nobody: 401, ...signedIn } },
  'batches.list': { expected: { nobody: 401, ...signedIn } },
  'batches.bunches': { query: `batch=${device.batch_id}`, expected: { nobody: 401, ...signedIn } },
  'devices.list': {
    query: `search[topic]=imei&search[alike]=${device.id}`,
    expected: {
      nobody: 401,
      guest: sees,
      client: sees,
      vendor: sees,
      'other vendor': /"count":0/,
      master: sees,
    },
  },
  'devices.search': {
    body: { topic: 'number', alike: device.isdn },
    expected: {
      nobody: 401,
      guest: sees,
      client: sees,
      vendor: sees,
      'other vendor': /"length":0/,
      master: sees,
    },
  },
  'devices.rosterSample': { expected: { nobody: 401, ...signedIn } },
  'devices.rosterUpload': {
    body: ROSTER,
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    // 422: let through as far as the judgement of the rows.
    expected: { nobody: 401, guest: 403, client: 422, vendor: 422, 'other vendor': 422, master: 422 },
  },
  'orders.methods': { expected: { nobody: 401, ...signedIn } },
  'orders.register': {
    body: order,
    expected: { nobody: 401, guest: 403, client: 200, vendor: 200, 'other vendor': 404, master: 200 },
  },
  'orders.list': { body: {}, expected: { nobody: 401, ...signedIn } },
  'orders.counts': { expected: { nobody: 401, ...signedIn } },
}

const built = allEndpoints().filter(({ name }) => !PENDING.includes(name))

describe('who may call what', () => {
  let api: TestApp
  beforeAll(async () => {
    const db = await openPglite()
    await seedDemo(db, { now: TEST_NOW, seed: 1, levels })
    api = await startTestApp(db, { bare: true, config })
    await api.addAccount({ email: 'other@test.local', level: levels.vendor, vendor: 2 })
  })

  it('is settled for every call that has a route, and for no other', () => {
    expect(Object.keys(MATRIX).sort()).toEqual(built.map(({ name }) => name).sort())
  })

  const ask = (name: string, user: User) => {
    const { endpoint } = built.find(known => known.name === name)!
    const { query, body, headers } = MATRIX[name]!
    return api.ask(USERS[user], {
      method: endpoint.method,
      url: endpoint.path + (query ? `?${query}` : ''),
      ...(body === undefined ? {} : { payload: body }),
      ...(headers ? { headers } : {}),
    })
  }

  for (const [name, { expected }] of Object.entries(MATRIX))
    for (const user of Object.keys(USERS) as User[])
      it(`${name} by ${user}: ${expected[user]}`, async () => {
        const answer = await ask(name, user)
        const cell = expected[user]
        if (typeof cell === 'number') expect(answer.statusCode).toBe(cell)
        else expect([answer.statusCode, answer.body]).toEqual([200, expect.stringMatching(cell)])
        if (answer.statusCode >= 400) expect(answer.json()).toMatchObject({ result: false })
      })

  it('follows the level that the contract declares, and says 401 to strangers and 403 to those below it', async () => {
    for (const { name, endpoint } of built) {
      const { access } = endpoint
      if (access === 'public') continue
      expect([name, MATRIX[name]!.expected.nobody]).toEqual([name, 401])
      for (const [user, level] of Object.entries(LEVEL_OF)) {
        const allowed = reaches(levels[level], access, levels)
        const refused = MATRIX[name]!.expected[user as User] === 403
        expect([name, user, refused]).toEqual([name, user, !allowed])
      }
    }
  })

  it('says the same of what belongs to others as of what does not exist', async () => {
    const register = async (sheet: object) => {
      const payload = { code: 'reboot', data: 'NOW', ...sheet }
      const answer = await api.ask(USERS['other vendor'], {
        method: 'POST',
        url: '/api/orders/order',
        payload,
      })
      return [answer.statusCode, answer.body]
    }
    expect(await register({ targets: [device.id] })).toEqual(await register({ targets: ['000000000000000'] }))
    expect(await register({ batch: device.batch_id })).toEqual(await register({ batch: 987_654 }))
    expect(await register({ targets: [device.id] })).toEqual([404, expect.any(String)])
  })

  it.each(
    allEndpoints()
      .filter(({ name }) => PENDING.includes(name))
      .map(({ name, endpoint }) => [name, endpoint] as const),
  )('%s, which a later version brings, is answered as if it were not there', async (_name, endpoint) => {
    const url = endpoint.path.replace(/\{\w+\}/, '1')
    const answer = await api.ask(USERS.master, { method: endpoint.method, url })
    expect([404, 405]).toContain(answer.statusCode)
    expect(answer.json()).toMatchObject({ result: false, message: expect.stringMatching(/[가-힣]/) })
  })
})
