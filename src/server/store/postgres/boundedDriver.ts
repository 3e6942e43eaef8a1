/**
 * Kysely's driver for PostgreSQL with time limits. The statement that begins a transaction also sets its limits
 * (decision 176), so that a connection keeps no settings: a pooler may use it for other clients between transactions.
 */
import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDriver,
  type PostgresPool,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { Semaphore } from '../../semaphore'
import { DatabaseBusy } from '../failures'
import type { TimeLimits } from './timeLimits'

/** How long a transaction may wait for its turn: as long as a query may wait for a connection of the pool. */
const TURN_WAIT_MS = 4_000

/** The share of connections reserved for single statements, since all transactions may be waiting for locks. */
const RESERVED_SHARE = 1 / 3

export class BoundedDriver extends PostgresDriver {
  readonly #limits: string
  readonly #transactions: Semaphore

  constructor(pool: PostgresPool, { size, timeLimits }: { size: number; timeLimits: TimeLimits }) {
    super({ pool })
    this.#transactions = new Semaphore(() => Math.max(1, size - Math.ceil(size * RESERVED_SHARE)))
    this.#limits = [
      `set local statement_timeout = ${timeLimits.writeMs}`,
      `set local lock_timeout = ${timeLimits.lockMs}`,
      `set local idle_in_transaction_session_timeout = ${timeLimits.idleMs}`,
    ].join('; ')
  }

  /** Takes a connection from the pool only for the first statement: a transaction first waits for its turn. */
  override async acquireConnection(): Promise<LazyConnection> {
    return new LazyConnection(() => super.acquireConnection() as Promise<PooledConnection>)
  }

  override async beginTransaction(connection: LazyConnection, settings: TransactionSettings): Promise<void> {
    // A connection that already has one from the pool needs no turn.
    if (!connection.pooled) {
      connection.releaseTurn = await this.#transactions.acquire(TURN_WAIT_MS)
      if (!connection.releaseTurn) throw new DatabaseBusy('too many transactions are under way')
    }
    await connection.executeQuery(CompiledQuery.raw(`${startStatement(settings)}; ${this.#limits}`))
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const { pooled, releaseTurn } = connection as LazyConnection
    try {
      if (pooled) await super.releaseConnection(pooled)
    } finally {
      releaseTurn?.()
    }
  }
}

const startStatement = ({ isolationLevel, accessMode }: TransactionSettings) =>
  ['start transaction', isolationLevel && `isolation level ${isolationLevel}`, accessMode]
    .filter(Boolean)
    .join(' ')

/** The type that `acquireConnection` really returns: its declared type lacks what `releaseConnection` needs. */
type PooledConnection = Parameters<PostgresDriver['releaseConnection']>[0]

/** A connection that is taken from the pool only when it is needed. */
class LazyConnection implements DatabaseConnection {
  pooled: PooledConnection | undefined
  /** Set while a transaction runs: lets the next one begin. */
  releaseTurn: (() => void) | undefined

  constructor(readonly acquire: () => Promise<PooledConnection>) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.pooled ??= await this.acquire()
    return this.pooled.executeQuery(query)
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    this.pooled ??= await this.acquire()
    yield* this.pooled.streamQuery(query, chunkSize)
  }
}
