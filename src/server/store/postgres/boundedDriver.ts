/**
 * Kysely's driver for PostgreSQL with a time limit for every wait. Time-outs are set within each transaction, in the
 * statement that begins it (decision 176): a connection keeps no setting, so that a pooler may use it for other clients
 * between transactions.
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
import type { Waits } from './waits'

/** Others may wait behind a lock; they wait no longer than the pool lets them wait for a connection. */
const TURN_WAIT_MS = 4_000

/** The part of the connections that transactions, which may wait for locks, leave to everything else. */
const RESERVED = 1 / 3

export class BoundedDriver extends PostgresDriver {
  readonly #limits: string
  readonly #transactions: Semaphore

  constructor(pool: PostgresPool, { size, waits }: { size: number; waits: Waits }) {
    super({ pool })
    this.#transactions = new Semaphore(() => Math.max(1, size - Math.ceil(size * RESERVED)))
    this.#limits = [
      `set local statement_timeout = ${waits.writeMs}`,
      `set local lock_timeout = ${waits.lockMs}`,
      `set local idle_in_transaction_session_timeout = ${waits.idleMs}`,
    ].join('; ')
  }

  /** Taken from the pool once it is known what for. */
  override async acquireConnection(): Promise<LateConnection> {
    return new LateConnection(() => super.acquireConnection() as Promise<Held>)
  }

  override async beginTransaction(connection: LateConnection, settings: TransactionSettings): Promise<void> {
    if (!connection.held) {
      connection.turn = await this.#transactions.acquire(TURN_WAIT_MS)
      if (!connection.turn) throw new DatabaseBusy('too many transactions are under way')
    }
    await connection.executeQuery(CompiledQuery.raw(`${beginning(settings)}; ${this.#limits}`))
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const { held, turn } = connection as LateConnection
    try {
      if (held) await super.releaseConnection(held)
    } finally {
      turn?.()
    }
  }
}

/** The statement that begins a transaction. */
const beginning = ({ isolationLevel, accessMode }: TransactionSettings) =>
  ['start transaction', isolationLevel && `isolation level ${isolationLevel}`, accessMode]
    .filter(Boolean)
    .join(' ')

/** What the driver gives is what it takes back, though its types say less. */
type Held = Parameters<PostgresDriver['releaseConnection']>[0]

class LateConnection implements DatabaseConnection {
  held: Held | undefined
  /** Gives the turn of its transaction back. */
  turn: (() => void) | undefined

  constructor(readonly acquire: () => Promise<Held>) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.held ??= await this.acquire()
    return this.held.executeQuery(query)
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    this.held ??= await this.acquire()
    yield* this.held.streamQuery(query, chunkSize)
  }
}
