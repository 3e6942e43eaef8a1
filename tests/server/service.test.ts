/** The state of the server for load balancers, and request ids. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/server'

let api: TestApp
beforeAll(async () => {
  api = await startTestApp(undefined, {
    routes: app => {
      app.get('/broken', async () => {
        throw new Error('broken')
      })
    },
  })
})

describe('the state of the server', () => {
  test.each(['/livez', '/readyz', '/healthz'])('is good at %s, without a session', async url => {
    const answer = await api.app.inject(url)
    expect([answer.statusCode, answer.json()]).toEqual([200, { result: true }])
  })

  test('is not ready without an active master', async () => {
    await api.db.updateTable('clients').set({ active: false }).where('level', '=', 9).execute()
    const answer = await api.app.inject('/readyz')
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'notReady'])
    expect(answer.headers['retry-after']).toBe('5')
    await api.db.updateTable('clients').set({ active: true }).execute()
  })

  test('is not ready if the database lacks a migration', async () => {
    const fresh = await startTestApp()
    await sql`delete from kysely_migration where name like '0001%'`.execute(fresh.db)
    const answer = await fresh.app.inject('/readyz')
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'notReady'])
  })

  test('is not ready while the server drains, which still answers', async () => {
    api.app.draining = true
    expect((await api.app.inject('/readyz')).statusCode).toBe(503)
    expect((await api.app.inject('/livez')).statusCode).toBe(200)
    expect((await api.ask('client', '/api/models')).statusCode).toBe(200)
    api.app.draining = false
  })

  test('is alive but not ready without its database', async () => {
    const lost = await startTestApp()
    await lost.db.destroy()
    expect((await lost.app.inject('/livez')).statusCode).toBe(200)
    expect((await lost.app.inject('/readyz')).statusCode).toBeGreaterThanOrEqual(500)
  })
})

describe('the id of a request', () => {
  const idOf = async (headers: Record<string, string> = {}) =>
    (await api.app.inject({ url: '/livez', headers })).headers['x-request-id']

  test('is a new UUID', async () => {
    const ids = [await idOf(), await idOf()]
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    expect(ids[0]).not.toBe(ids[1])
  })

  test('is taken from the header of the caller', async () => {
    expect(await idOf({ 'x-request-id': 'trace:7f.3-a_1' })).toBe('trace:7f.3-a_1')
  })

  test.each(['a b', 'x'.repeat(65), 'é'])('is not taken from the malformed header %j', async given => {
    expect(await idOf({ 'x-request-id': given })).toMatch(/^[\da-f-]{36}$/)
  })

  test.each(['/api/models', '/%', `/api/batches/${'1'.repeat(900)}`])(
    'is also in refusals: %s',
    async url => {
      const answer = await api.app.inject({ url, headers: { 'x-request-id': 'mine' } })
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expect(answer.headers['x-request-id']).toBe('mine')
    },
  )
})
