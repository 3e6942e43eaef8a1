/**
 * A pool of PostgreSQL connections that tells slow from gone: a query may take its time as long as the server answers
 * others; once it answers nobody, the query is given up and its connection thrown away (security.md 39).
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { DatabaseGone } from './failures'

/** A query that takes longer makes us ask whether the server is there; the answer has to come as quickly. */
const PATIENCE_MS = 2_000

export function watchedPool(pool: pg.Pool): PostgresPool {
  const isThere = shared(() => probe(pool.options))
  return {
    connect: async () => watchedClient(await pool.connect(), isThere),
    end: () => pool.end(),
  }
}

function watchedClient(client: pg.PoolClient, isThere: () => Promise<boolean>): PostgresPoolClient {
  let gone: DatabaseGone | undefined
  const ask = (sql: string, parameters: readonly unknown[]) =>
    new Promise<pg.QueryResult>((resolve, reject) => {
      if (gone) return reject(gone)
      let answered = false
      const watch = setInterval(async () => {
        // The answer may have come while that was asked; by now the connection may serve somebody else.
        if (answered || gone || (await isThere()) || answered || gone) return
        gone = new DatabaseGone('the database does not answer')
        client.release(gone)
        clearInterval(watch)
        reject(gone)
      }, PATIENCE_MS)
      client
        .query(sql, [...parameters])
        .then(resolve, reject)
        .finally(() => {
          answered = true
          clearInterval(watch)
        })
    })
  return {
    // The other overload is for cursors, which need a package of their own; nothing here streams.
    query: ask as unknown as PostgresPoolClient['query'],
    release: () => {
      if (!gone) client.release()
    },
  }
}

/** Whether a new connection gets an answer: any but that the server is shutting down or starting up. */
async function probe(options: pg.PoolOptions): Promise<boolean> {
  const client = new pg.Client({
    ...options,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    // With no connection left for us it has said so itself.
    return error instanceof pg.DatabaseError && !error.code?.startsWith('57P')
  } finally {
    client.end().catch(() => undefined)
  }
}

/** Those who ask at the same moment share one answer. */
function shared<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  return () => {
    running ??= ask().finally(() => {
      running = undefined
    })
    return running
  }
}
