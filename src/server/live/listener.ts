/** Hears what `announce` tells, in whichever process it was told: PGlite through its thread, PostgreSQL on a connection of its own. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { CHANGES_CHANNEL } from '../store/announce'
import { type Db, pgliteThreadOf } from '../store/database'

export interface Hearing {
  heard(told: string): void
  /** Some may have been told that were not heard. */
  missed(): void
  /** Whether what is told arrives here: behind a pooler it does not. */
  arrives(does: boolean): void
}

/** Begins to listen; returns what ends it. */
export type Listen = (hearing: Hearing) => () => Promise<void>

/** Of the database itself; `undefined` for a server, which is listened to by its address. */
export function listenToPglite(db: Db): Listen | undefined {
  const thread = pgliteThreadOf(db)
  return (
    thread &&
    (({ arrives, ...listener }) => {
      arrives(true)
      const stop = thread.listen(listener)
      return async () => stop()
    })
  )
}

/** Whether a notification arrives is known after so long. */
const ARRIVES_WITHIN_MS = 5_000
/** A connection that is silent is asked so often whether it is there. */
const ASK_EVERY_MS = 20_000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
/** Where notifications do not arrive, it is tried again so much later (decision 320). */
const TRY_AGAIN_MS = 600_000

/**
 * Listens to a PostgreSQL server, again and again when the connection breaks.
 *
 * @param url address without a pooler in between
 * @param db by which the others tell: a notification of its own says whether such ones arrive
 */
export const listenToPostgres =
  (url: string, db: Db): Listen =>
  hearing => {
    const ending = new AbortController()
    const { signal } = ending
    const run = async () => {
      let pause = FIRST_PAUSE_MS
      let isFirst = true
      while (!signal.aborted) {
        const outcome = await listenOnce(url, db, signal, {
          ...hearing,
          arrives(does) {
            hearing.arrives(does)
            if (does && !isFirst) hearing.missed()
            if (does) pause = FIRST_PAUSE_MS
            isFirst = false
          },
        })
        const next = outcome === 'deaf' ? TRY_AGAIN_MS : pause
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
        await wait(next, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
    const running = run()
    return async () => {
      ending.abort()
      await running
    }
  }

/** Until the connection breaks, or it turns out that nothing arrives. */
async function listenOnce(
  url: string,
  db: Db,
  signal: AbortSignal,
  { heard, arrives }: Hearing,
): Promise<'broken' | 'deaf'> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 4_000,
    query_timeout: ARRIVES_WITHIN_MS,
    keepAlive: true,
    application_name: 'fleet-console live',
  })
  const probe = randomUUID()
  let leave = () => {}
  const broken = new Promise<'broken'>(resolve => {
    leave = () => resolve('broken')
    client.on('error', leave)
    client.on('end', leave)
    signal.addEventListener('abort', leave)
  })
  const arrived = new Promise<'arrived'>(resolve => {
    client.on('notification', ({ payload = '' }) => (payload === probe ? resolve('arrived') : heard(payload)))
  })
  let asking: NodeJS.Timeout | undefined
  try {
    await client.connect()
    await client.query(`listen ${CHANGES_CHANNEL}`)
    await sql`select pg_notify(${CHANGES_CHANNEL}, ${probe})`.execute(db)
    const late = wait(ARRIVES_WITHIN_MS, 'deaf' as const, { ref: false })
    const outcome = await Promise.race([broken, arrived, late])
    if (outcome === 'deaf') arrives(false)
    if (outcome !== 'arrived') return outcome
    arrives(true)
    const ask = () => client.query('select').catch(() => client.end())
    asking = setInterval(() => void ask(), ASK_EVERY_MS).unref()
    return await broken
  } catch {
    return 'broken'
  } finally {
    clearInterval(asking)
    signal.removeEventListener('abort', leave)
    await client.end().catch(() => undefined)
  }
}
