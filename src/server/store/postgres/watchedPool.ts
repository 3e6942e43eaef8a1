/**
 * A pool of PostgreSQL connections that distinguishes a slow server from an unreachable one. While the server responds,
 * a query may run up to its time limit and is then cancelled. If the server stops responding, the query fails within
 * seconds and its connection is closed (security 39, 54).
 */
import { connect } from 'node:net'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { DatabaseGone } from '../failures'
import { isCopy } from '../isCopy'
import { isStalePlan, preparedName } from './prepared'
import type { TimeLimits } from './timeLimits'

/** While a query runs, the server is probed at this interval; a probe must succeed within the same time. */
const CHECK_EVERY_MS = 2_000

/**
 * Wraps a pool of `pg` so that its queries are watched.
 *
 * @param isPreparing whether marked statements are prepared (`prepared`); by default unless a pooler is in between
 */
export function watchedPool(
  pool: pg.Pool,
  { statementMs, writeMs }: TimeLimits,
  isPreparing?: boolean,
): PostgresPool {
  const isReachable = shareRunning(() => probe(pool.options))
  const transactionMs = Math.max(statementMs, writeMs)
  const shared = { isPreparing }
  return {
    connect: async () =>
      watchedClient(await pool.connect(), isReachable, { statementMs, transactionMs }, shared),
    end: () => pool.end(),
  }
}

interface Limits {
  /** For a statement outside of a transaction. */
  statementMs: number
  /** For a statement in a transaction. The server limits it too; this is for a server that does not. */
  transactionMs: number
}

function watchedClient(
  client: pg.PoolClient,
  isReachable: () => Promise<boolean>,
  { statementMs, transactionMs }: Limits,
  shared: { isPreparing: boolean | undefined },
): PostgresPoolClient {
  /** Set once the connection is closed because the server does not respond. */
  let failure: DatabaseGone | undefined
  let isInTransaction = false
  /** Whether a query of this connection was cancelled. */
  let wasCancelled = false
  /** Whether a prepared statement of this connection no longer fits. */
  let isStale = false
  const query = (sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> => {
    const name = isStale ? undefined : preparedName(sql)
    // Without a further promise around a large result (decision 460).
    return name === undefined ? run(sql, parameters) : runPrepared(name, sql, parameters)
  }
  const runPrepared = async (name: string, sql: string, parameters: readonly unknown[]) => {
    shared.isPreparing ??= await isDirect(client, run)
    if (!shared.isPreparing) return run(sql, parameters)
    try {
      return await run(sql, parameters, name)
    } catch (error) {
      if (!isStalePlan(error)) throw error
      isStale = true
      // After a failed statement a transaction can only be rolled back.
      if (isInTransaction) throw error
      return run(sql, parameters)
    }
  }
  const run = (sql: string, parameters: readonly unknown[], name?: string) =>
    new Promise<pg.QueryResult>((resolve, reject) => {
      if (failure) return reject(failure)
      if (sql.startsWith('start transaction')) isInTransaction = true
      const began = performance.now()
      let isAnswered = false
      const isSettled = () => isAnswered || failure !== undefined
      const giveUp = (reason: string) => {
        failure = new DatabaseGone(reason)
        client.release(failure)
        clearInterval(watch)
        reject(failure)
      }
      const watch = setInterval(async () => {
        if (performance.now() - began >= (isInTransaction ? transactionMs : statementMs)) {
          // Still running one interval after the cancellation: the server counts as unreachable.
          if (wasCancelled) return giveUp('the database does not cancel a statement')
          wasCancelled = true
          return cancel(client)
        }
        if (isSettled() || (await isReachable())) return
        // During the probe the answer may have arrived; the connection may run another query by now.
        if (!isSettled()) giveUp('the database does not answer')
      }, CHECK_EVERY_MS)
      // A callback, not the promise of `client.query`: with it, results survived all but full garbage collections, and
      // an export grew the heap by 150 MB (decision 460).
      const end = (error: Error | null, result?: Partial<pg.QueryResult>) => {
        isAnswered = true
        clearInterval(watch)
        if (error) reject(error)
        else resolve(result as pg.QueryResult)
      }
      if (isCopy(sql)) copyIn(client, sql, String(parameters[0]), end)
      else client.query({ text: sql, values: [...parameters], ...(name && { name }) }, end)
    })
  return {
    // The cast leaves out the overload for cursors: nothing here streams.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => {
      // Closes the connection after a cancellation, which could arrive late and then cancel the next query.
      if (!failure) client.release(wasCancelled || isStale)
    },
  }
}

/** Properties of a `pg.Client` that its types do not declare. */
interface CancelTarget {
  host: string
  port: number
  processID: number
  secretKey: number
}

/** The code of a CancelRequest in PostgreSQL's protocol. */
const CANCEL_REQUEST = 80_877_102

/** Whether the connection leads to the server itself: a pooler gives its clients process ids of its own. */
async function isDirect(
  client: pg.PoolClient,
  run: (sql: string, parameters: readonly unknown[]) => Promise<pg.QueryResult>,
): Promise<boolean> {
  const { rows } = await run('select pg_backend_pid() as pid', [])
  return (client as unknown as CancelTarget).processID === rows[0].pid
}

/** Cancels the running query. The protocol requires a separate connection for this; a pooler forwards it. */
function cancel(client: pg.PoolClient): void {
  const { host, port, processID, secretKey } = client as unknown as CancelTarget
  const request = Buffer.alloc(16)
  for (const [index, number] of [request.length, CANCEL_REQUEST, processID, secretKey].entries())
    request.writeInt32BE(number, index * 4)
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.on('error', () => undefined)
  socket.end(request)
}

/** Whether the server answers a new connection. SQLSTATE 57P… (shutting down or starting up) counts as no answer. */
async function probe(options: pg.PoolOptions): Promise<boolean> {
  const client = new pg.Client({ ...options, connectionTimeoutMillis: CHECK_EVERY_MS })
  client.on('error', () => undefined)
  try {
    // Connects only: behind a pooler, a query would wait for a free connection to the server.
    await client.connect()
    return true
  } catch (error) {
    // Also true if the server refuses because it has no free connection: it has answered.
    return error instanceof pg.DatabaseError && !error.code?.startsWith('57P')
  } finally {
    client.end().catch(() => undefined)
  }
}

/** Simultaneous calls share one running call. */
function shareRunning<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  return () => {
    running ??= call().finally(() => {
      running = undefined
    })
    return running
  }
}

type CopyCallback = (
  error: Error | null,
  result?: Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>,
) => void

/** Runs COPY with all rows at once, in the text format of `copyMany`. */
function copyIn(client: pg.ClientBase, sql: string, rows: string, callback: CopyCallback): void {
  const copying = client.query(from(sql))
  copying.on('error', error => callback(error))
  copying.on('finish', () => callback(null, { command: 'COPY', rowCount: copying.rowCount, rows: [] }))
  copying.end(rows)
}
