/** What the server says about itself: the OpenAPI document, and whether it is well. All public, none has data. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { allEndpoints } from '../../contract/endpoints'
import { openApi } from '../../contract/openapi'
import { activeMasters } from '../commands/accounts/makeMaster'
import type { Deps } from '../deps'
import { Refusal } from '../refusal'
import { isMigrated } from '../store/migrate'

export function serviceRoutes(app: FastifyInstance, { db, config, env }: Deps): void {
  app.decorate('draining', false)

  app.get('/api/openapi.json', { config: { access: 'public' } }, async () =>
    openApi(allEndpoints(), {
      title: config.current().shared.app.service.en,
      version: '1',
      server: env.publicUrl,
    }),
  )

  // The database answers.
  app.get('/healthz', async () => {
    await sql`select 1`.execute(db)
    return { result: true }
  })

  // The process lives: what is wrong elsewhere is no reason to end it.
  app.get('/livez', async () => ({ result: true }))

  // It may be sent requests.
  app.get('/readyz', async () => {
    if (app.draining) throw new Refusal(503, 'stopping', {}, { retryAfter: 5 })
    const { numbers } = config.current().shared.levels
    if (!(await isMigrated(db)) || (await activeMasters(db, numbers)).length === 0)
      throw new Refusal(503, 'notReady', {}, { retryAfter: 5 })
    return { result: true }
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Told to end: it still answers, and asks to be sent nothing more. */
    draining: boolean
  }
}
