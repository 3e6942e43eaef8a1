/** What the server says about itself: the OpenAPI document, and whether it is well. Both public, neither has data. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { allEndpoints, PENDING } from '../../contract/endpoints'
import { openApi } from '../../contract/openapi'
import type { Deps } from '../deps'

export function serviceRoutes(app: FastifyInstance, { db, config, env }: Deps): void {
  app.get('/api/openapi.json', { config: { access: 'public' } }, async () =>
    openApi(
      allEndpoints().filter(({ name }) => !PENDING.includes(name)),
      { title: config.current().console.app.service.en, version: '1', server: env.publicUrl },
    ),
  )

  app.get('/healthz', async () => {
    await sql`select 1`.execute(db)
    return { result: true }
  })
}
