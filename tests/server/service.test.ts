/** Whether the server is well, and by what its answers are found again in the log. */
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

describe('Whoever looks after the machine', () => {
  test.each(['/livez', '/readyz', '/healthz'])('finds it well at %s, without signing in', async url => {
    const answer = await api.app.inject(url)
    expect([answer.statusCode, answer.json()]).toEqual([200, { result: true }])
  })

  test('is told when no master is left to look after it', async () => {
    await api.db.updateTable('clients').set({ active: false }).where('level', '=', 9).execute()
    const answer = await api.app.inject('/readyz')
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'notReady'])
    expect(answer.headers['retry-after']).toBe('5')
    await api.db.updateTable('clients').set({ active: true }).execute()
  })

  test('is told when the database lacks a migration', async () => {
    const fresh = await startTestApp()
    await sql`delete from kysely_migration where name like '0001%'`.execute(fresh.db)
    const answer = await fresh.app.inject('/readyz')
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'notReady'])
  })

  test('is told to send nothing more while it ends, and it still answers', async () => {
    api.app.draining = true
    expect((await api.app.inject('/readyz')).statusCode).toBe(503)
    expect((await api.app.inject('/livez')).statusCode).toBe(200)
    expect((await api.ask('client', '/api/models')).statusCode).toBe(200)
    api.app.draining = false
  })

  test('finds the process alive while its database is gone, but not ready', async () => {
    const lost = await startTestApp()
    await lost.db.destroy()
    expect((await lost.app.inject('/livez')).statusCode).toBe(200)
    expect((await lost.app.inject('/readyz')).statusCode).toBeGreaterThanOrEqual(500)
  })
})

describe('A request', () => {
  const idOf = async (headers: Record<string, string> = {}) =>
    (await api.app.inject({ url: '/livez', headers })).headers['x-request-id']

  test('has an id of its own', async () => {
    const ids = [await idOf(), await idOf()]
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    expect(ids[0]).not.toBe(ids[1])
  })

  test('keeps the id that its caller gave it', async () => {
    expect(await idOf({ 'x-request-id': 'trace:7f.3-a_1' })).toBe('trace:7f.3-a_1')
  })

  test.each(['', 'a b', 'x'.repeat(65), 'é', '<script>', '"'])('does not take %j for an id', async given => {
    expect(await idOf({ 'x-request-id': given })).toMatch(/^[\da-f-]{36}$/)
  })

  test.each(['/nowhere', '/api/nowhere', '/api/models', '/%', `/api/batches/${'1'.repeat(900)}`])(
    'is told its id also where it is refused: %s',
    async url => {
      const answer = await api.app.inject({ url, headers: { 'x-request-id': 'mine' } })
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expect(answer.headers['x-request-id']).toBe('mine')
    },
  )

  test('that the server has failed is told its id in the body', async () => {
    const answer = await api.app.inject({ url: '/broken', headers: { 'x-request-id': 'mine' } })
    expect(answer.json()).toMatchObject({ result: false, code: 'internal', request: 'mine' })
    expect((await api.app.inject('/api/models')).json().request).toBeUndefined()
  })
})
