/** Kysely on PGlite's thread: one connection, handed out to one transaction or query at a time, in order. */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { Turns } from '../../turns'
import { DatabaseGone } from '../failures'
import { beginning } from '../sql'
import type { PgliteThread } from './pgliteThread'

/** @param onClose called once the database is closed, to let the folder go */
export function pgliteDialect(thread: PgliteThread, onClose?: () => void | Promise<void>): Dialect {
  return {
    createAdapter: () => new PgliteAdapter(),
    createDriver: () => new PgliteDriver(thread, onClose),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

/** By which a database on PGlite is told from one on a server (`isPglite`). */
export class PgliteAdapter extends PostgresAdapter {}

/** How long a query may wait for the one connection before the request is given up. */
const WAIT_MS = 30_000

class PgliteDriver implements Driver {
  readonly #connection: PgliteConnection
  readonly #queue = new Turns(() => 1)
  #release: (() => void) | undefined

  constructor(
    readonly thread: PgliteThread,
    readonly onClose?: () => void | Promise<void>,
  ) {
    this.#connection = new PgliteConnection(thread)
  }

  async init(): Promise<void> {
    await this.thread.open()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const release = await this.#queue.take(WAIT_MS)
    if (!release) throw new DatabaseGone('the database is busy')
    this.#release = release
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#release?.()
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(beginning(settings)))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    await this.thread.close()
    await this.onClose?.()
  }
}

class PgliteConnection implements DatabaseConnection {
  constructor(readonly thread: PgliteThread) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affected } = await this.thread.ask({
      do: 'query',
      sql: query.sql,
      parameters: query.parameters,
    })
    return { rows: (rows ?? []) as R[], numAffectedRows: BigInt(affected ?? 0) }
  }

  /** PGlite keeps a whole answer in memory anyway; it is handed on in pieces. */
  async *streamQuery<R>(query: CompiledQuery, chunkSize = 1000): AsyncIterableIterator<QueryResult<R>> {
    const { rows } = await this.executeQuery<R>(query)
    for (let at = 0; at < rows.length; at += chunkSize) yield { rows: rows.slice(at, at + chunkSize) }
  }
}
