/**
 * A POST that only reads is authenticated by one query, unless its body arrives late (security 43: robust/meanwhile).
 */

import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import { newDatabase } from '../support/databases'
import { startTestApp } from '../support/server'

it('reads the session row once for a POST that only reads', async () => {
  const queries: string[] = []
  const transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
    queries.push(JSON.stringify(node))
    return node
  }
  const db = await newDatabase()
  const plugin: KyselyPlugin = { transformQuery, transformResult: async ({ result }) => result }
  const api = await startTestApp(db.withPlugin(plugin))
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' })
  const authorization = `Bearer ${await api.tokenOf('vendor@test.local')}`
  queries.length = 0
  const answer = await fetch(`${url}/api/orders`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(answer.status).toBe(200)
  expect(queries.length).toBeGreaterThan(1)
  expect(queries.filter(query => query.includes('"sessions"'))).toHaveLength(1)
})
