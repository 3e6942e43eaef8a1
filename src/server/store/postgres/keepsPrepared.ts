/** Checks whether prepared statements work behind a pooler. */
import pg from 'pg'
import { isStalePlan } from './prepared'

/** Whether a connection finds the statements that it has prepared, also while another one is in a transaction. */
export async function keepsPrepared(connectionString: string): Promise<boolean> {
  const [client, other] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })]
  const check = () => client.query({ name: 'fleet_check', text: 'select 1' })
  try {
    await Promise.all([client.connect(), other.connect()])
    await check()
    // A pooler in transaction mode gives this transaction the server connection on which the statement was prepared.
    await other.query('begin')
    await check()
    return true
  } catch (error) {
    if (isStalePlan(error)) return false
    throw error
  } finally {
    await Promise.all([client.end(), other.end()])
  }
}
