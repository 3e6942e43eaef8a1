/**
 * A frozen server process in the middle of an upload does not block the uploads of other servers for long (security
 * 54).
 */
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/server/store/database'
import { afterFile } from '../support/afterFile'
import { createDatabase } from '../support/databases'
import { insertRow, waitingForLocks } from '../support/rows'
import { bundleServer, startServer } from '../support/spawnServer'
import { type AskMaster, imeiOf } from '../support/walk'

bundleServer()

const VENDOR = { email: 'vendor@demo.local', password: 'Fleet-demo1!' }

async function upload(ask: AskMaster, n: number): Promise<number> {
  const file = `IMEI,전화번호,시리얼,모델\n${imeiOf(n)},010${String(n).padStart(8, '0')},S${n},frozen-model`
  return (await ask({ method: 'POST', url: '/api/devices/roster/ul', file })).status
}

describe.runIf(process.env.TEST_DATABASE_URL)('two servers on one PostgreSQL', () => {
  test('PostgreSQL ends the transaction of a frozen process, and the next upload succeeds', {
    timeout: 120_000,
  }, async () => {
    const database = await createDatabase()
    const env = { DATABASE_URL: database }
    const frozen = await startServer(env, VENDOR)
    const other = await startServer(env, VENDOR)
    const db = await openDatabase({ url: database })
    const holder = new pg.Client({ connectionString: database })
    await holder.connect()
    afterFile(() => Promise.all([holder.end(), db.destroy()]))
    await insertRow(db, 'models', { name: 'frozen-model' })
    // The upload takes the registration lock, then waits for this lock.
    await holder.query('begin; lock table devices in share mode')
    const stuck = upload(frozen.ask, 1).catch(() => 'disconnected')
    await expect.poll(() => waitingForLocks(db)).toBeGreaterThan(0)
    frozen.server.kill('SIGSTOP')
    await holder.query('commit')
    expect(await upload(other.ask, 2)).toBe(200)
    frozen.server.kill('SIGKILL')
    expect(await stuck).toBe('disconnected')
  })
})
