/** The server behind a pooler that uses another of its five connections for each transaction. */
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { connectDatabase, type Db, openDatabase } from '../../src/server/store/database'
import { withLock } from '../../src/server/store/lock'
import { MIGRATION_LOCK } from '../../src/server/store/migrate'
import { runUniqueUpkeep } from '../../src/server/upkeep/uniqueUpkeep'
import { freePort } from '../../src/tools/services/site'
import { until } from '../../src/tools/until'
import { afterFile } from '../support/afterFile'
import { packageConfig } from '../support/config'
import { createDatabase } from '../support/databases'
import { openStream } from '../support/eventStream'
import { throughPgbouncer } from '../support/pgbouncer'
import { insertRow } from '../support/rows'
import { bundleServer, spawnServer, startServer, stopServer } from '../support/spawnServer'
import { type ApiRequest, imeiOf } from '../support/walk'

bundleServer()

/** A sheet of new devices. */
function sheetOf(first: number, count: number): string {
  const rows = Array.from({ length: count }, (_, n) => first + n).map(
    n => `${imeiOf(n)},010${String(n).padStart(8, '0')},S${n},bounced`,
  )
  return ['IMEI,전화번호,시리얼,모델', ...rows].join('\n')
}

describe.runIf(process.env.TEST_DATABASE_URL)('behind pgbouncer in transaction mode', () => {
  test('all calls succeed, also with far more callers than connections', async () => {
    const database = await createDatabase()
    const pooled = await throughPgbouncer(database)
    expect(database).toMatch(/^postgres/)
    // `throughPgbouncer` has logged that it is not installed.
    if (!pooled) return
    const db = await openDatabase({ url: database })
    afterFile(() => db.destroy())
    // The server must not depend on the time zone of a connection.
    await sql`do $$ begin execute format('alter database %I set timezone to ''Asia/Seoul''', current_database()); end $$`.execute(
      db,
    )
    const { server, ask } = await startServer({ DATABASE_URL: pooled })
    const call = async (request: ApiRequest) => {
      const { status, text } = await ask(request)
      return { status, body: JSON.parse(text) }
    }
    const get = (url: string) => call({ method: 'GET', url })
    await insertRow(db, 'models', { name: 'bounced' })

    const devices = await get('/api/devices?page_index=1&page_limit=20')
    expect([devices.status, devices.body.data.length]).toEqual([200, 20])
    const before = devices.body.count
    const order = { code: 'reboot', data: 'NOW', targets: [devices.body.data[0].id] }
    const responses = await Promise.all([
      ...Array.from({ length: 4 }, (_, n) =>
        call({ method: 'POST', url: '/api/devices/roster/ul', file: sheetOf(10_000 + n * 500, 500) }),
      ),
      ...Array.from({ length: 20 }, () =>
        call({ method: 'POST', url: '/api/orders/order', payload: order, key: 'bounced' }),
      ),
      ...Array.from({ length: 40 }, (_, n) => get(`/api/devices?page_index=${n + 1}&page_limit=20`)),
      ...Array.from({ length: 20 }, () => call({ method: 'POST', url: '/api/orders', payload: {} })),
      ...['/healthz', '/readyz', '/livez'].map(get),
      ...['/api/admin/clients', '/api/admin/vendors', '/api/batches'].map(get),
    ])
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
    expect(new Set(responses.slice(4, 24).map(({ body }) => body.payload.id)).size).toBe(1)
    expect((await get('/api/devices?page_index=1&page_limit=20')).body.count).toBe(before + 2_000)

    const listed = await call({ method: 'POST', url: '/api/orders', payload: {} })
    const age = Date.now() - Date.parse(listed.body.data[0].created)
    expect(Math.abs(age)).toBeLessThan(10 * 60_000)
    expect(server.stdout()).not.toContain('"level":50')
    await stopServer(server)
  })

  test('DATABASE_PREPARE=on is refused at the start, since the pooler loses prepared statements', async () => {
    const pooled = await throughPgbouncer(await createDatabase())
    if (!pooled) return
    const server = spawnServer({ DATABASE_URL: pooled, DATABASE_PREPARE: 'on' })
    expect(await server.ended).toBe(1)
    expect(server.stderr()).toContain('DATABASE_PREPARE를 지우거나')
  })

  test('servers start one after the other, also while others use the connections; none leaves a lock', async () => {
    const pooled = await throughPgbouncer(await createDatabase())
    if (!pooled) return
    let isBusy = true
    const others = await connectDatabase({ url: pooled }, { size: 3 })
    const use = async () => {
      while (isBusy) await others.transaction().execute(tx => sql`select pg_sleep(0.002)`.execute(tx))
    }
    const load = [use(), use(), use()]
    const waits: number[] = []
    for (let start = 1; start <= 5; start++) {
      const db = await openDatabase({ url: pooled }, { onWait: minutes => waits.push(minutes) })
      expect(await runUniqueUpkeep(db, { databaseUrl: pooled }, packageConfig().shared)).toMatchObject({
        isBuilt: true,
      })
      await db.destroy()
    }
    const { rows } = await sql`select * from pg_locks where locktype = 'advisory' and database =
      (select oid from pg_database where datname = current_database())`.execute(others)
    isBusy = false
    await Promise.all(load)
    await others.destroy()
    expect([waits, rows]).toEqual([[], []])
  })

  test('a server waits for another one that migrates, and says so', async () => {
    const url = await createDatabase()
    const other = await connectDatabase({ url })
    const waits: number[] = []
    let opening: Promise<Db> | undefined
    await withLock(other, MIGRATION_LOCK, async () => {
      opening = openDatabase({ url }, { onWait: minutes => waits.push(minutes) })
      await until(async () => waits.length > 0)
    })
    await (await opening!).destroy()
    await other.destroy()
    expect(waits).toEqual([60])
  })

  test('a server gives up when another one has been migrating for an hour', async () => {
    const url = await createDatabase()
    const other = await connectDatabase({ url })
    const real = performance.now.bind(performance)
    let aheadMs = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + aheadMs)
    const onWait = (minutes: number) => {
      aheadMs = minutes * 60_000 + 1
    }
    await withLock(other, MIGRATION_LOCK, async () => {
      const refusal = { code: 'migrationLocked', params: { minutes: 60 } }
      await expect(openDatabase({ url }, { onWait })).rejects.toMatchObject(refusal)
    })
    clock.mockRestore()
    await other.destroy()
  })

  test('a direct address is needed for live changes; without a working one the log says so once and consoles poll', async () => {
    const database = await createDatabase()
    const pooled = await throughPgbouncer(database)
    if (!pooled) return
    const unreachable = `postgres://x@127.0.0.1:${await freePort()}/x`
    expect(await streamStatus({ DATABASE_URL: pooled }, 'LISTEN receives nothing')).toEqual([404, 1])
    const wrong = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: unreachable }
    expect(await streamStatus(wrong, 'LISTEN cannot connect')).toEqual([404, 1])
    const direct = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: database }
    expect(await streamStatus(direct)).toEqual([200, 0])
  })
})

/** Starts a server. @returns the status of its stream of changes once its log has the line, and how often it has it */
async function streamStatus(env: Record<string, string>, line?: string): Promise<[number, number]> {
  const { server, url, token } = await startServer(env)
  const linesLogged = () =>
    server
      .stdout()
      .split('\n')
      .filter(text => text.includes(line ?? 'LISTEN')).length
  const status = async () => {
    const stream = await openStream(url, token)
    stream.close()
    return stream.status
  }
  await until(async () => (line ? linesLogged() > 0 : (await status()) === 200))
  const found: [number, number] = [await status(), linesLogged()]
  await stopServer(server)
  return found
}
