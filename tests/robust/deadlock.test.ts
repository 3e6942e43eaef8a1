/**
 * Deadlocks and serialization failures: the transaction that the database rolls back is repeated; after three failures
 * the caller may try again.
 */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { changing } from '../../src/server/commands/changing'
import type { Db } from '../../src/server/store/database'
import { levels } from '../support/callMatrix'
import { openPostgres } from '../support/databases'
import { findRow, findRows, insertRow } from '../support/rows'
import { startTestApp, type TestApp } from '../support/server'

const failure = (code: string) => Object.assign(new Error('rolled back by the database'), { code })
const DEADLOCK = '40P01'
const SERIALIZATION_FAILURE = '40001'

describe.runIf(process.env.TEST_DATABASE_URL)('on PostgreSQL', () => {
  let api: TestApp
  let tries = 0
  let failures = 0
  let failureCode = ''
  const work = async () => {
    tries += 1
    if (tries <= failures) throw failure(failureCode)
    return 'done'
  }
  const callerOf = async () => {
    const { id, name, email, level } = await findRow(api.db, 'clients', { email: 'vendor@test.local' })
    // Creates the session of this caller; the token is not used.
    await api.tokenOf(email)
    return { id, name, email, level, vendor: 1, levels, session: `test ${id}`, origin: '', request: '' }
  }

  beforeAll(async () => {
    const db = await openPostgres()
    api = await startTestApp(db, {
      routes: app =>
        void app.post('/api/test/change', { config: { access: 'vendor' } }, async ({ caller }) => ({
          result: await changing(db, caller!, work),
        })),
    })
    for (const id of [900, 901]) await insertRow(db, 'models', { id, name: `model ${id}` })
  })

  it('two changes that lock the same rows in different order both succeed', async () => {
    const caller = await callerOf()
    const held: number[] = []
    let bothHold: () => void = () => undefined
    const both = new Promise<void>(resolve => {
      bothHold = resolve
    })
    const begun: string[] = []
    const rename = async (tx: Db, id: number, suffix: string) => {
      await sql`update models set name = name || ' ' || ${suffix}::text where id = ${id}`.execute(tx)
    }
    const change = (suffix: string, ids: readonly [number, number]) =>
      changing(api.db, caller, async tx => {
        begun.push(suffix)
        await rename(tx, ids[0], suffix)
        if (held.push(ids[0]) === 2) bothHold()
        await both
        await rename(tx, ids[1], suffix)
      })
    await Promise.all([change('one', [900, 901]), change('other', [901, 900])])
    // One of the changes is repeated, on a busy machine more than once.
    expect(begun.length).toBeGreaterThan(2)
    for (const { name } of await findRows(api.db, 'models'))
      expect(name.split(' ').slice(2).sort()).toEqual(['one', 'other'])
  })

  it.each([
    [2, DEADLOCK, 200],
    [2, SERIALIZATION_FAILURE, 200],
    [3, DEADLOCK, 409],
  ])('after %i failures with the code %s the response is %i', async (failed, code, status) => {
    tries = 0
    failures = failed
    failureCode = code
    const answer = await api.post('vendor', '/api/test/change', {})
    expect([answer.statusCode, tries]).toEqual([status, 3])
    if (status === 200) return
    expect(answer.json()).toMatchObject({ result: false, code: 'locked' })
    expect(answer.json().message).toMatch(/다시/)
    expect(answer.headers['retry-after']).toBe('2')
  })
})
