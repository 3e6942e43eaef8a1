/** Records of any resource changed many at once: rights, refusals, undo, and two people at once. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { BulkDone, BulkUndone } from '../../src/contract/bulk'
import type { Imported } from '../../src/contract/imports'
import { isPglite } from '../../src/server/store/database'
import { compileWith } from '../support/config'
import { findRow, findRows, holdLocks, insertRow, updateRows, waitingForLocks } from '../support/rows'
import { bodyOf, payloadOf, refusalOf, startTestApp, statusOf } from '../support/server'

const CONTRACTS = {
  label: '계약',
  recordName: 'number',
  source: { dialect: 'simple-rest' },
  access: {
    list: 'client',
    show: 'client',
    create: 'vendor',
    edit: 'vendor',
    delete: 'vendor',
    rows: { field: 'closed', ne: true },
  },
  import: { level: 'vendor', key: 'number' },
  fields: {
    number: { type: 'text', label: '번호', required: true, max: 10, unique: true },
    place: { type: 'text', label: '위치', max: 10 },
    devices: { type: 'number', label: '단말 수', min: 1, max: 900 },
    most: { type: 'number', label: '최대 단말 수', min: 1, max: 900 },
    closed: { type: 'boolean', label: '종료' },
    pin: { type: 'password', label: 'PIN' },
    main: { type: 'reference', reference: 'contracts', label: '주 계약', onDelete: 'clear' },
  },
  checks: [{ name: 'most', check: 'devices <= most', message: '최대 단말 수를 넘습니다.', at: 'devices' }],
  list: {
    columns: ['index', 'number', 'place'],
    filters: [{ name: 'q', type: 'search', label: '검색' }],
  },
  form: { sections: [{ fields: ['number', 'place', 'devices', 'most', 'closed', 'pin', 'main'] }] },
}

/** Its users see only the contracts of one place. */
const ROLES = {
  roles: {
    busan: {
      label: '부산 담당',
      level: 'vendor',
      resources: { contracts: { rows: { field: 'place', eq: '부산' } } },
    },
    adder: {
      label: '등록 담당',
      level: 'vendor',
      resources: { contracts: { access: { edit: false, delete: false } } },
    },
  },
}
const config = compileWith({ 'resources/contracts.json': CONTRACTS, 'roles.json': ROLES })
const api = await startTestApp(undefined, { current: () => config })
const { db } = api
await insertRow(db, 'vendors', { name: '누리통신' })
await api.addAccount({ email: 'other@test.local', level: config.shared.levels.numbers.vendor, vendor: 2 })

for (const role of ['busan', 'adder'])
  await api.addAccount({
    email: `${role}@test.local`,
    level: config.shared.levels.numbers.vendor,
    vendor: 1,
    role,
  })

let ids: number[]
// Contracts C1 to C6 belong to vendor 1, and C7 to vendor 2. C1 has at most 5 devices, and C6 is closed.
beforeEach(async () => {
  await db.deleteFrom('records').execute()
  await db.deleteFrom('history').execute()
  ids = []
  for (let n = 1; n <= 7; n++) {
    const data = { number: `C${n}`, place: n % 2 ? '서울' : '부산', devices: 2, most: n === 1 ? 5 : 100 }
    const vendor = n === 7 ? 2 : 1
    const stored = JSON.stringify({ ...data, ...(n === 6 && { closed: true }) })
    ids.push(await insertRow(db, 'records', { resource: 'contracts', vendor_id: vendor, data: stored }))
  }
})

type Json = Record<string, unknown>
let names = 0
const newName = () => `bulk-records-${++names}`
const bulk = (body: Json, who = 'vendor', resource = 'contracts') =>
  api.post(who, `/api/bulk/${resource}`, { name: newName(), kind: 'change', ...body })
const undo = (name: string, who = 'vendor') => api.post(who, `/api/bulk/contracts/${name}/undo`, {})
const textOf = (...chosen: number[]) => chosen.map(n => String(ids[n - 1]))
const stored = async (field: string) =>
  (await findRows(db, 'records')).map(({ data }) => (data as Json)[field])
const rowsOf = async (asking: ReturnType<typeof bulk>) => {
  const { rows = [] } = (await asking).json<{ rows?: { value: string; message: string }[] }>()
  return rows.map(({ value, message }) => [value, message])
}

describe('a change of many records', () => {
  it('sets the values of the records that a filter finds, each with its history', async () => {
    const filter = { q: '부산' }
    const tooFew = await bulk({ filter, expected: 2, values: { place: '대전' }, leaveOut: 1 })
    expect(tooFew.json()).toMatchObject({ code: 'bulk.changed', found: 3 })
    const done = await payloadOf<BulkDone>(
      bulk({ filter, expected: 3, values: { place: '대전' }, leaveOut: 1 }),
    )
    expect(done).toEqual({ records: 2, undoSeconds: 60 })
    expect(await stored('place')).toEqual(['서울', '대전', '서울', '대전', '서울', '부산', '서울'])
    const history = await findRows(db, 'history')
    expect(history.map(({ action, label }) => [action, label])).toEqual([
      ['changed', 'C2'],
      ['changed', 'C4'],
    ])
  })

  it('is done once for each name', async () => {
    const body = { name: newName(), ids: textOf(2), expected: 1, values: { place: '대전' } }
    expect(await payloadOf(bulk(body))).toEqual(await payloadOf(bulk(body)))
    expect(await findRows(db, 'history')).toHaveLength(1)
    const progress = (who: string) => api.ask(who, `/api/bulk/contracts/${body.name}`)
    expect(await payloadOf(progress('vendor'))).toMatchObject({ stage: 'done', result: { records: 1 } })
    expect(await statusOf(progress('other@test.local'))).toBe(404)
    expect(await statusOf(api.ask('vendor', `/api/bulk/models/${body.name}`))).toBe(404)
  })

  it('names each record that it does not fit, and can leave these out', async () => {
    const body = { ids: textOf(1, 2, 6), expected: 3, values: { devices: 50 } }
    expect(await rowsOf(bulk(body))).toEqual([
      ['C1', '최대 단말 수를 넘습니다.'],
      ['C6', expect.stringContaining('볼 수만 있는')],
    ])
    expect(await stored('devices')).toEqual([2, 2, 2, 2, 2, 2, 2])
    expect(await refusalOf(bulk({ ...body, leaveOut: 1 }))).toEqual([422, 'bulk.rows'])
    expect(await refusalOf(bulk({ ...body, leaveOut: 3 }))).toEqual([409, 'bulk.changed'])
    expect(await payloadOf(bulk({ ...body, leaveOut: 2 }))).toEqual({ records: 1, undoSeconds: 60 })
    expect(await stored('devices')).toEqual([2, 50, 2, 2, 2, 2, 2])
  })

  it.each<[reason: string, values: Json, code: string]>([
    ['no value', {}, 'bulk.nothing'],
    ['an unknown field', { colour: 'red' }, 'field.unknown'],
    ['a password', { pin: '1234' }, 'bulk.oneByOne'],
    ['the same unique value', { number: 'C9' }, 'bulk.onlyOnce'],
  ])('is refused with %s', async (_, values, code) => {
    expect(await refusalOf(bulk({ ids: textOf(1, 2), expected: 2, values }))).toEqual([422, code])
  })

  it('sets a unique value in one record', async () => {
    expect(await statusOf(bulk({ ids: textOf(2), expected: 1, values: { number: 'C9' } }))).toBe(200)
    expect(await rowsOf(bulk({ ids: textOf(3), expected: 1, values: { number: 'C9' } }))).toEqual([
      ['C3', expect.stringContaining('이미')],
    ])
  })

  it('finds no records of another vendor, and counts them as missing', async () => {
    const body = { ids: textOf(2, 7), expected: 2, values: { place: '대전' } }
    expect((await bulk(body)).json()).toMatchObject({ code: 'bulk.changed', found: 1 })
    expect(await stored('place')).not.toContain('대전')
    expect(await statusOf(bulk(body, 'master'))).toBe(200)
  })

  it('by a user with a role reaches only the rows of the role, and moves none out of them', async () => {
    const change = (values: Json) => ({ filter: {}, expected: 3, leaveOut: 1, values })
    expect(await refusalOf(bulk(change({ place: '대전' }), 'busan@test.local'))).toEqual([422, 'bulk.rows'])
    expect(await payloadOf(bulk(change({ devices: 9 }), 'busan@test.local'))).toMatchObject({ records: 2 })
    expect(await stored('devices')).toEqual([2, 9, 2, 9, 2, 2, 2])
  })

  it('needs the right to edit, and a list of records', async () => {
    const body = { ids: textOf(2), expected: 1, values: { place: '대전' } }
    expect(await statusOf(bulk(body, 'client'))).toBe(403)
    for (const resource of ['orders', 'history', 'nothing'])
      expect(await statusOf(bulk(body, 'master', resource)), resource).toBe(404)
    expect(await refusalOf(bulk({ ...body, filter: {} }))).toEqual([422, 'bulk.choice'])
    expect(await statusOf(bulk({ filter: { colour: 'red' }, expected: 1, values: {} }))).toBe(400)
  })

  it('changes accounts, except in fields in which no two may agree', async () => {
    const chosen = (await findRows(db, 'clients', { vendor_id: 1 })).filter(({ level }) => level < 6)
    const ofAccounts = (values: Json) =>
      bulk({ ids: chosen.map(({ id }) => String(id)), expected: chosen.length, values }, 'vendor', 'clients')
    expect(await refusalOf(ofAccounts({ email: 'new@test.local' }))).toEqual([422, 'bulk.onlyOnce'])
    expect(await payloadOf(ofAccounts({ duty: '점검' }))).toMatchObject({ records: chosen.length })
    expect(await findRows(db, 'clients', { duty: '점검' })).toHaveLength(chosen.length)
  })

  it('of more records than PGlite allows is refused there', async () => {
    const { pglite } = config.server
    const usual = pglite.batchDevices
    pglite.batchDevices = 2
    const body = { ids: textOf(2, 3, 4), expected: 3, values: { place: '대전' } }
    expect(await statusOf(bulk(body))).toBe(isPglite(db) ? 422 : 200)
    pglite.batchDevices = usual
  })
})

describe('a removal of many records', () => {
  it('deletes them, and cannot be undone', async () => {
    const name = newName()
    const body = { name, kind: 'remove', ids: textOf(2, 3), expected: 2 }
    expect(await payloadOf(bulk(body))).toEqual({ records: 2, undoSeconds: 0 })
    expect(await stored('number')).toEqual(['C1', 'C4', 'C5', 'C6', 'C7'])
    expect(await statusOf(undo(name))).toBe(404)
  })

  it('leaves out a record whose deletion would change others', async () => {
    await updateRows(db, 'records', { id: ids[3]! }, { data: JSON.stringify({ number: 'C4', main: ids[1] }) })
    const body = { kind: 'remove', ids: textOf(2, 3), expected: 2 }
    expect(await rowsOf(bulk(body))).toEqual([['C2', expect.stringContaining('하나씩')]])
    expect(await payloadOf(bulk({ ...body, leaveOut: 1 }))).toMatchObject({ records: 1 })
    expect(await payloadOf(bulk({ kind: 'remove', ids: textOf(2, 4), expected: 2 }))).toMatchObject({
      records: 2,
    })
  })
})

describe('an undo', () => {
  const change = async () => {
    const name = newName()
    await payloadOf(bulk({ name, ids: textOf(2, 3, 4), expected: 3, values: { place: '대전', devices: 9 } }))
    return name
  }

  it('restores each record, except those that were changed or deleted since, and names these', async () => {
    const name = await change()
    await bodyOf(api.put('vendor', `/api/resources/contracts/${ids[2]}`, { place: '광주' }))
    await bodyOf(api.remove('vendor', `/api/resources/contracts/${ids[3]}`))
    expect(await payloadOf<BulkUndone>(undo(name))).toEqual({
      restored: 1,
      left: 2,
      names: [
        { id: String(ids[2]), name: 'C3' },
        { id: String(ids[3]), name: '' },
      ],
    })
    expect(await stored('place')).toEqual(['서울', '부산', '광주', '서울', '부산', '서울'])
    expect((await refusalOf(undo(name)))[1]).toBe('bulk.undone')
    expect(await statusOf(undo(name, 'other@test.local'))).toBe(404)
  })

  it('leaves a record that it may no longer restore', async () => {
    const name = await change()
    // The previous number of devices is more than the contract now allows.
    const { updated, data } = await findRow(db, 'records', { id: ids[1]! })
    const most = JSON.stringify({ ...(data as Json), most: 1 })
    await updateRows(db, 'records', { id: ids[1]! }, { data: most, updated })
    expect(await payloadOf<BulkUndone>(undo(name))).toMatchObject({ restored: 2, left: 1 })
    expect(await stored('place')).toEqual(['서울', '대전', '서울', '부산', '서울', '부산', '서울'])
  })
})

describe('an import', () => {
  const importRows = async (rows: readonly string[], mode: string, who = 'vendor') => {
    const file = ['번호,위치,단말 수,최대 단말 수', ...rows].join('\r\n')
    return payloadOf<Imported>(api.upload(who, `/api/import/contracts?mode=${mode}`, file))
  }
  const both = ['N1,서울,1,9', 'C2,대전,9,', 'C3,대전,,', 'N2,부산,2,9', 'C4,,7,', 'N3,,3,9']
  /** The stored records, without the time of the last change. */
  const snapshot = async () => (await findRows(db, 'records')).map(({ updated: _, ...row }) => row)

  it('of new and changed records restores the stored records, once', async () => {
    const before = await snapshot()
    const { undo: name, ...counts } = await importRows(both, 'both')
    expect(counts).toMatchObject({ added: 3, changed: 3, undoSeconds: 60 })
    expect(await stored('place')).toEqual([
      '서울',
      '대전',
      '대전',
      '부산',
      '서울',
      '부산',
      '서울',
      '서울',
      '부산',
      undefined,
    ])
    expect(await payloadOf(undo(name))).toEqual({ restored: 6, left: 0, names: [] })
    expect(await snapshot()).toEqual(before)
    expect((await undo(name)).json()).toMatchObject({
      code: 'bulk.undone',
      message: expect.stringMatching(/되돌/),
    })
    // The sheet can be imported again, and undone.
    const again = await importRows(both, 'both')
    expect(await payloadOf(undo(again.undo))).toMatchObject({ restored: 6 })
    expect(await snapshot()).toEqual(before)
  })

  it('keeps a new and a changed record that were changed since, and names them', async () => {
    const before = await snapshot()
    const { undo: name } = await importRows(both, 'both')
    const numbers = await stored('number')
    const rows = await findRows(db, 'records')
    for (const number of ['C3', 'N2'])
      await bodyOf(
        api.put('vendor', `/api/resources/contracts/${rows[numbers.indexOf(number)]!.id}`, { place: '광주' }),
      )
    expect(await payloadOf(undo(name))).toMatchObject({
      restored: 4,
      left: 2,
      names: [{ name: 'C3' }, { name: 'N2' }],
    })
    const after = await snapshot()
    expect(after.map(({ data }) => (data as Json).number)).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7].map(n => `C${n}`),
      'N2',
    ])
    const isKept = (_: unknown, index: number) => index !== 2 && index < 7
    expect(after.filter(isKept)).toEqual(before.filter(isKept))
  })

  it('is undone with the rights of the import, also without those to edit or delete', async () => {
    const before = await snapshot()
    const { undo: name } = await importRows(['N1,서울,1,9'], 'add', 'adder@test.local')
    expect(await payloadOf(undo(name, 'adder@test.local'))).toMatchObject({ restored: 1 })
    expect(await snapshot()).toEqual(before)
    const changed = await importRows(['C2,대전,,'], 'update')
    await updateRows(db, 'clients', { email: 'vendor@test.local' }, { role: 'adder' })
    expect(await statusOf(undo(changed.undo))).toBe(403)
    await updateRows(db, 'clients', { email: 'vendor@test.local' }, { role: null })
    expect(await payloadOf(undo(changed.undo))).toMatchObject({ restored: 1 })
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('two people at once', () => {
  const body = () => ({ ids: textOf(2, 3, 4), expected: 3 })

  it('change the same records one after the other', async () => {
    const places = ['대전', '광주']
    const answers = await Promise.all(
      places.map(place =>
        statusOf(bulk({ ...body(), values: { place } }, place === '대전' ? 'vendor' : 'master')),
      ),
    )
    expect(answers).toEqual([200, 200])
    const [second] = (await stored('place')).slice(1)
    expect((await stored('place')).slice(1, 4)).toEqual([second, second, second])
  })

  /** Starts the change while another transaction holds one of the records, and calls `meanwhile`. */
  const whileWaiting = (name: string, meanwhile: () => Promise<unknown>) =>
    holdLocks(db, async tx => {
      await tx.selectFrom('records').where('id', '=', ids[2]!).select('id').forUpdate().execute()
      const changing = bulk({ ...body(), name, values: { place: '대전' } }).then(response => response)
      await expect.poll(() => waitingForLocks(db)).toBe(1)
      await meanwhile()
      return { changing }
    })

  it('a sender can stop a change that waits for a record', async () => {
    const name = newName()
    const { changing } = await whileWaiting(name, () =>
      bodyOf(api.remove('vendor', `/api/bulk/contracts/${name}`)),
    )
    expect((await changing).json()).toMatchObject({ code: 'bulk.cancelled' })
    expect(await stored('place')).not.toContain('대전')
  })

  it('a sender whose rights are taken away changes nothing', async () => {
    const { id, level } = await findRow(db, 'clients', { email: 'vendor@test.local' })
    const changing = await holdLocks(db, async tx => {
      // A change of rights locks the whole row.
      await tx.selectFrom('clients').where('id', '=', id).select('id').forUpdate().execute()
      await tx.updateTable('clients').set({ level: 1 }).where('id', '=', id).execute()
      const request = bulk({ ...body(), values: { place: '대전' } }).then(response => response)
      await expect.poll(() => waitingForLocks(db)).toBe(1)
      return { request }
    })
    expect((await changing.request).statusCode).toBe(403)
    await updateRows(db, 'clients', { id }, { level })
    expect(await stored('place')).not.toContain('대전')
  })
})
