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
      const watch = setInterval(async () => {
        if (gone || (await isThere())) return
        clearInterval(watch)
        giveUp()
      }, PATIENCE_MS)
      const giveUp = () => {
        if (!gone) {
          gone = new DatabaseGone('the database does not answer')
          client.release(gone)
        }
        reject(gone)
      }
      client
        .query(sql, [...parameters])
        .then(resolve, reject)
        .finally(() => clearInterval(watch))
    })
  return {
    // The other overload is for cursors, which need a package of their own; nothing here streams.
    query: ask as unknown as PostgresPoolClient['query'],
    release: () => {
      if (!gone) client.release()
    },
  }
}

/** Whether a new connection gets an answer. */
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
  } catch {
    return false
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
