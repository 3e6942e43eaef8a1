/** The OpenAPI document and the health probes: public, without data of tenants. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { describeApi } from '../../../engine/openapi'
import { activeMasters } from '../../commands/accounts/makeMaster'
import type { Deps } from '../../deps'
import { Refusal } from '../../refusal'
import { hasTag } from '../../request'
import { isReadOnly } from '../../store/database'
import { DatabaseGone } from '../../store/failures'
import { isMigrated } from '../../store/migrate'

export function serviceRoutes(app: FastifyInstance, { db, config, env }: Deps): void {
  app.decorate('draining', false)
  // A proxy must not send another request over a connection that is about to end.
  app.addHook('onSend', async (_request, reply) => {
    if (app.draining) reply.header('connection', 'close')
  })
  let cached: { hash: string; text: string } | undefined

  // Public: it contains no more than `/config.json`, which the sign-in page needs (security 72).
  app.get('/api/openapi.json', { config: { access: 'public' } }, async (request, reply) => {
    const { shared } = config.current() // as everybody may read it
    const tag = `W/"${shared.hash}"`
    reply.header('etag', tag).header('cache-control', 'no-cache')
    if (hasTag(request, tag)) return reply.code(304).send()
    if (cached?.hash !== shared.hash)
      cached = { hash: shared.hash, text: JSON.stringify(describeApi(shared, { server: env.publicUrl })) }
    return reply.type('application/json; charset=utf-8').send(cached.text)
  })

  // Health: the database responds.
  app.get('/healthz', async () => {
    await sql`select 1`.execute(db)
    return { result: true }
  })

  // Liveness: the process runs. A failed database is no reason to restart it.
  app.get('/livez', async () => ({ result: true }))

  // Readiness: requests may be sent here.
  app.get('/readyz', async () => {
    if (app.draining) throw new Refusal(503, 'stopping', {}, { retryAfter: 5 })
    // For example a standby, to which a proxy has led the connections because its primary failed.
    if (await isReadOnly(db)) throw new DatabaseGone('the database is read-only')
    const { numbers } = config.current().shared.levels
    if (!(await isMigrated(db)) || (await activeMasters(db, numbers)).length === 0)
      throw new Refusal(503, 'notReady', {}, { retryAfter: 5 })
    return { result: true }
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The server is shutting down: it still responds, but `/readyz` fails so that load balancers send nothing more. */
    draining: boolean
  }
}
