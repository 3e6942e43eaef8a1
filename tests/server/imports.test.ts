/** Records of a described resource that come by a spreadsheet: all or none, by the rules of the form. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { ColumnMapping } from '../../src/contract/devices'
import type { ImportMode } from '../../src/contract/imports'
import type { Caller } from '../../src/server/caller'
import { checkImport, compareImport, importSheet } from '../../src/server/commands/imports/importSheet'
import type { Refusal } from '../../src/server/refusal'
import { type WrittenValue, writeXlsx } from '../../src/sheet'
import { testConfig } from '../support/config'
import { rosterSettings } from '../support/rosterWorld'
import { countRows, findRow, findRows, insertRow, updateRows } from '../support/rows'
import { startTestApp } from '../support/server'
import { configWith } from '../support/sims'

const word = (ko: string, en: string) => ({ ko, en })
const CONTRACTS = {
  label: word('계약', 'Contracts'),
  recordName: 'number',
  source: { dialect: 'simple-rest' },
  access: { list: 'client', show: 'client', create: 'vendor', edit: 'vendor', delete: 'vendor' },
  import: { level: 'vendor', key: 'number' },
  fields: {
    number: { type: 'text', label: word('계약번호', 'Contract no.'), required: true, max: 10, unique: true },
    begins: { type: 'date', label: word('시작일', 'Begins'), required: true, min: '2020-01-01' },
    visit: { type: 'datetime', label: word('방문 예정', 'Next visit') },
    model: { type: 'reference', reference: 'models', label: word('모델', 'Model') },
    batch: {
      type: 'reference',
      reference: 'batches',
      dependsOn: { model: 'model' },
      label: word('그룹', 'Group'),
    },
    parts: { type: 'references', reference: 'models', label: word('부품', 'Parts') },
    paid: { type: 'boolean', label: word('결제', 'Paid') },
    price: {
      type: 'number',
      label: word('금액', 'Price'),
      min: 1,
      max: 9_999,
      visible: { field: 'paid', eq: true },
    },
    secret: { type: 'password', label: word('암호', 'Secret'), required: true },
    cost: { type: 'number', label: word('원가', 'Cost'), read: 'master', write: 'master' },
  },
  list: { columns: ['index', 'number', 'begins'] },
}

const config = { ...testConfig(), current: () => configWith('contracts', CONTRACTS) }
const { db, upload, ask } = await startTestApp(undefined, { config })
const { numbers: levels } = config.current().shared.levels
const callerOf = async (email: string): Promise<Caller> => {
  const { id, level, name, vendor_id: vendor } = await findRow(db, 'clients', { email })
  const session = `session of ${id}`
  await insertRow(db, 'sessions', { id: session, client_id: id })
  return { id, level, name, email, vendor, levels, session, origin: '', request: '' }
}
const vendor = await callerOf('vendor@test.local')
const master = await callerOf('master@test.local')
const otherVendor = await insertRow(db, 'vendors', { name: '누리' })
const models: Record<string, number> = {}
for (const name of ['TX-1', 'TX-2', 'A, B']) models[name] = await insertRow(db, 'models', { name })
const addBatch = (name: string, model: string, vendor_id: number) =>
  insertRow(db, 'batches', { name, model_id: models[model]!, vendor_id })
const north = await addBatch('북부', 'TX-1', 1)
await addBatch('북부', 'TX-2', 1)
await addBatch('비밀', 'TX-1', otherVendor)

beforeEach(async () => {
  for (const table of ['records', 'history', 'bulk_rows', 'bulk_changes'] as const)
    await db.deleteFrom(table).execute()
})

const HEADER = ['계약번호', '시작일']
const sheet = (rows: readonly (readonly WrittenValue[])[], headers: readonly string[] = HEADER) =>
  writeXlsx([{ name: '계약', columns: headers.map(header => ({ header, width: 12 })), rows }])

interface Task {
  mode?: ImportMode
  caller?: Caller
  name?: string
  mapping?: ColumnMapping
}
const run = (
  file: AsyncIterable<Uint8Array>,
  { mode = 'add', caller = vendor, mapping, ...options }: Task = {},
) => {
  const settings = rosterSettings(config, mapping ? { mapping } : {})
  return importSheet(db, caller, file, settings, { resource: 'contracts', mode, ...options })
}
const compare = (file: AsyncIterable<Uint8Array>, mode: ImportMode = 'update', caller = vendor) =>
  compareImport(db, caller, file, rosterSettings(config), { resource: 'contracts', mode })

/** The refused cells, or the result. */
const outcome = async (imported: Promise<unknown>) =>
  imported.catch((refusal: Refusal) =>
    refusal.details?.rows
      ? refusal.details.rows.map(({ row, column, code }) => `${row} ${column} ${code}`)
      : refusal.code,
  )
const contracts = async () =>
  (await findRows(db, 'records')).map(({ data }) => data as Record<string, unknown>)

/** 200 rows, of which these (by index) have another number or day. */
const rowsWith = (changes: Readonly<Record<number, readonly [string, string]>> = {}) =>
  Array.from({ length: 200 }, (_, index) => changes[index] ?? [`C-${1000 + index}`, '2026-01-05'])

describe('A sheet of 200 rows', () => {
  it('with 13 bad rows names the 13 cells and stores nothing', async () => {
    await run(sheet([['C-0001', '2026-01-05']]))
    const bad: Record<number, [string, string]> = {
      0: ['', '2026-01-05'],
      20: ['C-1020', ''],
      40: ['C-1040', '2026-02-30'],
      60: ['C-1060', '2019-12-31'],
      80: ['C-10800000000', '2026-01-05'],
      100: ['C-1099', '2026-01-05'],
      120: ['c-0001', '2026-01-05'],
      121: ['C-1121', '어제'],
      122: ['C-1122', '0001-01-01'],
      123: ['C-1123', '2019-01-01'],
      124: ['C-1124', ''],
      125: ['', '2026-01-05'],
      199: ['C-1000\u0007', '2026-01-05'],
    }
    expect(await outcome(run(sheet(rowsWith(bad))))).toEqual([
      '2 계약번호 required',
      '22 시작일 required',
      '42 시작일 date',
      '62 시작일 field.tooEarly',
      '82 계약번호 field.tooLong',
      '102 계약번호 duplicateValue',
      '122 계약번호 field.taken',
      '123 시작일 date',
      '124 시작일 field.required',
      '125 시작일 field.tooEarly',
      '126 시작일 required',
      '127 계약번호 required',
      '201 계약번호 control',
    ])
    expect(await countRows(db, 'records')).toBe(1)
  })

  it('is stored as a whole, each record with its history', async () => {
    const { added, changed, unchanged, created, undo, undoSeconds } = await run(sheet(rowsWith()))
    expect({ added, changed, unchanged, undoSeconds }).toEqual({
      added: 200,
      changed: 0,
      unchanged: 0,
      undoSeconds: 60,
    })
    const stored = await findRows(db, 'records')
    expect(stored).toHaveLength(200)
    expect(new Set(stored.map(row => row.created.toISOString()))).toEqual(new Set([created]))
    expect(await findRows(db, 'history', { action: 'created', resource: 'contracts' })).toHaveLength(200)
    const job = await findRow(db, 'bulk_changes', { name: undo })
    expect(job).toMatchObject({ resource: 'contracts', stage: 'done', done: 200 })
    expect(await findRows(db, 'bulk_rows', { bulk_id: job.id })).toHaveLength(200)
  })
})

describe('Cells', () => {
  it('name other records, choices and times as a user writes them', async () => {
    await run(
      sheet(
        [['C-1', '2026-01-05', '2026-03-02 09:30', 'tx-1', '북부', 'TX-2; A, B', '예', 1_200]],
        [...HEADER, '방문 예정', 'Model', '그룹', '부품', 'paid', '금액'],
      ),
    )
    expect(await contracts()).toMatchObject([
      {
        number: 'C-1',
        visit: '2026-03-02T00:30:00.000Z',
        model: models['TX-1'],
        batch: north,
        paid: true,
        price: 1200,
      },
    ])
  })

  it('may hold a name with a comma, several names, or an id', async () => {
    const rows = ['A, B', 'TX-1, TX-2', String(models['TX-2'])].map((parts, index) => [
      `C-${index}`,
      '2026-01-05',
      parts,
    ])
    await run(sheet(rows, [...HEADER, '부품']))
    expect((await contracts()).map(({ parts }) => parts)).toEqual([
      [models['A, B']],
      [models['TX-1'], models['TX-2']],
      [models['TX-2']],
    ])
  })

  it('of a column with its zone are times of that zone', async () => {
    await run(sheet([['C-1', '2026-01-05', '2026-03-02 09:30']], [...HEADER, '방문 예정 (UTC)']))
    expect(await contracts()).toMatchObject([{ visit: '2026-03-02T09:30:00.000Z' }])
  })

  it.each([
    ['모델', '없는 모델', 'referenceUnknown'],
    ['그룹', '비밀', 'referenceUnknown'],
    ['금액', '5', 'notHere'],
    ['원가', '5', 'forbidden'],
  ])('in %s with %s are refused: %s', async (column, text, code) => {
    const file = sheet([['C-1', '2026-01-05', text]], [...HEADER, column])
    expect(await outcome(run(file))).toEqual([`2 ${column} ${code}`])
    expect(await countRows(db, 'records')).toBe(0)
  })
})

describe('The columns of headers', () => {
  const header = ['계약번호', '개시', '비고', '비고', '방문일(UTC)']
  const row = ['C-1', '2026-01-05', 'x', 'TX-1', '2026-03-02 09:30']

  it('can be mapped by the sender, also of headers that occur twice or name a zone', async () => {
    const mapping = { 개시: 'begins', '비고 (2)': 'model', '방문일 (utc)': 'visit', '*': null }
    await run(sheet([row], header), { mapping })
    const visit = '2026-03-02T09:30:00.000Z'
    expect(await contracts()).toEqual([{ number: 'C-1', begins: '2026-01-05', visit, model: models['TX-1'] }])
  })

  it.each<[ColumnMapping, string | string[]]>([
    [{ 개시: 'begins', 방문일UTC: null }, ['1 비고 unknownHeader', '1 비고 (2) unknownHeader']],
    [{ '*': null }, ['1 시작일 missingHeader']],
    [{ 개시: 'begins', 비고: 'begins', '*': null }, ['1 비고 duplicateHeader']],
    [{ 개시: 'begins', 없는제목: 'model', '*': null }, ['1 없는제목 missingHeader']],
    [{ 개시: 'begins', 비고: 'cost', '*': null }, ['2 비고 forbidden']],
    [{ 개시: 'begins', 비고: 'secret', '*': null }, 'upload.column'],
  ])('mapped by %j are refused: %j', async (mapping, refused) => {
    expect(await outcome(run(sheet([row], header), { mapping }))).toEqual(refused)
    expect(await countRows(db, 'records')).toBe(0)
  })

  it('come in the query, as JSON, for clients and devices', async () => {
    const columnsOf = (value: unknown) => `?columns=${encodeURIComponent(JSON.stringify(value))}`
    const send = async (path: string, text: string) => (await upload('vendor', path, text)).json()
    const clients = 'Nimi,email,level\n김둘,mapped@x.kr,3\n'
    for (const wrong of ['?columns={', columnsOf([]), columnsOf({ Nimi: 3 })])
      expect(await send(`/api/import/clients${wrong}`, clients)).toMatchObject({ code: 'invalidQuery' })
    const columns = columnsOf({ Nimi: 'name' })
    const compared = await send(`/api/import/clients/differences${columns}`, clients)
    expect(compared).toMatchObject({ payload: { unknown: 1 } })
    expect(await send(`/api/import/clients${columns}`, clients)).toMatchObject({ payload: { added: 1 } })
    const device = (serial: string) => `IMEI,isdn,Sarja,model\n490154203237518,01044440000,${serial},TX-1\n`
    const path = (call: string) => `/api/devices/roster/${call}${columnsOf({ Sarja: 'serial' })}`
    expect(await send(path('ul'), device('S-1'))).toMatchObject({ payload: { added: 1 } })
    expect(await send(path('compare'), device('S-2'))).toMatchObject({ payload: { changed: 1 } })
    expect(await send(path('update'), device('S-2'))).toMatchObject({ payload: { changed: 1 } })
    expect(await findRow(db, 'devices', { id: '490154203237518' })).toMatchObject({ serial: 'S-2' })
  })
})

describe('An update', () => {
  beforeEach(async () => {
    await run(sheet([...'abc'].map(number => [number, '2026-01-05'])))
    await db.deleteFrom('history').execute()
  })

  it('changes the records of its keys, leaves empty cells, and clears marked ones', async () => {
    const header = ['계약번호', '모델', '결제', '시작일']
    await run(sheet([['A', 'TX-1', '예', '']], header), { mode: 'update' })
    expect((await contracts()).find(({ number }) => number === 'a')).toMatchObject({
      begins: '2026-01-05',
      model: models['TX-1'],
      paid: true,
    })
    const { changed, unchanged } = await run(
      sheet(
        [
          ['a', '(비움)', '', ''],
          ['b', '', '', '2026-01-05'],
        ],
        header,
      ),
      { mode: 'update' },
    )
    expect({ changed, unchanged }).toEqual({ changed: 1, unchanged: 1 })
    expect((await contracts()).find(({ number }) => number === 'a')?.model ?? null).toBeNull()
  })

  it('is previewed with its differences, and then stored', async () => {
    const file = () =>
      sheet(
        [
          ['a', '2026-02-01', 'TX-2'],
          ['b', '2026-01-05', ''],
          ['x', '2026-01-05', ''],
        ],
        [...HEADER, '모델'],
      )
    expect(await compare(file(), 'both')).toMatchObject({
      changed: 1,
      unchanged: 1,
      unknown: 1,
      rowsTotal: 0,
      columns: [
        { column: '시작일', devices: 1, examples: [{ id: 'a', before: '2026-01-05', after: '2026-02-01' }] },
        { column: '모델', devices: 1, examples: [{ id: 'a', before: '', after: 'TX-2' }] },
      ],
    })
    expect(await countRows(db, 'records')).toBe(3)
    expect(await outcome(compare(file(), 'update'))).toMatchObject({
      rows: [{ row: 4, column: '계약번호', code: 'keyUnknown' }],
    })
    const settings = { mode: 'both' as const, confirmed: 2 }
    expect(await outcome(run(file(), settings))).toBe('import.changed')
    expect(await run(file(), { ...settings, confirmed: 1 } as Task)).toMatchObject({ added: 1, changed: 1 })
    expect(await findRows(db, 'history', { action: 'changed' })).toHaveLength(1)
  })

  it('refuses a key of two records, a key given twice, and a key of another vendor', async () => {
    await insertRow(db, 'records', {
      resource: 'contracts',
      vendor_id: otherVendor,
      data: JSON.stringify({ number: 'a', begins: '2026-01-05' }),
    })
    const change = sheet([['a', '2026-02-01']])
    expect(await outcome(run(change, { mode: 'update', caller: master }))).toEqual([
      '2 계약번호 keyAmbiguous',
    ])
    const twice = sheet([
      ['a', '2026-02-01'],
      ['A', '2026-02-02'],
    ])
    expect(await outcome(run(twice, { mode: 'update' }))).toEqual(['3 계약번호 duplicateValue'])
    await updateRows(db, 'records', { vendor_id: 1 }, { vendor_id: otherVendor })
    expect(await outcome(run(sheet([['b', '2026-02-01']]), { mode: 'update' }))).toEqual([
      '2 계약번호 keyUnknown',
    ])
  })

  it('is refused for a resource whose sheet has no key', async () => {
    const file = sheet([['그룹']], ['이름'])
    const task = { resource: 'batches', mode: 'update' } as const
    expect(await outcome(importSheet(db, vendor, file, rosterSettings(config), task))).toBe('import.noKey')
  })
})

describe('Rows that are not uploaded yet', () => {
  const check = (rows: Parameters<typeof checkImport>[2]['rows'], mode: ImportMode = 'add') =>
    checkImport(db, vendor, { rows, mode }, rosterSettings(config), 'contracts')

  it('are checked as the upload would, and nothing is stored', async () => {
    await run(sheet([['a', '2026-01-05']]))
    const row = (number: number, extra: object, values = {}) => ({ row: number, values, extra: { ...extra } })
    expect(
      await check([
        row(2, { number: 'A', begins: '2026-01-05' }),
        row(3, { number: 'b', begins: '2026-01-05' }, { model: 'TX-9' }),
        row(4, { number: 'c', begins: '2026-01-05' }),
        { ...row(5, { number: 'd' }), invalid: true },
      ]),
    ).toEqual([
      expect.objectContaining({ row: 2, field: 'number', code: 'field.taken' }),
      { row: 3, field: 'model', code: 'referenceUnknown', message: '없는 항목입니다. 이름을 확인해 주세요.' },
    ])
    expect(await countRows(db, 'records')).toBe(1)
  })

  it('may not name other columns', async () => {
    await expect(check([{ row: 2, values: {}, extra: { secret: 'x' } }])).rejects.toMatchObject({
      status: 400,
    })
  })
})

describe('Rights', () => {
  it('below the level of the import are refused, and so is a caller who has lost them meanwhile', async () => {
    const file = () => sheet([['a', '2026-01-05']])
    const client = await callerOf('client@test.local')
    expect(await outcome(run(file(), { caller: client }))).toBe('forbidden')
    await updateRows(db, 'clients', { id: vendor.id }, { level: levels.client })
    try {
      expect(await outcome(run(file()))).toBe('rightsChanged')
    } finally {
      await updateRows(db, 'clients', { id: vendor.id }, { level: levels.vendor })
    }
    expect(await countRows(db, 'records')).toBe(0)
  })
})

describe('Clients', () => {
  it('that come by a sheet have no password and cannot sign in; an address of another vendor is taken', async () => {
    const rows = async (...emails: string[]) => {
      const bytes = []
      const file = sheet(
        emails.map(email => ['김하나', email, '회원']),
        ['이름', '이메일', '권한'],
      )
      for await (const piece of file) bytes.push(piece)
      return Buffer.concat(bytes)
    }
    const refused = await upload('vendor', '/api/import/clients', await rows('one@x.kr', 'Master@test.local'))
    expect(refused.json()).toMatchObject({
      code: 'import.rows',
      rows: [{ row: 3, column: '이메일', code: 'client.emailTaken' }],
    })
    const done = await upload('vendor', '/api/import/clients', await rows('one@x.kr', 'two@x.kr'))
    expect(done.json()).toMatchObject({ payload: { added: 2 } })
    expect(await findRow(db, 'clients', { email: 'two@x.kr' })).toMatchObject({
      vendor_id: 1,
      level: levels.client,
    })
    const signIn = await ask(undefined, {
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: 'two@x.kr', password: '' },
    })
    expect(signIn.statusCode).not.toBe(200)
  })
})
