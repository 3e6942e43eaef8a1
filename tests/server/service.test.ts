/** The state of the server for load balancers, and request ids. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { updateRows } from '../support/rows'
import { refusalOf, startTestApp, statusOf } from '../support/server'

const api = await startTestApp()

describe('the state of the server', () => {
  test('is not ready without an active master, or if a migration is missing in the database', async () => {
    await updateRows(api.db, 'clients', { level: 9 }, { active: false })
    const { statusCode, headers, json } = await api.app.inject('/readyz')
    expect([statusCode, json().code, headers['retry-after']]).toEqual([503, 'notReady', '5'])
    await updateRows(api.db, 'clients', {}, { active: true })
    const fresh = await startTestApp()
    await sql`delete from kysely_migration where name like '0001%'`.execute(fresh.db)
    expect(await refusalOf(fresh.app.inject('/readyz'))).toEqual([503, 'notReady'])
  })

  test('is alive but not ready without its database', async () => {
    const lost = await startTestApp()
    await lost.db.destroy()
    expect(await statusOf(lost.app.inject('/livez'))).toBe(200)
    expect(await statusOf(lost.app.inject('/readyz'))).toBeGreaterThanOrEqual(500)
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
