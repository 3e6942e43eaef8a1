/** Every change writes its history: by whom, from where, the fields before and after, and no secret. */
import { beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '../../src/contract/endpoints'
import type { HistoryRow } from '../../src/contract/history'
import { addConfigHistory } from '../../src/server/commands/configHistory'
import { sweepHistory } from '../../src/server/commands/history'
import { seedDemo } from '../../src/server/demo'
import { config, levels, MATRIX, requestOf, USERS } from '../support/callMatrix'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, TEST_NOW, TEST_PASSWORD, type TestApp } from '../support/server'

/** What is changed by these is nobody's record: how long a session lives, and marks that only their owner sees. */
const NO_RECORD = ['auth.refresh', 'orders.marks']
/** Refused in the matrix for what stands in their file; `registered` and `replaced` are tests of their own. */
const UPLOADS = ['batches.upload', 'devices.rosterUpload', 'uploads.cancel']
/**
 * Of many devices a row, and one for each of a few: in `bulk.test` and `rosterUpdate.test`. Stopping it leaves nothing
 * to tell.
 */
const MANY = ['devices.rosterUpdate', 'bulk.change', 'bulk.cancel', 'bulk.undo']
/** They go on from a provider: in `socialSignIn.test`. */
const BY_PROVIDER = ['auth.exchange', 'auth.link', 'auth.addLogin']

const changes = allEndpoints().filter(
  ({ name, endpoint }) =>
    endpoint.method !== 'GET' &&
    !('reads' in endpoint) &&
    ![...NO_RECORD, ...UPLOADS, ...MANY, ...BY_PROVIDER].includes(name),
)

const rowsOf = (api: TestApp) => api.db.selectFrom('history').selectAll().orderBy('id').execute()

describe('Every call that changes something', () => {
  let api: TestApp
  beforeAll(async () => {
    const db = await newDatabase()
    await seedDemo(db, { now: TEST_NOW, seed: 1, levels })
    api = await startTestApp(db, { bare: true, config })
  })

  for (const { name, endpoint } of changes)
    it(`leaves a row, and none when it is refused: ${name}`, async () => {
      const asked = await requestOf(api, { endpoint, name })
      const isPublic = endpoint.access === 'public'
      if (name === 'auth.login') asked.payload = { email: USERS.master, password: 'wrong' }
      const before = await rowsOf(api)
      const answer = await api.ask(isPublic ? undefined : USERS.master, {
        ...asked,
        remoteAddress: '198.51.100.9',
      })
      const rows = (await rowsOf(api)).slice(before.length)
      expect(rows).toHaveLength(1)
      expect(rows[0]).toMatchObject({ origin: '198.51.100.9', request: expect.stringMatching(/./) })
      if (isPublic) return expect([200, 401]).toContain(answer.statusCode)
      expect(answer.statusCode).toBe(200)
      expect(rows[0]).toMatchObject({ client: '정하늘', session: expect.stringMatching(/./) })
      // What is wrong with it is found in the transaction in which the row would be.
      const again = await api.ask(USERS.guest, { ...(await requestOf(api, { endpoint, name })) })
      const further = (await rowsOf(api)).slice(before.length + 1)
      if (MATRIX[name]!.expected.guest === 403)
        expect([again.statusCode, further.map(row => row.action)]).toEqual([403, ['refused']])
      else if (again.statusCode !== 200) expect(further).toEqual([])
    })
})

describe('The history', () => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(await newDatabase())
    await api.db.insertInto('vendors').values({ name: '누리솔루션' }).execute()
    await api.addAccount({ email: 'nuri@test.local', level: 6, vendor: 2 })
  })

  const save = (who: string, payload: object) =>
    api.ask(who, { method: 'PUT', url: '/api/clients/', payload })
  const list = async (who: string, query = '') => {
    const answer = await api.ask(who, `/api/history?page_limit=200${query}`)
    expect(answer.statusCode).toBe(200)
    return answer.json() as { payload: HistoryRow[]; count: number }
  }

  it('tells a change of a record by its fields, before and after, with no password in it', async () => {
    const client = { name: '김단말', email: 'kim@test.local', level: 3, vendor: 1, password: TEST_PASSWORD }
    const made = await save('master', { id: 0, ...client })
    const { id, updated } = made.json().payload
    const changed = { id, updated, name: '김새이름', password: 'Another-pass9!' }
    expect((await save('vendor', changed)).statusCode).toBe(200)
    const { payload } = await list('master', `&resource=clients&record=${id}`)
    expect(payload.map(row => [row.action, row.label, row.client_name])).toEqual([
      ['changed', '김새이름', 'vendor'],
      ['created', '김단말', 'master'],
    ])
    expect(payload[0]).toMatchObject({
      vendor: 1,
      before: { name: '김단말' },
      after: { name: '김새이름', password: '***' },
    })
    expect(payload[1]).toMatchObject({ before: null, after: { email: 'kim@test.local' } })
    const all = JSON.stringify(await rowsOf(api))
    for (const secret of [TEST_PASSWORD, 'Another-pass9!', 'argon2']) expect(all).not.toContain(secret)
  })

  it('shows staff what is of their vendor or done by its people, and of others not where they are', async () => {
    await save('master', {
      id: 0,
      name: '누리',
      email: 'n@test.local',
      level: 3,
      vendor: 2,
      password: TEST_PASSWORD,
    })
    await save('master', {
      id: 0,
      name: '한빛',
      email: 'h@test.local',
      level: 3,
      vendor: 1,
      password: TEST_PASSWORD,
    })
    await save('nuri@test.local', {
      id: 0,
      name: '둘',
      email: 'two@test.local',
      level: 3,
      password: TEST_PASSWORD,
    })
    const { payload, count } = await list('nuri@test.local')
    expect(count).toBe(payload.length)
    expect(payload.map(row => row.label)).toEqual(['둘', '누리'])
    expect(payload.map(row => [row.client_name, row.origin])).toEqual([
      ['nuri', '127.0.0.1'],
      ['master', ''],
    ])
    expect((await list('master', '&vendor=2')).payload.map(row => row.label)).toEqual(['둘', '누리'])
  })

  it('hides accounts above them from the provider’s own staff', async () => {
    await api.addAccount({ email: 'house@test.local', level: 6, vendor: 0 })
    await api.login('master@test.local')
    expect((await list('master', '&action=signedIn')).count).toBeGreaterThan(0)
    expect((await list('house@test.local', '&action=signedIn')).payload).toEqual([])
  })

  it('is paged and filtered by what, who and when', async () => {
    const all = await list('master')
    const page = await api.ask('master', '/api/history?page_limit=2&page_index=2')
    expect(page.json().payload).toEqual(all.payload.slice(2, 4))
    const created = await list('master', '&action=created')
    expect(new Set(created.payload.map(row => row.action))).toEqual(new Set(['created']))
    const { client } = created.payload[0]!
    expect((await list('master', `&client=${client}`)).payload.every(row => row.client === client)).toBe(true)
    expect((await list('master', '&from=2000-01-01T00:00:00Z&to=2001-01-01T00:00:00Z')).count).toBe(0)
    for (const query of ['page_limit=0', 'action=nothing', 'from=yesterday', 'unknown=1'])
      expect((await api.ask('master', `/api/history?${query}`)).statusCode).toBe(400)
  })

  it('has a wrong password of a known account, and one row for a refusal however often it is asked', async () => {
    const { count } = await list('master', '&action=signInRefused')
    for (const email of ['client@test.local', 'nobody@test.local'])
      await api.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email, password: 'wrong' },
      })
    expect((await list('master', '&action=signInRefused')).count).toBe(count + 1)
    for (let times = 0; times < 5; times++) await api.ask('guest', '/api/admin/clients')
    const refused = await list('master', '&action=refused')
    expect(refused.payload.map(row => [row.resource, row.client_name])).toEqual([
      ['GET /api/admin/clients', 'guest'],
    ])
  })

  it('knows which part of the config changed, and says it once', async () => {
    const other = testConfig(({ shared }) => {
      shared.app.weekStart = 1
    })
    await addConfigHistory(api.db, testConfig().current())
    expect((await list('master', '&action=configured')).count).toBe(0)
    await addConfigHistory(api.db, other.current())
    await addConfigHistory(api.db, other.current())
    const { payload } = await list('master', '&action=configured')
    expect(payload.map(row => [Object.keys(row.after!), row.client])).toEqual([[['app'], 0]])
  })

  it('forgets what is older than config says', async () => {
    const { count } = await list('master')
    await api.db
      .updateTable('history')
      .set({ at: new Date(Date.now() - 3 * 86_400_000) })
      .where('action', '=', 'created')
      .execute()
    const old = (await list('master', '&action=created')).count
    await sweepHistory(api.db, { days: 2 }, new Date())
    expect((await list('master')).count).toBe(count - old)
  })
})
