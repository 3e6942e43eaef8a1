/** Many changes of records in one transaction: each by the rules of a single save, all problems at once. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../../src/server/caller'
import {
  applyChanges,
  ChangesRefused,
  type RecordChange,
} from '../../src/server/commands/changes/applyChanges'
import { beginJob } from '../../src/server/commands/changes/job'
import type { Refusal } from '../../src/server/refusal'
import { findRow, findRows, insertRow, updateRows } from '../support/rows'
import { startTestApp } from '../support/server'
import { configWith } from '../support/sims'

const LOCKERS = {
  label: '보관함',
  recordName: 'code',
  source: { dialect: 'simple-rest' },
  access: { list: 'client', show: 'client', create: 'vendor', edit: 'vendor', delete: 'vendor' },
  fields: {
    code: { type: 'text', label: '번호', required: true, max: 10, unique: true },
    serial: { type: 'text', label: '일련번호', max: 10, unique: true },
    place: { type: 'text', label: '위치', max: 10 },
    near: { type: 'reference', reference: 'lockers', label: '옆 보관함' },
    size: { type: 'number', label: '크기', min: 1, max: 9 },
    double: { type: 'number', label: '두 배', computed: 'size * 2' },
  },
  list: { columns: ['index', 'code', 'place'] },
}

const config = configWith('lockers', LOCKERS)
const resource = config.shared.resources.lockers!
const { db } = await startTestApp(undefined, { current: () => config })
const { numbers: levels } = config.shared.levels
const account = await findRow(db, 'clients', { email: 'vendor@test.local' })
const caller: Caller = {
  id: account.id,
  level: account.level,
  name: account.name,
  email: account.email,
  vendor: account.vendor_id,
  levels,
  session: 'test',
  origin: '',
  request: '',
}
await insertRow(db, 'sessions', { id: 'test', client_id: account.id })

const lockers = async () => (await findRows(db, 'records')).map(({ data }) => data as Record<string, unknown>)
const addLocker = (data: object, vendor = 1) =>
  insertRow(db, 'records', { resource: 'lockers', vendor_id: vendor, data: JSON.stringify(data) })

let ids: number[]
beforeEach(async () => {
  await db.deleteFrom('records').execute()
  await db.deleteFrom('history').execute()
  ids = []
  for (const code of ['a', 'b', 'c']) ids.push(await addLocker({ code, place: '1층', size: 2 }))
})

const apply = (changes: RecordChange[], options: Parameters<typeof applyChanges>[4] = {}) =>
  applySteps([changes], options)

/** Applies the changes, and keeps them only if none was refused. */
async function applySteps(steps: RecordChange[][], options: Parameters<typeof applyChanges>[4] = {}) {
  let applied: Awaited<ReturnType<typeof applyChanges>> | undefined
  await db
    .transaction()
    .execute(async tx => {
      applied = await applyChanges(tx, caller, { resource, config }, steps, options)
      if (applied.refusedIndexes.size > 0) throw new ChangesRefused(applied)
    })
    .catch((error: unknown) => {
      if (!(error instanceof ChangesRefused)) throw error
    })
  return applied!
}

const reasonOf = ({ code, details }: Refusal) => Object.keys(details.problems ?? {})[0] ?? code

describe('many changes', () => {
  it('create, change and delete records, each with its history', async () => {
    const applied = await apply([
      { input: { code: 'd', size: 4 } },
      { id: ids[0]!, input: { place: '2층' } },
      { id: ids[2]!, isRemoval: true },
    ])
    expect(applied).toEqual({ done: 3, refusedIndexes: new Set(), refused: [] })
    expect((await lockers()).map(({ code, place = '' }) => [code, place])).toEqual([
      ['a', '2층'],
      ['b', '1층'],
      ['d', ''],
    ])
    expect((await findRows(db, 'history')).map(({ action }) => action).sort()).toEqual([
      'changed',
      'created',
      'deleted',
    ])
  })

  it('report the problem of every refused record', async () => {
    const applied = await apply([
      { id: ids[0]!, input: { size: 99 } },
      { id: ids[1]!, input: { size: 5 } },
      { id: 999_999, input: { size: 5 } },
      { input: { size: 5 } },
    ])
    expect(applied.done).toBe(1)
    expect(applied.refused.map(({ index, refusal }) => [index, refusal.status, reasonOf(refusal)])).toEqual([
      [0, 422, 'size'],
      [2, 404, 'notFound'],
      [3, 422, 'code'],
    ])
    expect((await lockers()).map(({ size }) => size)).toEqual([2, 2, 2])
  })

  it('name every refused position, but at most a number of reasons', async () => {
    const changes = ids.map(id => ({ id, input: { size: 99 } }))
    const { refused, refusedIndexes } = await apply(changes, { maxReasons: 2 })
    expect([refused.length, [...refusedIndexes]]).toEqual([2, [0, 1, 2]])
  })

  it('may swap unique values', async () => {
    const codes = ['b', 'c', 'a']
    const applied = await apply(ids.map((id, index) => ({ id, input: { code: codes[index] } })))
    expect(applied.done).toBe(3)
    expect((await lockers()).map(({ code }) => code)).toEqual(codes)
  })

  it('may swap a unique value of records with another value that was a duplicate before', async () => {
    for (const [index, code] of ['a', 'b'].entries())
      await updateRows(db, 'records', { id: ids[index]! }, { data: JSON.stringify({ code, serial: 's' }) })
    const applied = await applySteps([
      [{ id: ids[0]!, input: { code: 'b' } }],
      [{ id: ids[1]!, input: { code: 'a' } }],
    ])
    expect(applied).toMatchObject({ done: 2, refused: [] })
    expect((await lockers()).map(({ code }) => code)).toEqual(['b', 'a', 'c'])
  })

  it('are refused at the second record that gets the same unique value', async () => {
    const { refused } = await apply([
      { id: ids[0]!, input: { code: 'x' } },
      { id: ids[1]!, input: { code: 'x' } },
      { input: { code: 'c' } },
    ])
    expect(refused.map(({ index, refusal }) => [index, reasonOf(refusal)])).toEqual([
      [1, 'code'],
      [2, 'code'],
    ])
  })

  it('delete records that refer to each other, in any order', async () => {
    const referring = await addLocker({ code: 'd', near: ids[0] })
    expect((await apply([{ id: ids[0]!, isRemoval: true }])).refused[0]!.refusal.status).toBe(409)
    const both = [ids[0]!, referring].map(id => ({ id, isRemoval: true as const }))
    expect((await apply(both)).done).toBe(2)
    expect((await lockers()).map(({ code }) => code)).toEqual(['b', 'c'])
  })

  it('end with the error of a report', async () => {
    const seen: number[] = []
    const report = async (done: number) => {
      seen.push(done)
      throw new Error('stop')
    }
    const changes = ids.map(id => ({ id, input: { size: 5 } }))
    await expect(apply(changes, { report })).rejects.toThrow('stop')
    expect(seen).toEqual([3])
    expect((await lockers()).map(({ size }) => size)).toEqual([2, 2, 2])
  })

  it('store the replaced values of a job, without computed ones', async () => {
    const { job } = await beginJob(db, caller, { name: 'test-job-1', kind: 'change', resource: 'lockers' })
    const twice = { id: ids[0]!, input: { size: 4, place: '2층' } }
    await apply([{ id: ids[0]!, input: { size: 3, place: '1층' } }, { input: { code: 'd' } }, twice], { job })
    const [changed, created] = await findRows(db, 'bulk_rows', { bulk_id: job.id })
    const before = { columns: {}, extra: { size: 2, place: '1층' }, vendor: 1 }
    expect([changed!.before, created!.before]).toEqual([before, null])
    const stored = await findRow(db, 'records', { id: ids[0]! })
    expect(changed!.updated).toEqual(stored.updated)
  })
})

describe('a unique constraint of the database', () => {
  const { clients } = config.shared.resources
  const emails = async () => (await findRows(db, 'clients')).map(({ email }) => email)
  const applyAndRollBack = (changes: RecordChange[]) => {
    let stored: string[] = []
    const applied = db.transaction().execute(async tx => {
      const result = await applyChanges(tx, caller, { resource: clients!, config }, [changes])
      stored = (await tx.selectFrom('clients').select('email').execute()).map(({ email }) => email)
      throw new ChangesRefused(result)
    })
    return applied.catch((error: unknown) => {
      if (!(error instanceof ChangesRefused)) throw error
      return { ...error.applied, stored }
    })
  }

  it('refuses each record with a value of another one, and of two records with a new value the later one', async () => {
    const before = await emails()
    const { id } = await findRow(db, 'clients', { email: 'client@test.local' })
    const added = { name: '새 회원', email: 'new@test.local', password: 'secret-2026' }
    const { refused } = await applyAndRollBack([
      { id, input: { email: 'guest@test.local' } },
      { input: added },
      { input: added },
    ])
    expect(refused.map(({ index, refusal }) => [index, reasonOf(refusal)])).toEqual([
      [0, 'email'],
      [2, 'email'],
    ])
    expect(await emails()).toEqual(before)
  })

  it('lets two records swap their values', async () => {
    const { id } = await findRow(db, 'clients', { email: 'client@test.local' })
    const guest = await findRow(db, 'clients', { email: 'guest@test.local' })
    const { refused, stored } = await applyAndRollBack([
      { id, input: { email: 'guest@test.local' } },
      { id: guest.id, input: { email: 'client@test.local' } },
    ])
    expect(refused).toEqual([])
    expect(stored.sort()).toEqual((await emails()).sort())
  })
})
