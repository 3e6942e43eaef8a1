/** Checks whether prepared statements work behind a pooler. */
import pg from 'pg'
import { DatabaseGone } from '../failures'
import { isStalePlan } from './prepared'

/** How often a pooler may by chance give both connections the same server connection before the check ends. */
const ROUNDS = 10
const TIMEOUT_MS = 4_000

/**
 * Whether a connection finds the statement that it has prepared, also on another connection to the server. Without a
 * pooler it has only one.
 *
 * @throws DatabaseGone if the server does not answer in time, or the error of the driver if it cannot be reached
 */
export async function keepsPrepared(connectionString: string): Promise<boolean> {
  const pool = new pg.Pool({
    connectionString,
    max: 2,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  try {
    return await findsPrepared(await pool.connect(), await pool.connect())
  } catch (error) {
    throw String(error).includes('Query read timeout') ? new DatabaseGone(String(error)) : error
  } finally {
    await pool.end()
  }
}

async function findsPrepared(client: pg.PoolClient, other: pg.PoolClient): Promise<boolean> {
  const serverOf = async () => {
    const { rows } = await client.query<{ pid: number }>({
      name: 'fleet_check',
      text: 'select pg_backend_pid() as pid',
    })
    return rows[0]?.pid
  }
  try {
    const first = await serverOf()
    for (let round = 0; round < ROUNDS; round++) {
      // A pooler in transaction mode usually gives this transaction the connection that was just used.
      await other.query('begin')
      const isElsewhere = (await serverOf()) !== first
      await other.query('commit')
      if (isElsewhere) return true
    }
    return true
  } catch (error) {
    if (isStalePlan(error)) return false
    throw error
  } finally {
    client.release(true)
    other.release(true)
  }
}
