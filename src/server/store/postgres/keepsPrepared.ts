/** Checks whether prepared statements work behind a pooler. */
import pg from 'pg'
import { isStalePlan } from './prepared'

/** How often a pooler may by chance give both connections the same server connection before the check ends. */
const ROUNDS = 10

/**
 * Whether a connection finds the statement that it has prepared, also on another connection to the server. Without a
 * pooler it has only one.
 *
 * @throws the error of the driver if the server cannot be reached
 */
export async function keepsPrepared(connectionString: string): Promise<boolean> {
  const open = () => {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 4_000 })
    client.on('error', () => undefined)
    return client
  }
  const [client, other] = [open(), open()]
  const serverOf = async () => {
    const { rows } = await client.query<{ pid: number }>({
      name: 'fleet_check',
      text: 'select pg_backend_pid() as pid',
    })
    return rows[0]?.pid
  }
  try {
    await Promise.all([client.connect(), other.connect()])
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
    await Promise.all([client.end(), other.end()])
  }
}
