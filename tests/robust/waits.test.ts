/** Locks and slow statements: every wait has a limit, and callers that wait do not hold up others (security 53, 54). */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '../../src/server/commands/accounts/sessions'
import { inRegistration } from '../../src/server/commands/rosters/registration'
import type { ConfigSource } from '../../src/server/deps'
import { connectDatabase, type Db } from '../../src/server/store/database'
import { REQUEST_LIMITS } from '../../src/server/store/postgres/timeLimits'
import { afterFile } from '../support/afterFile'
import { seedSmallFleet } from '../support/callMatrix'
import { testConfig } from '../support/config'
import { migratedPostgres } from '../support/databases'
import { levels } from '../support/demo'
import { callers } from '../support/rosterWorld'
import { findRow, insertRow } from '../support/rows'
import { payloadOf, startTestApp, statusOf, TEST_NOW, TEST_PASSWORD, type TestApp } from '../support/server'
import { imeiOf } from '../support/walk'

const REGISTRATION_LOCK = 7_262_901
const MASTER = 'master@demo.local'
const UPLOADS = 6
const REPEATS = 12

async function startFleet(db: Db, config: ConfigSource): Promise<TestApp> {
  await seedSmallFleet(db)
  await insertRow(db, 'models', { name: 'waits-model' })
  const api = await startTestApp(db, { bare: true, config })
  await api.addAccount({ email: 'other@test.local', level: levels.vendor, vendor: 2 })
  return api
}

/** Registers one new device. */
const register = (api: TestApp, n: number) => {
  const row = `${imeiOf(n)},010${String(n).padStart(8, '0')},S${n},waits-model`
  return api.upload('vendor@demo.local', '/api/devices/roster/ul', `IMEI,전화번호,시리얼,모델\n${row}`)
}

describe.runIf(process.env.TEST_DATABASE_URL)('while another transaction holds a lock in PostgreSQL', () => {
  let url: string
  let db: Db
  let api: TestApp
  const holders: pg.Client[] = []

  beforeAll(async () => {
    url = await migratedPostgres()
    // These limits are so long that no wait ends by itself, also on a busy machine.
    const timeLimits = { ...REQUEST_LIMITS, writeMs: 240_000, lockMs: 240_000 }
    db = await connectDatabase({ url }, { timeLimits })
    // All sheets are read at once, and wait only for the registration lock.
    const config = testConfig(({ server }) => {
      server.uploads.atOnce = UPLOADS
    })
    api = await startFleet(db, config)
  })
  afterEach(async () => {
    await Promise.all(holders.splice(0).map(holder => holder.end()))
  })
  afterAll(() => db.destroy())

  /** Runs the statement in a transaction of another user, which stays open. */
  async function hold(statement: string): Promise<pg.Client> {
    const holder = new pg.Client({ connectionString: url })
    holders.push(holder)
    await holder.connect()
    await holder.query('begin')
    await holder.query(statement)
    return holder
  }

  const untilWaiting = async (holder: pg.Client, transactions: number) => {
    await expect
      .poll(async () => {
        // In a transaction this view does not change by itself.
        await holder.query('select pg_stat_clear_snapshot()')
        const { rows } = await holder.query(
          `select count(*)::int as count from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows[0].count
      })
      .toBeGreaterThanOrEqual(transactions)
  }

  /** Calls of other users are answered meanwhile. */
  async function expectOthersServed() {
    const calls = [
      api.ask('other@test.local', '/api/devices?page_index=1&page_limit=20'),
      api.post('other@test.local', '/api/orders', {}),
      api.post(undefined, '/api/auth/login', { email: 'other@test.local', password: TEST_PASSWORD }),
      api.ask(undefined, '/healthz'),
    ]
    expect(await Promise.all(calls.map(statusOf))).toEqual([200, 200, 200, 200])
  }

  test('uploads wait for the registration lock without delaying others, and then succeed', async () => {
    const holder = await hold(`select pg_advisory_xact_lock(${REGISTRATION_LOCK})`)
    const uploads = Array.from({ length: UPLOADS }, (_, n) => register(api, 1_000 + n))
    await expect.poll(async () => (await holder.query(STAGED)).rows[0].count).toBeGreaterThanOrEqual(4)
    await expectOthersServed()
    await holder.query('commit')
    expect(await Promise.all(uploads.map(statusOf))).toEqual(Array(UPLOADS).fill(200))
  })

  test('repeats of an order wait for the first without holding a connection, and get its response', async () => {
    const holder = await hold('lock table order_targets in exclusive mode')
    const { id } = await findRow(db, 'devices', { vendor_id: 1 })
    const payload = { code: 'reboot', data: 'NOW', targets: [id] }
    const headers = { 'idempotency-key': 'repeated' }
    const request = { method: 'POST' as const, url: '/api/orders/order', payload, headers }
    const orders = Array.from({ length: REPEATS }, () => payloadOf(api.ask(MASTER, request)))
    await untilWaiting(holder, 1)
    await expectOthersServed()
    await holder.query('commit')
    const ids = (await Promise.all(orders)).map(order => order.id)
    expect(new Set(ids).size).toBe(1)
  })

  test('a change of a locked record is refused after a while, with the time to try again', async () => {
    await hold('select 1 from vendors where id = 1 for update')
    const limited = await connectDatabase({ url }, { timeLimits: { ...REQUEST_LIMITS, lockMs: 1_000 } })
    const api = await startTestApp(limited, { bare: true })
    const answer = await api.put(MASTER, '/api/admin/vendors/1', { name: '한빛', brn: '2208162517' })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'locked'])
    expect(answer.headers['retry-after']).toBe('2')
    expect(answer.json().message).toMatch(/[가-힣]/)
    await limited.destroy()
  })

  test('many waiting changes of one user do not keep others from changing records', async () => {
    const holder = await hold('select 1 from vendors where id = 1 for update')
    const change = (who: string, id: number, name: string) =>
      api.put(who, `/api/admin/vendors/${id}`, { name, brn: id === 1 ? '1208147521' : '2208162517' })
    await api.addAccount({ email: 'master2@test.local', level: levels.master })
    const changes = Array.from({ length: 16 }, (_, n) => change(MASTER, 1, `v${n}`))
    let answered = 0
    for (const response of changes) void response.then(() => answered++)
    await untilWaiting(holder, 4)
    // A POST that only reads does not wait behind the user's changes.
    const listed = await api.post(MASTER, '/api/orders', {})
    expect([listed.statusCode, answered]).toEqual([200, 0])
    await expectOthersServed()
    expect(await statusOf(change('master2@test.local', 2, '누리'))).toBe(200)
    await holder.query('commit')
    await Promise.all(changes)
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('on PostgreSQL', () => {
  test('a statement that takes too long is cancelled, and the response says when to try again', async () => {
    const timeLimits = { ...REQUEST_LIMITS, statementMs: 1_000, writeMs: 1_000 }
    const url = await migratedPostgres()
    const db = await connectDatabase({ url })
    const limited = await connectDatabase({ url }, { timeLimits })
    const api = await startTestApp(db, {
      routes: app => {
        const sleep = (on: Db) => sql`select pg_sleep(60)`.execute(on)
        app.get('/slow', () => sleep(limited))
        app.get('/slow-change', () => limited.transaction().execute(sleep))
      },
    })
    afterFile(() => Promise.all([limited.destroy(), db.destroy()]))
    for (const answer of await Promise.all(['/slow', '/slow-change'].map(url => api.app.inject(url)))) {
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'databaseBusy'])
      expect(answer.headers['retry-after']).toBe('5')
    }
    const { rows } = await sql`
      select 1 from pg_stat_activity where state = 'active' and query like '%pg_sleep(60)%'
        and datname = current_database() and pid <> pg_backend_pid()`.execute(db)
    expect(rows).toEqual([])
  })

  test('a registration that waits too long for another one is refused, with the time to try again', async () => {
    const url = await migratedPostgres()
    const db = await connectDatabase({ url })
    const api = await startTestApp(db)
    const id = await api.addAccount({ email: 'uploader@test.local', level: levels.vendor, vendor: 1 })
    const session = await openSession(db, id, { origin: '10.0.0.1', browser: '', now: TEST_NOW })
    const caller = { ...callers.vendor, id, session }
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    afterFile(() => Promise.all([other.end(), db.destroy()]))
    await other.query(`begin; select pg_advisory_xact_lock(${REGISTRATION_LOCK})`)
    const refused = await inRegistration(db, caller, {}, async () => 'done', 600).catch(error => error)
    expect(refused).toMatchObject({ status: 429, code: 'upload.registering', details: { retryAfter: 10 } })
    const waiting = inRegistration(db, caller, {}, async () => 'done')
    await other.query('commit')
    expect(await waiting).toBe('done')
  })
})

/** Counts the staging tables of rosters. */
const STAGED = `select count(*)::int as count from pg_class where starts_with(relname, 'roster_stage_') and relkind = 'r'`
