/** A pooler that hands every transaction to another connection, with few of them: slow at the worst. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { luhnDigit } from '../../src/domain/imei'
import { openDatabase } from '../../src/server/store/database'
import { freePort } from '../../src/tools/services/site'
import { until } from '../../src/tools/until'
import { createDatabase } from '../support/databases'
import { openStream } from '../support/eventStream'
import { throughPgbouncer } from '../support/pgbouncer'
import { bundleServer, signedIn, spawnServer } from '../support/spawnServer'

bundleServer()

const imei = (n: number) => {
  const digits = `35693803${String(n).padStart(6, '0')}`
  return digits + luhnDigit(digits)
}

/** A sheet of so many devices, the first of which has this number. */
function sheetOf(first: number, count: number): FormData {
  const rows = Array.from({ length: count }, (_, n) => first + n).map(
    n => `${imei(n)},010${String(n).padStart(8, '0')},S${n},bounced`,
  )
  const body = new FormData()
  body.set('file', new Blob([['IMEI,전화번호,시리얼,모델', ...rows].join('\n')]), 'a.csv')
  return body
}

describe.runIf(process.env.TEST_DATABASE_URL)('behind pgbouncer in transaction mode', () => {
  test('everything works, also with many more callers than connections', async () => {
    const database = await createDatabase()
    const bounced = await throughPgbouncer(database)
    expect(database).toMatch(/^postgres/)
    // Said as a line of its own, on which the owner's run fails.
    if (!bounced) return
    const db = await openDatabase({ url: database })
    try {
      // No statement may depend on it.
      await sql`do $$ begin execute format('alter database %I set timezone to ''Asia/Seoul''', current_database()); end $$`.execute(
        db,
      )
      const server = spawnServer({ DATABASE_URL: bounced })
      const url = await server.ready()
      const call = async (path: string, init: RequestInit = {}) => {
        const answer = await fetch(`${url}${path}`, init)
        return { status: answer.status, body: await answer.json() }
      }
      const json = { 'content-type': 'application/json' }
      const signedIn = await call('/api/auth/login', {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ email: 'master@demo.local', password: 'Fleet-demo1!' }),
      })
      const headers = { authorization: `Bearer ${signedIn.body.payload}` }
      const post = (path: string, body: object, more: Record<string, string> = {}) =>
        call(path, { method: 'POST', headers: { ...headers, ...json, ...more }, body: JSON.stringify(body) })
      const get = (path: string) => call(path, { headers })
      const upload = (first: number, count: number) =>
        call('/api/devices/roster/ul', { method: 'POST', headers, body: sheetOf(first, count) })
      await db.insertInto('models').values({ name: 'bounced' }).execute()

      const devices = await get('/api/devices?page_index=1&page_limit=20')
      expect([devices.status, devices.body.data.length]).toEqual([200, 20])
      const before = devices.body.count
      const order = { code: 'reboot', data: 'NOW', targets: [devices.body.data[0].id] }
      const all = await Promise.all([
        ...Array.from({ length: 4 }, (_, n) => upload(10_000 + n * 2_000, 2_000)),
        ...Array.from({ length: 20 }, () =>
          post('/api/orders/order', order, { 'idempotency-key': 'bounced' }),
        ),
        ...Array.from({ length: 40 }, (_, n) => get(`/api/devices?page_index=${n + 1}&page_limit=20`)),
        ...Array.from({ length: 20 }, () => post('/api/orders', {})),
        ...['/healthz', '/readyz', '/livez', '/api/admin/clients', '/api/admin/vendors', '/api/batches'].map(
          get,
        ),
      ])
      expect(all.map(answer => answer.status)).toEqual(all.map(() => 200))
      expect(new Set(all.slice(4, 24).map(({ body }) => body.payload.id)).size).toBe(1)
      expect((await get('/api/devices?page_index=1&page_limit=20')).body.count).toBe(before + 8_000)

      // Times are what they are, whatever the zone of the server.
      const listed = await post('/api/orders', {})
      const age = Date.now() - Date.parse(listed.body.data[0].created)
      expect(Math.abs(age)).toBeLessThan(10 * 60_000)
      expect(server.stdout()).not.toContain('"level":50')
      server.kill('SIGTERM')
      expect(await server.ended).toBe(0)
    } finally {
      await db.destroy()
    }
  })
  test('hears of changes by a direct address; without one, or with a wrong one, the log says so once and consoles poll', async () => {
    const database = await createDatabase()
    const bounced = await throughPgbouncer(database)
    if (!bounced) return
    const nobody = `postgres://x@127.0.0.1:${await freePort()}/x`
    const deaf = await listensBehind({ DATABASE_URL: bounced }, 'LISTEN hears nothing')
    expect(deaf).toEqual({ status: 404, said: 1 })
    const wrong = { DATABASE_URL: bounced, DATABASE_DIRECT_URL: nobody }
    expect(await listensBehind(wrong, 'LISTEN has no connection')).toEqual({ status: 404, said: 1 })
    const direct = { DATABASE_URL: bounced, DATABASE_DIRECT_URL: database }
    expect(await listensBehind(direct)).toEqual({ status: 200, said: 0 })
  })
})

/**
 * @returns how a console is answered that wants to hear of changes, once the log has this line, and how often it has it
 */
async function listensBehind(
  env: Record<string, string>,
  line?: string,
): Promise<{ status: number; said: number }> {
  const server = spawnServer(env)
  const url = await server.ready()
  const token = await signedIn(url)
  const said = () =>
    server
      .stdout()
      .split('\n')
      .filter(text => text.includes(line ?? 'LISTEN')).length
  if (line) await until(async () => said() > 0)
  const status = async () => {
    const stream = await openStream(url, token)
    stream.close()
    return stream.status
  }
  // It hears after a moment.
  if (!line) await until(async () => (await status()) === 200)
  const answer = { status: await status(), said: said() }
  server.kill('SIGTERM')
  await server.ended
  return answer
}
