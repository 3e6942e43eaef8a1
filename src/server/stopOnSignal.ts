/** Stops the server on SIGTERM so that a proxy in front of several servers loses no call, and on SIGINT at once. */
import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Env } from './start/env'
import type { Db } from './store/database'

/** Idle connections stay open this long after new ones are refused, for a proxy that still sends over them. */
const IDLE_GRACE_MS = 1_000
const CLOSE_IDLE_EVERY_MS = 50
/** Connections that are still open this long after the listener was closed are cut off. */
const STOP_WITHIN_MS = 7_500

/**
 * Stops in three steps. First `/readyz` fails, so that a load balancer sends no more requests, and responses close
 * their connection, while all requests are still answered. Then new connections are refused, and requests over open
 * ones are answered. At last idle connections are closed, and hanging ones after a time limit.
 */
export function stopOnSignal(
  app: FastifyInstance,
  databases: Db[],
  { drainSeconds }: Pick<Env, 'drainSeconds'>,
  stopServices: () => Promise<void>,
): void {
  let isStopping = false
  const stop = async (idleGraceMs: number) => {
    if (isStopping) return
    isStopping = true
    app.draining = true
    app.log.info('stopping')
    await app.live.stop()
    await acceptWaiting(app.server)
    // `close` of an HTTP server would at once end connections whose request is still on its way.
    const closed = new Promise(resolve => NetServer.prototype.close.call(app.server, resolve))
    const cutOff = setTimeout(() => app.server.closeAllConnections(), STOP_WITHIN_MS)
    await Promise.race([closed, wait(idleGraceMs, undefined, { ref: false })])
    // Browsers keep idle connections open. `setImmediate`: a request that has arrived is read first.
    const closeIdle = setInterval(
      () => setImmediate(() => app.server.closeIdleConnections()),
      CLOSE_IDLE_EVERY_MS,
    )
    await closed
    await app.close()
    clearTimeout(cutOff)
    clearInterval(closeIdle)
    await stopServices()
    for (const db of new Set(databases)) await db.destroy()
    app.log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', () => {
    if (app.draining) return
    app.draining = true
    app.log.info({ drainSeconds }, 'draining')
    setTimeout(stop, drainSeconds * 1000, Math.min(drainSeconds * 1000, IDLE_GRACE_MS))
  })
  // Ctrl+C at a terminal: no load balancer to wait for.
  process.on('SIGINT', () => stop(0))
}

/** During a turn of the event loop that is shorter than this, hardly any connection arrives. */
const SHORT_TURN_MS = 0.1
const ACCEPT_WITHIN_MS = 1_000

/**
 * Accepts the connections in the backlog, which the system would reset with the listener: waits for a short turn of the
 * event loop that accepted none. Node accepts one per turn.
 */
async function acceptWaiting(server: Server): Promise<void> {
  let hasAccepted = false
  const note = () => {
    hasAccepted = true
  }
  server.on('connection', note)
  const startedAt = performance.now()
  for (let began = startedAt, now = began; now - startedAt < ACCEPT_WITHIN_MS; began = now) {
    hasAccepted = false
    await nextTurn()
    now = performance.now()
    if (!hasAccepted && now - began < SHORT_TURN_MS) break
  }
  server.off('connection', note)
}
