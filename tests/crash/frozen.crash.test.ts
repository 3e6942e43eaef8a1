/** A process that stands still in the middle of an upload keeps nobody from uploading (security 54). */
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { luhnDigit } from '../../src/domain/imei'
import { openDatabase } from '../../src/server/store/database'
import { createDatabase } from '../support/databases'
import { bundleServer, spawnServer } from '../support/spawnServer'

bundleServer()

const imei = (n: number) => {
  const digits = `35693803${String(n).padStart(6, '0')}`
  return digits + luhnDigit(digits)
}
const PASSWORD = 'Fleet-demo1!'

async function upload(url: string, n: number): Promise<number> {
  const signIn = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'vendor@demo.local', password: PASSWORD }),
  })
  const { payload } = (await signIn.json()) as { payload: string }
  const body = new FormData()
  const sheet = `IMEI,전화번호,시리얼,모델\n${imei(n)},010${String(n).padStart(8, '0')},S${n},frozen-model`
  body.set('file', new Blob([sheet]), 'a.csv')
  const answer = await fetch(`${url}/api/devices/roster/ul`, {
    method: 'POST',
    headers: { authorization: `Bearer ${payload}` },
    body,
  })
  return answer.status
}

describe.runIf(process.env.TEST_DATABASE_URL)('two servers on one PostgreSQL', () => {
  test('an upload goes on once the transaction of a frozen process has been ended', {
    timeout: 120_000,
  }, async () => {
    const database = await createDatabase()
    const env = { DATABASE_URL: database }
    const frozen = spawnServer(env)
    const there = await frozen.ready()
    const alive = spawnServer(env)
    const here = await alive.ready()
    const db = await openDatabase({ url: database })
    const holder = new pg.Client({ connectionString: database })
    await holder.connect()
    try {
      await db.insertInto('models').values({ name: 'frozen-model' }).execute()
      // Until it has the registration lock, and waits for this one.
      await holder.query('begin; lock table devices in share mode')
      const stuck = upload(there, 1).catch(() => 'cut')
      await expect
        .poll(async () => (await sql`select 1 from pg_locks where not granted`.execute(db)).rows.length)
        .toBeGreaterThan(0)
      frozen.kill('SIGSTOP')
      await holder.query('commit')
      expect(await upload(here, 2)).toBe(200)
      frozen.kill('SIGKILL')
      expect(await stuck).toBe('cut')
    } finally {
      await holder.end()
      await db.destroy()
    }
  })
})
