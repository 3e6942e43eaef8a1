/** Nobody waits for ever, and who waits holds up nobody else (security 53, 54). */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { luhnDigit } from '../../src/domain/imei'
import type { Caller } from '../../src/server/caller'
import { openSession } from '../../src/server/commands/accounts/sessions'
import { inRegistration } from '../../src/server/commands/rosters/registration'
import { seedDemo } from '../../src/server/demo'
import { type Db, openDatabase } from '../../src/server/store/database'
import { testConfig } from '../support/config'
import { createDatabase, newDatabase } from '../support/databases'
import { startTestApp, TEST_NOW, TEST_PASSWORD, type TestApp } from '../support/server'

const REGISTRATION_LOCK = 7_262_901
const MASTER = 'master@demo.local'
const VENDOR = 'vendor@demo.local'

const imei = (n: number) => {
  const digits = `35693803${String(n).padStart(6, '0')}`
  return digits + luhnDigit(digits)
}

/** A sheet of one device. */
const sheet = (n: number) =>
  `IMEI,전화번호,시리얼,모델\n${imei(n)},010${String(n).padStart(8, '0')},S${n},waits-model`

const fromSheet = (file: string) => ({
  method: 'POST' as const,
  url: '/api/devices/roster/ul',
  headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  payload: `--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${file}\r\n--edge--\r\n`,
})

const levels = testConfig().current().shared.levels.numbers

async function seeded(db: Db, config = testConfig()): Promise<TestApp> {
  await seedDemo(db, { now: TEST_NOW, seed: 5, levels })
  await db.insertInto('models').values({ name: 'waits-model' }).execute()
  const api = await startTestApp(db, { bare: true, config })
  await api.addAccount({ email: 'other@test.local', level: levels.vendor, vendor: 2 })
  return api
}

test('an order for more devices than allowed leaves nothing behind', async () => {
  const db = await newDatabase()
  const api = await seeded(
    db,
    testConfig(({ shared }) => {
      shared.app.limits.orderTargets = 3
    }),
  )
  const { batch_id: batch } = await db
    .selectFrom('devices')
    .select('batch_id')
    .where('batch_id', 'is not', null)
    .groupBy('batch_id')
    .having(eb => eb.fn.countAll(), '>', 10)
    .executeTakeFirstOrThrow()
  const size = async () => {
    const { rows } = await sql<{ size: number; last: number }>`
        select pg_relation_size('order_targets') as size,
          (select last_value from pg_sequences where sequencename = 'orders_id_seq') as last`.execute(db)
    return rows[0]
  }
  const before = await size()
  const answer = await api.ask(MASTER, {
    method: 'POST',
    url: '/api/orders/order',
    payload: { code: 'reboot', data: 'NOW', batch },
  })
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'order.tooMany'])
  expect(await size()).toEqual(before)
})

describe.runIf(process.env.TEST_DATABASE_URL)('while somebody holds a lock on PostgreSQL', () => {
  let url: string
  let db: Db
  let api: TestApp
  const holders: pg.Client[] = []

  beforeAll(async () => {
    url = await createDatabase()
    db = await openDatabase({ url })
    // All of them are read, and wait for the registration alone.
    api = await seeded(
      db,
      testConfig(({ server }) => {
        server.uploads.atOnce = 12
      }),
    )
  })
  afterEach(async () => {
    await Promise.all(holders.splice(0).map(holder => holder.end()))
  })
  afterAll(() => db.destroy())

  /** Another user's transaction that has done this and does not end. */
  async function hold(statement: string): Promise<pg.Client> {
    const holder = new pg.Client({ connectionString: url })
    holders.push(holder)
    await holder.connect()
    await holder.query('begin')
    await holder.query(statement)
    return holder
  }

  const waiting = async (holder: pg.Client, many: number) => {
    await expect
      .poll(async () => {
        // Within its transaction the holder would see the first answer again and again.
        await holder.query('select pg_stat_clear_snapshot()')
        const { rows } = await holder.query(
          `select count(*)::int as count from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows[0].count
      })
      .toBeGreaterThanOrEqual(many)
  }

  /** What everybody else does meanwhile. */
  async function expectOthersServed() {
    const answers = await Promise.all([
      api.ask('other@test.local', '/api/devices?page_index=1&page_limit=20'),
      api.ask('other@test.local', { method: 'POST', url: '/api/orders', payload: {} }),
      api.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email: 'other@test.local', password: TEST_PASSWORD },
      }),
      api.app.inject('/healthz'),
    ])
    expect(answers.map(answer => answer.statusCode)).toEqual([200, 200, 200, 200])
  }

  test('uploads wait for the registration before them, all others are served, and then each is done', async () => {
    const holder = await hold(`select pg_advisory_xact_lock(${REGISTRATION_LOCK})`)
    const uploads = Array.from({ length: 12 }, (_, n) => api.ask(VENDOR, fromSheet(sheet(1_000 + n))))
    await expect.poll(async () => (await holder.query(STAGED)).rows[0].count).toBeGreaterThanOrEqual(9)
    await expectOthersServed()
    await holder.query('commit')
    expect((await Promise.all(uploads)).map(answer => answer.statusCode)).toEqual(Array(12).fill(200))
  })

  test('repeats of an order wait for the first without a connection, and all get its answer', async () => {
    const holder = await hold('lock table order_targets in exclusive mode')
    const { id } = await db
      .selectFrom('devices')
      .select('id')
      .where('vendor_id', '=', 1)
      .executeTakeFirstOrThrow()
    const orders = Array.from({ length: 12 }, () =>
      api.ask(MASTER, {
        method: 'POST',
        url: '/api/orders/order',
        payload: { code: 'reboot', data: 'NOW', targets: [id] },
        headers: { 'idempotency-key': 'twelve-at-once' },
      }),
    )
    await waiting(holder, 1)
    await expectOthersServed()
    await holder.query('commit')
    const answers = await Promise.all(orders)
    expect(answers.map(answer => answer.statusCode)).toEqual(Array(12).fill(200))
    expect(new Set(answers.map(answer => answer.json().payload.id)).size).toBe(1)
  })

  test('who wants to change the same is told after a while, and may come again', async () => {
    await hold('select 1 from vendors where id = 1 for update')
    const answer = await api.ask(MASTER, {
      method: 'PUT',
      url: '/api/admin/vendors/1',
      payload: { name: '한빛', brn: '2208162517' },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'locked'])
    expect(answer.headers['retry-after']).toBe('2')
    expect(answer.json().message).toMatch(/[가-힣]/)
  })

  test('many changes of one caller that wait for it keep nobody else from changing something', async () => {
    const holder = await hold('select 1 from vendors where id = 1 for update')
    const change = (who: string, id: number, name: string) =>
      api.ask(who, {
        method: 'PUT',
        url: `/api/admin/vendors/${id}`,
        payload: { name, brn: id === 1 ? '1208147521' : '2208162517' },
      })
    await api.addAccount({ email: 'master2@test.local', level: levels.master })
    const changes = Array.from({ length: 16 }, (_, n) => change(MASTER, 1, `v${n}`))
    let answered = 0
    for (const one of changes) void one.then(() => answered++)
    await waiting(holder, 4)
    // Their own questions with a body are no changes.
    const asked = await api.ask(MASTER, { method: 'POST', url: '/api/orders', payload: {} })
    expect([asked.statusCode, answered]).toEqual([200, 0])
    await expectOthersServed()
    const other = await change('master2@test.local', 2, '누리')
    expect(other.statusCode, other.body).toBe(200)
    await holder.query('commit')
    await Promise.all(changes)
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('on PostgreSQL', () => {
  test('a statement that takes too long is cancelled, and its caller told to come again', async () => {
    const db = await openDatabase(
      { url: await createDatabase() },
      { waits: { statementMs: 1_000, writeMs: 1_000, lockMs: 1_000, idleMs: 1_000 } },
    )
    const api = await startTestApp(db, {
      routes: app => {
        app.get('/slow', () => sql`select pg_sleep(60)`.execute(db))
        app.get('/slow-change', () => db.transaction().execute(tx => sql`select pg_sleep(60)`.execute(tx)))
      },
    })
    try {
      for (const url of ['/slow', '/slow-change']) {
        const answer = await api.app.inject(url)
        expect([answer.statusCode, answer.json().code]).toEqual([503, 'databaseBusy'])
        expect(answer.headers['retry-after']).toBe('5')
      }
      const { rows } = await sql`
        select 1 from pg_stat_activity where state = 'active' and query like '%pg_sleep(60)%'
          and datname = current_database() and pid <> pg_backend_pid()`.execute(db)
      expect(rows).toEqual([])
    } finally {
      await db.destroy()
    }
  })

  test('a registration that others do not let go is refused with the time to come again', async () => {
    const url = await createDatabase()
    const db = await openDatabase({ url })
    const api = await startTestApp(db)
    const id = await api.addAccount({ email: 'uploader@test.local', level: levels.vendor, vendor: 1 })
    const session = await openSession(db, id, { origin: '10.0.0.1', browser: '', now: TEST_NOW })
    const caller: Caller = {
      id,
      session,
      levels,
      level: levels.vendor,
      vendor: 1,
      name: 'uploader',
      email: 'uploader@test.local',
      origin: '10.0.0.1',
      request: 'r',
    }
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    try {
      await other.query(`begin; select pg_advisory_xact_lock(${REGISTRATION_LOCK})`)
      const refused = await inRegistration(db, caller, {}, async () => 'done', 600).catch(error => error)
      expect(refused).toMatchObject({ status: 429, code: 'upload.registering', details: { retryAfter: 10 } })
      const waiting = inRegistration(db, caller, {}, async () => 'done')
      await other.query('commit')
      expect(await waiting).toBe('done')
    } finally {
      await other.end()
      await db.destroy()
    }
  })
})

const STAGED = `select count(*)::int as count from pg_class where starts_with(relname, 'roster_stage_') and relkind = 'r'`
