/** Every change has a row of history: the user and origin, the fields before and after, and no secrets (§6). */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '../../src/contract/endpoints'
import type { HistoryRow } from '../../src/contract/history'
import { addSignInRefusal } from '../../src/server/commands/accessHistory'
import { addConfigHistory } from '../../src/server/commands/configHistory'
import { sweepHistory } from '../../src/server/commands/history'
import { config, levels, MATRIX, requestOf, seedSmallFleet, USERS } from '../support/callMatrix'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { findRows, holdLocks, insertRow, updateRows } from '../support/rows'
import {
  bodyOf,
  payloadOf,
  startTestApp,
  statusOf,
  TEST_NOW,
  TEST_PASSWORD,
  type TestApp,
} from '../support/server'

const EXCEPTIONS = [
  // Calls that change no record, but the lifetime of a session, or marks that only their owner sees.
  ...['auth.refresh', 'orders.marks'],
  // They refuse the files of the matrix; other tests of this folder expect `registered` and `replaced`.
  ...['batches.upload', 'devices.rosterUpload', 'uploads.cancel'],
  // One row for many devices: `bulk.test.ts` and `rosterUpdate.test.ts`.
  ...['devices.rosterUpdate', 'bulk.change', 'bulk.cancel', 'bulk.undo'],
  // Its record is an entry of the history: `undo.test.ts`.
  'history.undo',
  // Later steps of a sign-in at a provider: `socialSignIn.test.ts`.
  ...['auth.exchange', 'auth.link', 'auth.addLogin'],
]
const changes = allEndpoints().filter(
  ({ name, endpoint }) => endpoint.method !== 'GET' && !('reads' in endpoint) && !EXCEPTIONS.includes(name),
)

/** Files without data of records; and the secrets of a batch, whose issue has a row. */
const SAMPLES = ['devices.rosterSample', 'imports.sample', 'pictures.get', 'deviceSecrets.issueBatch']
const downloads = allEndpoints().filter(
  ({ name, endpoint }) => 'gives' in endpoint && endpoint.gives === 'file' && !SAMPLES.includes(name),
)

type Values = Record<string, unknown>

const rowsOf = (api: TestApp) => findRows(api.db, 'history')

describe('A call that changes something', () => {
  let api: TestApp
  beforeAll(async () => {
    const db = await newDatabase()
    await seedSmallFleet(db)
    api = await startTestApp(db, { bare: true, config })
    await api.addAccount({ email: 'known@test.local', level: levels.client })
  })

  it.each(changes)('writes one row, and none if it fails: $name', async ({ name, endpoint }) => {
    const request = await requestOf(api, { endpoint, name })
    const isPublic = endpoint.access === 'public'
    if (name === 'auth.login') request.payload = { email: 'known@test.local', password: 'wrong' }
    const before = (await rowsOf(api)).length
    const who = isPublic ? undefined : USERS.master
    const answer = await api.ask(who, { ...request, remoteAddress: '198.51.100.9' })
    const rows = (await rowsOf(api)).slice(before)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ origin: '198.51.100.9', request: expect.stringMatching(/./) })
    if (isPublic) return expect([200, 401]).toContain(answer.statusCode)
    expect(answer.statusCode).toBe(200)
    expect(rows[0]).toMatchObject({ client: '정하늘', session: expect.stringMatching(/./) })
    const asGuest = await api.ask(USERS.guest, await requestOf(api, { endpoint, name }))
    const actions = (await rowsOf(api)).slice(before + 1).map(row => row.action)
    if (MATRIX[name]!.expected.guest === 403)
      expect([asGuest.statusCode, actions]).toEqual([403, ['refused']])
    else if (asGuest.statusCode !== 200) expect(actions).toEqual([])
  })

  it.each(downloads)('or sends a file with data writes one row: $name', async ({ name, endpoint }) => {
    const before = (await rowsOf(api)).length
    const request = { ...(await requestOf(api, { endpoint, name })), remoteAddress: '198.51.100.9' }
    expect((await api.ask(USERS.vendor, request)).statusCode).toBe(200)
    const row = {
      action: 'downloaded',
      origin: '198.51.100.9',
      label: expect.stringMatching(/\.(csv|xlsx)$/),
    }
    await expect
      .poll(async () => (await rowsOf(api)).slice(before))
      .toMatchObject([{ ...row, after: { sentRows: expect.any(Number) } }])
  })
})

describe('The history', () => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp()
    await insertRow(api.db, 'vendors', { name: '누리솔루션' })
    await api.addAccount({ email: 'nuri@test.local', level: 6, vendor: 2 })
    await api.addAccount({ email: 'provider@test.local', level: 6, vendor: 0 })
  })

  const save = (who: string, payload: object) => api.put(who, '/api/clients/', payload)
  const add = (who: string, client: { name: string; email: string; vendor?: number }) =>
    save(who, { id: 0, level: 3, password: TEST_PASSWORD, ...client })
  const list = (who: string, query = '') =>
    bodyOf<{ payload: HistoryRow[]; count: number }>(api.ask(who, `/api/history?page_limit=200${query}`))

  it('has the fields of a record before and after a change, without passwords', async () => {
    const client = { name: '김단말', email: 'kim@test.local', vendor: 1 }
    const { id, updated } = await payloadOf(add('master', client))
    await bodyOf(save('vendor', { id, updated, name: '김새이름', password: 'Another-pass9!' }))
    const { payload } = await list('master', `&resource=clients&record=${id}`)
    expect(payload.map(row => [row.action, row.label, row.client_name])).toEqual([
      ['changed', '김새이름', 'vendor'],
      ['created', '김단말', 'master'],
    ])
    const after = { name: '김새이름', password: '***' }
    expect(payload[0]).toMatchObject({ vendor: 1, before: { name: '김단말' }, after })
    expect(payload[1]).toMatchObject({ before: null, after: { email: 'kim@test.local' } })
    const all = JSON.stringify(await rowsOf(api))
    for (const secret of [TEST_PASSWORD, 'Another-pass9!', 'argon2']) expect(all).not.toContain(secret)
  })

  it('shows staff the changes to their vendor and by its users; the origin of other users is hidden', async () => {
    await add('master', { name: '누리', email: 'n@test.local', vendor: 2 })
    await add('master', { name: '한빛', email: 'h@test.local', vendor: 1 })
    await add('nuri@test.local', { name: '둘', email: 'two@test.local' })
    const { payload, count } = await list('nuri@test.local')
    expect(count).toBe(payload.length)
    expect(payload.map(row => [row.label, row.client_name, row.origin])).toEqual([
      ['둘', 'nuri', '127.0.0.1'],
      ['누리', 'master', ''],
    ])
    expect((await list('master', '&vendor=2')).payload.map(row => row.label)).toEqual(['둘', '누리'])
  })

  it('hides accounts of a higher level from the staff of the provider', async () => {
    await api.login('master@test.local')
    expect((await list('master', '&action=signedIn')).count).toBeGreaterThan(0)
    expect((await list('provider@test.local', '&action=signedIn')).payload).toEqual([])
  })

  it('is paged, and filtered by action, user and time', async () => {
    const all = await list('master')
    const page = await payloadOf(api.ask('master', '/api/history?page_limit=2&page_index=2'))
    expect(page).toEqual(all.payload.slice(2, 4))
    const created = (await list('master', '&action=created')).payload
    expect(new Set(created.map(row => row.action))).toEqual(new Set(['created']))
    const { client } = created[0]!
    expect((await list('master', `&client=${client}`)).payload.every(row => row.client === client)).toBe(true)
    expect((await list('master', '&at_gte=2000-01-01&at_lte=2001-01-01')).count).toBe(0)
    for (const query of ['page_limit=0', 'action=nothing', 'at_gte=yesterday', 'unknown=1'])
      expect(await statusOf(api.ask('master', `/api/history?${query}`))).toBe(400)
  })

  it('is searched and exported as it is listed; a search does not find hidden addresses', async () => {
    await add('master', { name: '서울지사', email: 'seoul@test.local', vendor: 2 })
    expect((await list('master', '&search=서울지사')).payload.map(row => row.label)).toEqual(['서울지사'])
    expect((await list('nuri@test.local', '&search=서울지사')).count).toBe(1)
    expect((await list('master', '&search=127.0.0.1&resource=clients&action=created')).count).toBeGreaterThan(
      1,
    )
    const found = await list('nuri@test.local', '&search=127.0.0.1')
    expect(found.payload.filter(row => row.client_name === 'master')).toEqual([])
    const filter = encodeURIComponent(JSON.stringify({ search: '서울지사' }))
    const { body } = await api.ask('master', `/api/exports/history?export[format]=csv&filter=${filter}`)
    expect(body.split('\r\n')[1]).toMatch(/master,등록,회원,서울지사,.*이메일: seoul@test.local/)
  })

  it('hides both values of a change from levels that may not read the changes, also at a device', async () => {
    const strict = testConfig(({ shared }) => {
      shared.resources.history!.fields.after!.read = 'master'
      shared.resources.history!.access.list = 'vendor'
    })
    const app = await startTestApp(api.db, { bare: true, config: strict })
    const changesOf = async (who: string) =>
      (await payloadOf<HistoryRow[]>(app.ask(who, '/api/history?action=changed'))).map(({ before }) => before)
    expect(await changesOf('master')).toContainEqual(expect.objectContaining({ name: '김단말' }))
    expect(new Set(await changesOf('vendor'))).toEqual(new Set([null]))
  })

  it('is bounded by times with any zone and year, but none that only a zone puts into the year 0', async () => {
    const { count, payload: all } = await list('master')
    const { at } = all[3]!
    const inKorea = `${new Date(Date.parse(at) + 9 * 3_600_000).toISOString().slice(0, -1)}+09:00`
    for (const bound of [at, inKorea]) {
      const { payload } = await list('master', `&at_gte=${encodeURIComponent(bound)}`)
      expect(payload.map(row => row.at >= at)).not.toContain(false)
      expect(payload.some(row => row.at === at)).toBe(true)
    }
    expect((await list('master', '&at_gte=0000-01-01T00:00:00Z')).count).toBe(count)
    const bound = encodeURIComponent('0001-01-01T00:00:00+09:00')
    expect(await statusOf(api.ask('master', `/api/history?at_gte=${bound}`))).toBe(400)
  })

  it('shows staff the downloads of their vendor, with rows and filter, complete or not', async () => {
    const filter = encodeURIComponent(JSON.stringify({ level: 6 }))
    const url = `/api/exports/clients?export[format]=csv&filter=${filter}`
    for (const who of ['master', 'vendor', 'nuri@test.local']) await api.ask(who, url)
    const broken = await api.ask('nuri@test.local', { url, payloadAsStream: true })
    broken.raw.res.destroy()
    const seenBy = async (who: string) =>
      (await list(who, '&action=downloaded')).payload.map(({ client_name, after }) => [client_name, after])
    const listFilter = 'level=6'
    const [stopped, whole] = [
      { sentBeforeStop: expect.any(Number), listFilter },
      { sentRows: 1, listFilter },
    ]
    await expect
      .poll(() => seenBy('nuri@test.local'))
      .toEqual([
        ['nuri', stopped],
        ['nuri', whole],
      ])
    expect(await seenBy('vendor')).toEqual([['vendor', whole]])
    expect((await seenBy('master')).map(([name]) => name)).toContain('master')
    expect(await seenBy('provider@test.local')).toEqual([])
  })

  // PGlite has one connection: nothing can hold a lock beside the download.
  it.runIf(process.env.TEST_DATABASE_URL)('neither delays nor fails a download', async () => {
    const { count } = await list('master', '&action=downloaded')
    await holdLocks(api.db, async tx => {
      await sql`lock table history in exclusive mode`.execute(tx)
      expect(await statusOf(api.ask('master', '/api/exports/clients?export[format]=csv'))).toBe(200)
    })
    await expect.poll(async () => (await list('master', '&action=downloaded')).count).toBe(count + 1)
  })

  it('has refused sign-ins, without an account once a minute, with their reason', async () => {
    const { count } = await list('master', '&action=signInRefused')
    await updateRows(api.db, 'clients', { email: 'guest@test.local' }, { active: false })
    const signIn = (email: string, password = 'wrong') =>
      api.post(undefined, '/api/auth/login', { email, password })
    for (const email of ['nobody@test.local', 'somebody@test.local']) await signIn(email)
    for (let n = 0; n < 8; n++) await signIn('client@test.local')
    await signIn('guest@test.local', TEST_PASSWORD)
    await updateRows(api.db, 'clients', { email: 'guest@test.local' }, { active: true })
    const { payload } = await list('master', '&action=signInRefused')
    expect(
      payload
        .slice(0, -count || undefined)
        .map(({ label, after }) => `${label} ${(after as Values).problem}`),
    ).toEqual(['guest inactive', 'client locked', ...Array(5).fill('client password'), ' unknownAccount'])
  })

  it('has at most 300 refused sign-ins without an account per hour', async () => {
    const { count } = await list('master', '&action=signInRefused')
    const refuse = (n: number, now: Date) =>
      addSignInRefusal(api.db, { origin: `198.51.100.${n}`, request: '' }, { problem: 'unknownAccount' }, now)
    const key = 'history unknown'
    await updateRows(api.db, 'signin_failures', { key }, { failures: 298 })
    for (let n = 0; n < 4; n++) await refuse(n, TEST_NOW)
    const { payload } = await list('master', '&action=signInRefused')
    expect(payload.slice(0, -count).map(({ after }) => (after as Values).omittedMinutes)).toEqual([
      60,
      undefined,
    ])
    await refuse(9, new Date(TEST_NOW.getTime() + 3_600_001))
    expect((await list('master', '&action=signInRefused')).count).toBe(count + 3)
  })

  it('has one row for a refusal, however often it is repeated', async () => {
    for (let n = 0; n < 5; n++) await api.ask('guest', '/api/admin/clients')
    const refused = (await list('master', '&action=refused')).payload
    expect(refused.map(row => [row.resource, row.client_name])).toEqual([['GET /api/admin/clients', 'guest']])
  })

  it('has one row for a change of config, with the changed part', async () => {
    const changed = testConfig(({ shared }) => {
      shared.app.weekStart = 1
    }).current()
    await addConfigHistory(api.db, testConfig().current())
    expect((await list('master', '&action=configured')).count).toBe(0)
    await addConfigHistory(api.db, changed)
    await addConfigHistory(api.db, changed)
    const { payload } = await list('master', '&action=configured')
    expect(payload.map(row => [Object.keys(row.after!), row.client])).toEqual([[['app'], 0]])
  })

  it('is deleted after the days of config', async () => {
    const { count } = await list('master')
    await updateRows(api.db, 'history', { action: 'created' }, { at: new Date(Date.now() - 3 * 86_400_000) })
    const created = (await list('master', '&action=created')).count
    await sweepHistory(api.db, { days: 2 }, new Date())
    expect((await list('master')).count).toBe(count - created)
  })
})
