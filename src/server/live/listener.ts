/**
 * Receives the notifications that `announce` sends in any process: on PGlite through its thread, on PostgreSQL through
 * a separate connection.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { CHANGES_CHANNEL } from '../store/announce'
import { type Db, pgliteThreadOf } from '../store/database'

/** The callbacks of a listener. */
interface NotificationHandlers {
  onNotification(payload: string): void
  /** Notifications may have been lost. */
  onMissed(): void
  /** Called once it is known whether notifications arrive: behind a pooler they do not. */
  onAvailable(isAvailable: boolean): void
  /** Why notifications do not arrive, for the log; only once until they arrive again. `cause`: text of the error. */
  onFailure(message: string, cause?: string): void
}

const NO_NOTIFICATIONS = 'LISTEN receives nothing, perhaps because of a pooler: set DATABASE_DIRECT_URL'
const UNREACHABLE = 'LISTEN cannot connect, and tries again: is DATABASE_DIRECT_URL right?'

/** Starts listening; returns a function that ends it. */
export type Listen = (handlers: NotificationHandlers) => () => Promise<void>

/** The `Listen` of PGlite; `undefined` on PostgreSQL (see `listenToPostgres`). */
export function listenToPglite(db: Db): Listen | undefined {
  const thread = pgliteThreadOf(db)
  return (
    thread &&
    (({ onNotification, onMissed, onAvailable }) => {
      onAvailable(true)
      const stop = thread.listen({ onNotification, onMissed })
      return async () => stop()
    })
  )
}

/** If the test notification takes longer, notifications do not arrive here. */
const ARRIVES_WITHIN_MS = 5_000
/** How often an empty query probes the connection. */
const PROBE_EVERY_MS = 20_000
/** The pause before reconnecting, doubled up to the maximum. */
const FIRST_PAUSE_MS = 250
const MAX_PAUSE_MS = 10_000
/** The pause before the next attempt if notifications do not arrive. */
const TRY_AGAIN_MS = 600_000

/**
 * Listens to a PostgreSQL server and reconnects when the connection breaks.
 *
 * @param url address without a pooler in between
 * @param db the database in which `announce` runs: a test notification sent through it shows whether they arrive
 */
export const listenToPostgres =
  (url: string, db: Db): Listen =>
  handlers => {
    const ending = new AbortController()
    const { signal } = ending
    const run = async () => {
      let pause = FIRST_PAUSE_MS
      let isFirst = true
      let isReported = false
      while (!signal.aborted) {
        const outcome = await listenOnce(url, db, signal, {
          ...handlers,
          onAvailable(isAvailable) {
            handlers.onAvailable(isAvailable)
            if (isAvailable) {
              if (!isFirst) handlers.onMissed()
              pause = FIRST_PAUSE_MS
              isReported = false
            }
            isFirst = false
          },
          onFailure(...reason) {
            if (!isReported && !signal.aborted) handlers.onFailure(...reason)
            isReported = true
          },
        })
        const pauseMs = outcome === 'not notified' ? TRY_AGAIN_MS : pause
        pause = Math.min(pause * 2, MAX_PAUSE_MS)
        await wait(pauseMs, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
    const running = run()
    return async () => {
      ending.abort()
      await running
    }
  }

/** Returns when the connection breaks, or if no notification arrives on it. */
async function listenOnce(
  url: string,
  db: Db,
  signal: AbortSignal,
  { onNotification, onAvailable, onFailure }: NotificationHandlers,
): Promise<'broken' | 'not notified'> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 4_000,
    query_timeout: ARRIVES_WITHIN_MS,
    keepAlive: true,
    application_name: 'fleet-console live',
  })
  /** The payload of the test notification. */
  const probe = randomUUID()
  let markBroken = () => {}
  const broken = new Promise<'broken'>(resolve => {
    markBroken = () => resolve('broken')
    client.on('error', markBroken)
    client.on('end', markBroken)
    signal.addEventListener('abort', markBroken)
  })
  const arrived = new Promise<'arrived'>(resolve => {
    client.on('notification', ({ payload = '' }) =>
      payload === probe ? resolve('arrived') : onNotification(payload),
    )
  })
  let probing: NodeJS.Timeout | undefined
  try {
    await client.connect()
    await client.query(`listen ${CHANGES_CHANNEL}`)
    await sql`select pg_notify(${CHANGES_CHANNEL}, ${probe})`.execute(db)
    const timeout = wait(ARRIVES_WITHIN_MS, 'not notified' as const, { ref: false })
    const outcome = await Promise.race([broken, arrived, timeout])
    if (outcome === 'not notified') {
      onAvailable(false)
      onFailure(NO_NOTIFICATIONS)
    }
    if (outcome === 'broken') onFailure(UNREACHABLE)
    if (outcome !== 'arrived') return outcome
    onAvailable(true)
    const probeConnection = () => client.query('select').catch(() => client.end())
    probing = setInterval(() => void probeConnection(), PROBE_EVERY_MS).unref()
    return await broken
  } catch (error) {
    onFailure(UNREACHABLE, String(error))
    return 'broken'
  } finally {
    clearInterval(probing)
    signal.removeEventListener('abort', markBroken)
    await client.end().catch(() => undefined)
  }
}
