/**
 * A pool of PostgreSQL connections that tells slow from gone. A query may take its time as long as the server answers
 * others, up to a limit at which it is cancelled; once the server does not answer at all, the query is given up and its
 * connection thrown away (security 39, 54).
 */
import { connect } from 'node:net'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { DatabaseGone } from '../failures'
import { isCopy } from '../isCopy'
import type { Waits } from './waits'

/** A query that takes longer makes us ask whether the server is there; the answer has to come as quickly. */
const PATIENCE_MS = 2_000

export function watchedPool(pool: pg.Pool, { statementMs, writeMs }: Waits): PostgresPool {
  const isThere = shared(() => probe(pool.options))
  const limitMs = Math.max(statementMs, writeMs)
  return {
    connect: async () => watchedClient(await pool.connect(), isThere, { statementMs, limitMs }),
    end: () => pool.end(),
  }
}

interface Limits {
  statementMs: number
  /** Within a transaction, where the server has its own limit: for one that does not keep it. */
  limitMs: number
}

function watchedClient(
  client: pg.PoolClient,
  isThere: () => Promise<boolean>,
  { statementMs, limitMs }: Limits,
): PostgresPoolClient {
  let gone: DatabaseGone | undefined
  let inTransaction = false
  let cancelled = false
  const ask = (sql: string, parameters: readonly unknown[]) =>
    new Promise<pg.QueryResult>((resolve, reject) => {
      if (gone) return reject(gone)
      if (sql.startsWith('start transaction')) inTransaction = true
      const began = performance.now()
      let answered = false
      const giveUp = (why: string) => {
        gone = new DatabaseGone(why)
        client.release(gone)
        clearInterval(watch)
        reject(gone)
      }
      const watch = setInterval(async () => {
        if (performance.now() - began >= (inTransaction ? limitMs : statementMs)) {
          // Checked once more after that: a server that does not even cancel is not reachable.
          if (cancelled) return giveUp('the database does not cancel')
          cancelled = true
          return cancel(client)
        }
        // The answer may have come during these checks; the connection may serve another query by now.
        if (answered || gone || (await isThere()) || answered || gone) return
        giveUp('the database does not answer')
      }, PATIENCE_MS)
      // Not the promise that it would return: with that, results survived every collection but the full one, and the
      // heap of an export grew by 150 MB (decision 460).
      const end = (error: Error | null, result?: Partial<pg.QueryResult>) => {
        answered = true
        clearInterval(watch)
        if (error) reject(error)
        else resolve(result as pg.QueryResult)
      }
      if (isCopy(sql)) copyIn(client, sql, String(parameters[0]), end)
      else client.query(sql, [...parameters], end)
    })
  return {
    // The other overload is for cursors, which need a package of their own; nothing here streams.
    query: ask as unknown as PostgresPoolClient['query'],
    release: () => {
      // A cancellation may arrive late and must not hit the next one's query.
      if (!gone) client.release(cancelled)
    },
  }
}

/** What node-postgres has and its types do not tell. */
interface Connected {
  host: string
  port: number
  processID: number
  secretKey: number
}

const CANCEL_REQUEST = 80_877_102

/**
 * Asks for the end of the query under way, on a connection of its own as the protocol has it: a pooler passes that on.
 */
function cancel(client: pg.PoolClient): void {
  const { host, port, processID, secretKey } = client as unknown as Connected
  const request = Buffer.alloc(16)
  for (const [at, number] of [request.length, CANCEL_REQUEST, processID, secretKey].entries())
    request.writeInt32BE(number, at * 4)
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.on('error', () => undefined)
  socket.end(request)
}

/** Whether a new connection gets an answer: any but that the server is shutting down or starting up. */
async function probe(options: pg.PoolOptions): Promise<boolean> {
  const client = new pg.Client({ ...options, connectionTimeoutMillis: PATIENCE_MS })
  client.on('error', () => undefined)
  try {
    // Not with a query: behind a pooler that waits for a free connection of the server.
    await client.connect()
    return true
  } catch (error) {
    // With no connection left for us it has said so itself.
    return error instanceof pg.DatabaseError && !error.code?.startsWith('57P')
  } finally {
    client.end().catch(() => undefined)
  }
}

/** Calls at the same moment share one answer. */
function shared<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  return () => {
    running ??= ask().finally(() => {
      running = undefined
    })
    return running
  }
}

type Answered = (error: Error | null, result?: Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>) => void

/** COPY with all of its rows at once, which are its one parameter (`copyMany`). */
function copyIn(client: pg.ClientBase, sql: string, rows: string, answered: Answered): void {
  const copying = client.query(from(sql))
  copying.on('error', error => answered(error))
  copying.on('finish', () => answered(null, { command: 'COPY', rowCount: copying.rowCount, rows: [] }))
  copying.end(rows)
}
