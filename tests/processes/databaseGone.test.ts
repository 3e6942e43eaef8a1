/** A database that breaks down, is slow or is out of reach: requests fail in time, and later ones are answered. */
import type { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDatabase, openDatabase } from '../../src/server/store/database'
import { DatabaseGone } from '../../src/server/store/failures'
import { PgliteThread } from '../../src/server/store/pglite/pgliteThread'
import { afterFile } from '../support/afterFile'
import { createDatabase, migratedPostgres, openFolder } from '../support/databases'
import { dataFolder } from '../support/dataFolder'
import { ownTime } from '../support/ownTime'
import { waitingForLocks } from '../support/rows'
import { startTestApp, statusOf, TEST_PASSWORD, type TestApp } from '../support/server'
import { TcpProxy } from '../support/tcpProxy'

const refresh = (fleet: TestApp, token: string) => fleet.post(token, '/api/auth/refresh')

test('when the thread of PGlite ends, queries under way fail, and the next request finds what was written', async () => {
  const threads: Worker[] = []
  const remember = (thread: Worker) => void threads.push(thread)
  process.on('worker', remember)
  afterFile(() => process.off('worker', remember))
  const db = await openFolder(dataFolder())
  afterFile(() => db.destroy())
  const fleet = await startTestApp(db)
  const token = await fleet.tokenOf('client@test.local')
  // This takes hours and stores no rows, because the function is in the select list.
  const underWay = sql`select count(*) from (select generate_series(1, 100000000000)) as endless`.execute(db)
  const waiting = refresh(fleet, token)
  await Promise.all([expect(underWay).rejects.toThrow(DatabaseGone), threads[0]!.terminate()])
  expect([200, 503]).toContain((await waiting).statusCode)
  expect(await statusOf(refresh(fleet, token))).toBe(200)
  expect(threads).toHaveLength(2)
})

/** Starts a thread of PGlite. @returns runs a statement */
function startThread(isDiskFull: () => Promise<boolean>) {
  const thread = new PgliteThread({ folder: dataFolder() }, isDiskFull)
  afterFile(() => thread.close())
  return (text: string) => thread.request({ do: 'query', sql: text, parameters: [] })
}

test('a PGlite thread whose portal stays active is replaced', async () => {
  const ask = startThread(async () => false)
  await ask(`create function closing() returns int language plpgsql
    as 'begin execute ''close c''; return 1; end'`)
  const active = ask('begin; declare c cursor for select closing(); fetch c')
  await expect(active).rejects.toThrow(DatabaseGone)
  expect((await ask('select 7 as n')).rows).toEqual([{ n: 7 }])
})

test('a PGlite thread that hangs on a full disk is replaced once there is space', async () => {
  let isFull = false
  const ask = startThread(async () => isFull)
  await ask('create table kept (n int); insert into kept values (7)')
  // A query that takes long stands for one that never ends.
  const stuck = ask('select count(*) from generate_series(1, 10000000000)')
  isFull = true
  await expect(stuck).rejects.toThrow(DatabaseGone)
  isFull = false
  expect((await ask('select n from kept')).rows).toEqual([{ n: 7 }])
})

describe.runIf(process.env.TEST_DATABASE_URL)('when PostgreSQL is out of reach', () => {
  let address: string
  let proxy: TcpProxy
  let fleet: TestApp
  let token: string

  beforeAll(async () => {
    address = await migratedPostgres()
    proxy = await TcpProxy.to(address)
    fleet = await startTestApp(await connectDatabase({ url: proxy.url }))
    token = await fleet.tokenOf('client@test.local')
  })
  afterAll(async () => {
    await proxy.open()
    await fleet.db.destroy()
  })

  test.each(['cut', 'freeze'] as const)(
    '(%s) requests get 503 within five seconds, then 200',
    async fault => {
      expect((await refresh(fleet, token)).statusCode).toBe(200)
      proxy[fault]()
      const passed = ownTime()
      const refused = await refresh(fleet, token)
      expect(passed()).toBeLessThan(5000)
      expect([refused.statusCode, refused.json().code]).toEqual([503, 'databaseGone'])
      await proxy.open()
      expect((await refresh(fleet, token)).statusCode).toBe(200)
    },
  )

  test('a slow query whose answer arrives during the probe of the server succeeds, and so does the next', async () => {
    const rejections: unknown[] = []
    const note = (cause: unknown) => void rejections.push(cause)
    // The lock belongs to a connection, so that there must be only one.
    const direct = await connectDatabase({ url: address }, { size: 1 })
    process.on('unhandledRejection', note)
    try {
      await sql`select pg_advisory_lock(7)`.execute(direct)
      const slow = sql`select pg_advisory_lock(7), 1 as one`.execute(fleet.db)
      await expect.poll(() => waitingForLocks(direct)).toBe(1)
      // The probe starts after two seconds and fails when the proxy closes it; the answer arrives in between.
      proxy.holdNewConnections()
      await expect.poll(() => proxy.held, { interval: 10 }).toBe(1)
      await sql`select pg_advisory_unlock(7)`.execute(direct)
      expect((await slow).rows).toMatchObject([{ one: 1 }])
      expect((await refresh(fleet, token)).statusCode).toBe(200)
      proxy.closeHeld()
      await new Promise(resolve => setTimeout(resolve, 200))
      expect(rejections).toEqual([])
      expect((await refresh(fleet, token)).statusCode).toBe(200)
    } finally {
      process.off('unhandledRejection', note)
      await proxy.open()
      await direct.destroy()
    }
  })

  test('a query that takes longer than the probe finishes, also where the server has no connection left for the probe', async () => {
    const url = new URL(await createDatabase())
    const admin = await openDatabase({ url: url.href })
    const role = `few_${Date.now()}`
    await sql
      .raw(`create role ${role} login connection limit 1; grant all on schema public to ${role}`)
      .execute(admin)
    const limited = await connectDatabase({ url: Object.assign(url, { username: role }).href })
    try {
      const slow = [fleet.db, limited].map(db => sql`select pg_sleep(3), 1 as one`.execute(db))
      for (const { rows } of await Promise.all(slow)) expect(rows).toMatchObject([{ one: 1 }])
    } finally {
      await limited.destroy()
      await sql.raw(`drop owned by ${role}; drop role ${role}`).execute(admin)
      await admin.destroy()
    }
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('while PostgreSQL', () => {
  test.each([
    ['is read-only', 'database $db set default_transaction_read_only = on', 'database $db reset all'],
    ['accepts no connections', 'database $db allow_connections false', 'database $db allow_connections true'],
    ['has lost the database', 'database $db rename to $db_away', 'database $db_away rename to $db'],
    ['refuses the role', 'role $db nologin', 'role $db login'],
    ['has no connection left', 'database $db connection limit 0', 'database $db connection limit -1'],
  ])('%s, calls and /readyz get 503 databaseGone, and 200 afterwards', async (_fault, breaking, mending) => {
    const url = await migratedPostgres()
    const name = new URL(url).pathname.slice(1)
    const statements = (text: string) => sql.raw(text.replaceAll('$db', name))
    const owner = await connectDatabase({ url })
    await statements(`create role $db login;
      grant all on all tables in schema public to $db; grant all on all sequences in schema public to $db`).execute(
      owner,
    )
    await owner.destroy()
    const admin = await connectDatabase({ url: await createDatabase() })
    const change = async (statement: string) => {
      const cut = statements(
        `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname in ('$db', '$db_away')`,
      )
      await cut.execute(admin)
      await statements(`alter ${statement}`).execute(admin)
      await cut.execute(admin)
    }
    const asRole = Object.assign(new URL(url), { username: name })
    const { app, db } = await startTestApp(await connectDatabase({ url: asRole.href }))
    const answers = async () => {
      const payload = { email: 'client@test.local', password: TEST_PASSWORD }
      const login = await app.inject({ method: 'POST', url: '/api/auth/login', payload })
      const ready = await app.inject('/readyz')
      return [login, ready].map(answer => [answer.statusCode, answer.json().code])
    }
    const fine = [
      [200, undefined],
      [200, undefined],
    ]
    try {
      expect(await answers()).toEqual(fine)
      await change(breaking)
      const gone = [503, 'databaseGone']
      expect(await answers()).toEqual([gone, gone])
      await change(mending)
      expect(await answers()).toEqual(fine)
    } finally {
      await db.destroy()
      await admin.destroy()
      const cleaner = await connectDatabase({ url })
      await statements('drop owned by $db; drop role $db').execute(cleaner)
      await cleaner.destroy()
    }
  })
})
