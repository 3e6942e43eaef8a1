import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { luhnDigit } from '../../src/domain/imei'
import type { Compiled, Locale } from '../../src/engine/compiled'
import type { Caller } from '../../src/server/caller'
import { saveRecord } from '../../src/server/commands/records/saveRecord'
import { registerRoster } from '../../src/server/commands/rosters/registerRoster'
import type { Refusal } from '../../src/server/refusal'
import { attachment } from '../../src/server/sheets/download'
import { rosterSample } from '../../src/server/sheets/rosterSample'
import type { Db } from '../../src/server/store/database'
import { isDatabaseGone } from '../../src/server/store/failures'
import { tenantOf } from '../../src/server/store/tenancy'
import { type WrittenValue, writeXlsx } from '../../src/sheet'
import { craftZip, packRepeated, readAll, texts, workbookParts } from '../sheet/craft'
import { choicesIn } from '../support/choices'
import { testConfig } from '../support/config'
import { newDatabase, openPglite } from '../support/databases'
import { atScale } from '../support/scale'

const LEVELS = { none: 0, guest: 1, client: 3, vendor: 6, master: 9 }
const HEADER = ['IMEI', '전화번호', '시리얼', '모델']
const fixture = (name: string) => join(import.meta.dirname, '../sheet/fixtures', name)

/** The IMEI and phone of the n-th device. */
const imei = (n: number) => {
  const digits = `35693803${String(n).padStart(6, '0')}`
  return digits + luhnDigit(digits)
}
const phone = (n: number) => `010${String(n).padStart(8, '0')}`
const device = (n: number, ...rest: WrittenValue[]) => [imei(n), phone(n), `S${n}`, 'FT-100', ...rest]

type Rows = Iterable<readonly WrittenValue[]>

const sheet = (rows: Rows, header: readonly string[] = HEADER) =>
  writeXlsx([{ name: '단말', columns: header.map(text => ({ header: text })), rows }])

const databases = new Map<() => Promise<Db>, Promise<Db>>()

/** One database of each kind for all tests of the file, emptied for each: opening is what takes time and memory. */
async function emptied(open: () => Promise<Db>): Promise<Db> {
  if (!databases.has(open)) databases.set(open, open())
  const db = await databases.get(open)!
  await sql`truncate vendors cascade`.execute(db)
  await sql`truncate models cascade`.execute(db)
  await db.insertInto('vendors').values({ id: 0, name: '' }).execute()
  return db
}

/** Two vendors with a client each, models, groups and bunches; who asks. */
async function installation(open: () => Promise<Db>, change?: (config: Compiled) => void) {
  const db = await emptied(open)
  await db
    .insertInto('vendors')
    .values([
      { id: 1, name: '한빛' },
      { id: 2, name: '누리' },
      { id: 3, name: '쌍둥이' },
      { id: 4, name: '쌍둥이' },
    ])
    .execute()
  const account = (id: number, vendor: number, level: number, email: string) => ({
    id,
    vendor_id: vendor,
    level,
    email,
    name: email,
    password_hash: 'x',
  })
  await db
    .insertInto('clients')
    .values([
      account(1, 0, 9, 'master@x.kr'),
      account(2, 1, 6, 'hanbit@x.kr'),
      account(3, 1, 3, 'client@x.kr'),
      account(4, 1, 3, 'Other@x.kr'),
      account(5, 2, 3, 'nuri@x.kr'),
    ])
    .execute()
  await db
    .insertInto('sessions')
    .values([1, 2, 3, 4, 5].map(id => ({ id: `of ${id}`, client_id: id })))
    .execute()
  await db
    .insertInto('models')
    .values([
      { id: 1, name: 'FT-100' },
      { id: 2, name: 'FT-200' },
      { id: 3, name: 'GW-50' },
    ])
    .execute()
  await db
    .insertInto('batches')
    .values([
      { id: 1, vendor_id: 1, model_id: 1, name: '수도권 화물 1차' },
      { id: 2, vendor_id: 1, model_id: 1, name: '수도권 화물 2차' },
      { id: 3, vendor_id: 1, model_id: 2, name: '영남 간선' },
      { id: 4, vendor_id: 2, model_id: 1, name: '누리 그룹' },
      { id: 5, vendor_id: 1, model_id: 1, name: '쌍둥이' },
      { id: 6, vendor_id: 1, model_id: 1, name: '쌍둥이' },
    ])
    .execute()
  await db
    .insertInto('bunches')
    .values([
      { id: 1, batch_id: 1, name: '강북 허브' },
      { id: 2, batch_id: 3, name: '부산 신항' },
    ])
    .execute()
  const config = testConfig(change)
  const caller = (id: number, level: number, vendor: number): Caller => ({
    id,
    level,
    vendor,
    levels: LEVELS,
    name: '',
    email: '',
    session: `of ${id}`,
    origin: '',
    request: '',
  })
  const people = {
    master: caller(1, 9, 0),
    vendor: caller(2, 6, 1),
    client: caller(3, 3, 1),
    nuri: caller(5, 3, 2),
  }
  type Who = keyof typeof people
  const upload = (who: Who, file: AsyncIterable<Uint8Array>, locale: Locale = 'ko') =>
    registerRoster(db, people[who], file, {
      ...config.current(),
      locale,
      say: config.translate,
      now: new Date(),
    })
  return {
    db,
    people,
    settings: config.current,
    upload,
    async sample(who: Who, locale: Locale = 'ko') {
      const words = { locale, say: config.translate }
      const tenant = tenantOf(db, people[who])
      const { fileName, sheets } = await rosterSample(tenant, people[who], config.current().shared, words)
      return { body: writeXlsx(sheets), disposition: attachment(fileName) }
    },
    /** What is wrong, as `row column code`, beside the refusal itself. */
    async refusal(who: Who, file: AsyncIterable<Uint8Array>, locale?: Locale) {
      const error = await upload(who, file, locale).then(
        () => undefined,
        (refused: Refusal) => refused,
      )
      if (error?.name !== 'Refusal') throw error ?? new Error('was accepted')
      const { status, code, params, details } = error
      return {
        status,
        code,
        params,
        rows: details.rows ?? [],
        total: details.rowsTotal,
        cells: (details.rows ?? []).map(({ row, column, code: why }) => `${row} ${column} ${why}`),
      }
    },
    devices: () => db.selectFrom('devices').selectAll().orderBy('id').execute(),
    async count() {
      const { count } = await db
        .selectFrom('devices')
        .select(eb => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
    async stagingTables() {
      const { rows } = await sql<{ relname: string }>`
        select relname from pg_class where starts_with(relname, 'roster_stage_') and relkind = 'r'`.execute(
        db,
      )
      return rows.map(row => row.relname)
    },
  }
}

describe('A roster', () => {
  it('that LibreOffice wrote becomes devices of the uploader’s vendor', async () => {
    const { upload, devices, stagingTables } = await installation(newDatabase)
    expect(await upload('vendor', createReadStream(fixture('roster-good.xlsx')))).toEqual({ added: 20 })
    const found = await devices()
    expect(found).toHaveLength(20)
    expect(found[0]).toMatchObject({
      id: '356938037000008',
      isdn: '01098760000',
      serial: '00005100',
      vendor_id: 1,
      client_id: null,
      model_id: 1,
      batch_id: 1,
      bunch_id: 1,
      version: '',
      modem_apn: '',
      linked: null,
      online: false,
      extra: {},
    })
    expect(found.find(one => one.id === '356938037002228')).toMatchObject({ isdn: '01098760066' })
    expect(await stagingTables()).toEqual([])
  })

  it('says where devices are, by any name of the region', async () => {
    const { upload, devices } = await installation(newDatabase)
    const header = ['IMEI', '전화번호', '시리얼', '모델', '지역']
    const names = ['서울', '경상북도', 'jeju', 'KR-50', '']
    const rows = names.map((name, at) => device(at + 1, name))
    expect(await upload('vendor', sheet(rows, header))).toEqual({ added: names.length })
    expect((await devices()).map(({ sido }) => sido)).toEqual(['KR-11', 'KR-47', 'KR-49', 'KR-50', null])
  })

  it('names every wrong cell in its row and column, says why, and stores nothing', async () => {
    const { refusal, count, stagingTables } = await installation(newDatabase)
    const { status, code, rows, total, cells } = await refusal(
      'vendor',
      createReadStream(fixture('roster-wrong.xlsx')),
    )
    expect([status, code]).toEqual([422, 'roster.rows'])
    expect(cells).toEqual([
      '3 IMEI imeiLength',
      '4 IMEI exponent',
      '5 IMEI imeiCheckDigit',
      '6 전화번호 phoneZero',
      '7 전화번호 phoneLength',
      '8 모델 modelUnknown',
      '9 IMEI formula',
      '10 IMEI duplicateImei',
      '11 전화번호 duplicatePhone',
      '12 시리얼 required',
      '13 그룹 batchOtherModel',
      '14 하위 그룹 bunchUnknown',
      '17 IMEI exponent',
      '18 그룹 batchUnknown',
    ])
    expect(total).toBe(14)
    expect(rows[0]).toMatchObject({ value: '3569380300000210', message: expect.stringContaining('16자리') })
    expect(rows[3]!.message).toContain('01055550005')
    expect(rows[7]!.message).toMatch(/^2행/)
    for (const row of rows) expect(row.message).not.toMatch(/%\{|roster\./)
    expect(await count()).toBe(0)
    expect(await stagingTables()).toEqual([])
  })

  it('is refused in English to who reads English', async () => {
    const { refusal } = await installation(newDatabase)
    const { rows } = await refusal('vendor', sheet([device(1), device(1)]), 'en')
    expect(rows.map(row => row.message)).toEqual([
      'The same IMEI as in row 2. Keep only one.',
      'The same phone number as in row 2. Keep only one.',
    ])
  })

  it('in csv of CP949 is read as well', async () => {
    const { upload, count } = await installation(newDatabase)
    expect(await upload('vendor', createReadStream(fixture('roster-cp949.csv')))).toEqual({ added: 5 })
    expect(await count()).toBe(5)
  })

  it('that Excel made of a csv names the digits that are lost', async () => {
    const { refusal } = await installation(newDatabase)
    const { cells } = await refusal('vendor', createReadStream(fixture('roster-excel.csv')))
    expect(cells).toEqual(['2 IMEI exponent', '2 전화번호 phoneZero'])
  })

  it('with a device that is registered is refused, another vendor’s just like one’s own', async () => {
    const { upload, refusal, count } = await installation(newDatabase)
    await upload('vendor', sheet([device(1)]))
    await upload('nuri', sheet([device(2)]))
    const { cells, rows } = await refusal('vendor', sheet([device(3), device(1), device(2)]))
    expect(cells).toEqual([
      '3 IMEI imeiTaken',
      '3 전화번호 phoneTaken',
      '4 IMEI imeiTaken',
      '4 전화번호 phoneTaken',
    ])
    expect(new Set(rows.map(row => row.message)).size).toBe(2)
    expect(JSON.stringify(rows)).not.toContain('누리')
    expect(await count()).toBe(2)
  })

  it('says all that is wrong at once: cells alone, and what the records say', async () => {
    const { upload, refusal } = await installation(newDatabase)
    await upload('vendor', sheet([device(1)]))
    const { cells } = await refusal(
      'vendor',
      sheet([
        [imei(1), 'x', 'S', 'FT-999'],
        ['1', phone(1), '', 'FT-999'],
      ]),
    )
    expect(cells).toEqual([
      '2 IMEI imeiTaken',
      '2 전화번호 phoneDigits',
      '2 모델 modelUnknown',
      '3 IMEI imeiLength',
      '3 전화번호 phoneTaken',
      '3 시리얼 required',
      '3 모델 modelUnknown',
    ])
  })
})

describe('Whose a device becomes', () => {
  const header = [...HEADER, '그룹', '하위 그룹', '업체', '회원']
  it('is the uploader’s vendor, the client’s own, or what a master says', async () => {
    const { upload, devices } = await installation(newDatabase)
    await upload('vendor', sheet([device(1, '수도권 화물 1차', '강북 허브', null, 'OTHER@x.kr')], header))
    await upload('client', sheet([device(2)]))
    await upload(
      'master',
      sheet(
        [device(3), device(4, '누리 그룹', null, '누리', 'nuri@x.kr'), device(5, null, null, ' 한빛 ')],
        header,
      ),
    )
    expect((await devices()).map(one => [one.vendor_id, one.client_id, one.batch_id, one.bunch_id])).toEqual([
      [1, 4, 1, 1],
      [1, 3, null, null],
      [0, null, null, null],
      [2, 5, 4, null],
      [1, null, null, null],
    ])
  })

  it('cannot be another vendor, its group or its client', async () => {
    const { refusal, count } = await installation(newDatabase)
    const rows = [
      device(1, null, null, '누리'),
      device(2, '누리 그룹'),
      device(3, null, null, null, 'nuri@x.kr'),
      device(4, null, null, null, 'hanbit@x.kr'),
      device(5, '쌍둥이'),
      device(6, null, '강북 허브'),
      device(7, '영남 간선', '부산 신항'),
    ]
    expect((await refusal('vendor', sheet(rows, header))).cells).toEqual([
      '2 업체 forbidden',
      '3 그룹 batchUnknown',
      '4 회원 clientUnknown',
      '5 회원 clientUnknown',
      '6 그룹 batchAmbiguous',
      '7 하위 그룹 bunchWithoutBatch',
      '8 그룹 batchOtherModel',
    ])
    expect(
      (await refusal('client', sheet([device(1, null, null, null, 'other@x.kr')], header))).cells,
    ).toEqual(['2 회원 clientUnknown'])
    expect((await refusal('client', sheet([device(1, '수도권 화물 1차')], header))).cells).toEqual([
      '2 그룹 batchUnknown',
    ])
    expect(
      (
        await refusal(
          'master',
          sheet(
            [
              device(1, null, null, '없는 업체', 'nuri@x.kr'),
              device(2, null, null, '쌍둥이'),
              device(3, null, null, '한빛', 'nuri@x.kr'),
            ],
            header,
          ),
        )
      ).cells,
    ).toEqual(['2 업체 vendorUnknown', '3 업체 vendorAmbiguous', '4 회원 clientUnknown'])
    expect(await count()).toBe(0)
  })
})

const ROWS = atScale(10_000, 100_000)
describe(`${ROWS} rows`, () => {
  /** Every device differs, and a model is one of three. */
  function* many(count: number, wrong?: number) {
    for (let n = 1; n <= count; n++)
      yield n === wrong ? ['350000000000001', phone(n), `S${n}`, 'FT-100'] : device(n)
  }

  it('are registered, while others are served', async () => {
    const { db, upload, count } = await installation(newDatabase)
    let served = 0
    let going = true
    const visitor = (async () => {
      while (going) {
        // On one connection the last step makes others wait; on a slow machine they are told to come again.
        await db
          .selectFrom('models')
          .select('id')
          .execute()
          .then(
            () => served++,
            error => expect(isDatabaseGone(error)).toBe(true),
          )
        await wait(10)
      }
    })()
    expect(await upload('vendor', sheet(many(ROWS)))).toEqual({ added: ROWS })
    going = false
    await visitor
    expect(served).toBeGreaterThan(ROWS / 5_000)
    expect(await count()).toBe(ROWS)
  })

  it('with an error in the last row but one store nothing and name the row', async () => {
    const { refusal, count } = await installation(newDatabase)
    const { cells } = await refusal('vendor', sheet(many(ROWS, ROWS - 2)))
    expect(cells).toEqual([`${ROWS - 1} IMEI imeiCheckDigit`])
    expect(await count()).toBe(0)
  })
})

it('Two uploads of the same devices at once: one registers them, the other is told', async () => {
  const { upload, count } = await installation(newDatabase)
  const results = await Promise.allSettled(
    ['vendor', 'nuri', 'master'].map(who =>
      upload(who as 'vendor', sheet(Array.from({ length: 200 }, (_, n) => device(n)))),
    ),
  )
  expect(results.map(result => result.status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ status: 422, code: 'roster.rows', details: { rowsTotal: 400 } })
  expect(await count()).toBe(200)
})

it('A client that somebody moves to another vendor meanwhile keeps its devices in one vendor', async () => {
  const { db, upload, people, settings } = await installation(newDatabase)
  await sql`create or replace function late() returns trigger language plpgsql as
      'begin perform pg_sleep(0.4); return null; end'`.execute(db)
  await sql`create trigger late before insert on devices for each statement execute function late()`.execute(
    db,
  )
  const header = ['IMEI', '전화번호', '시리얼', '모델', '회원']
  const registering = upload('vendor', sheet([device(1, 'client@x.kr')], header))
  await wait(150)
  const { shared: config } = settings()
  const context = { resource: config.resources.clients!, config }
  const moving = saveRecord(db, people.master, { id: 3, input: { vendor: 2 } }, context)
  const outcomes = await Promise.allSettled([registering, moving])
  await sql`drop trigger late on devices`.execute(db)
  // Whichever was first: the other is refused.
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { rows } = await sql`
      select 1 from devices join clients on clients.id = devices.client_id
      where clients.vendor_id <> devices.vendor_id`.execute(db)
  expect(rows).toEqual([])
})

it('An upload that breaks off leaves nothing behind, and what an ended process left is cleared away', async () => {
  const { db, upload, count, stagingTables } = await installation(newDatabase)
  await sql`create table roster_stage_1000000000000_abc (line integer)`.execute(db)
  async function* broken() {
    for await (const piece of sheet([device(1)])) yield piece
    throw new Error('connection lost')
  }
  await expect(upload('vendor', broken())).rejects.toThrow('connection lost')
  expect(await upload('vendor', sheet([device(1)]))).toEqual({ added: 1 })
  expect(await stagingTables()).toEqual([])
  expect(await count()).toBe(1)
})

it('A column that config adds is kept in its own type', async () => {
  const { upload, refusal, devices } = await installation(newDatabase, config => {
    const fields = config.shared.resources.devices!.fields
    const base = fields.version!
    const added = { storage: 'extra' as const, label: { ko: '', en: '' } }
    fields.weight = { ...base, ...added, name: 'weight', type: 'number', min: 0, max: 50 }
    fields.spare = { ...base, ...added, name: 'spare', type: 'boolean' }
    fields.bought = { ...base, ...added, name: 'bought', type: 'date' }
    const column = config.shared.roster.columns.find(one => one.field === 'version')!
    for (const [field, header] of [
      ['weight', '무게'],
      ['spare', '예비'],
      ['bought', '구입일'],
    ] as const)
      config.shared.roster.columns.push({
        ...column,
        field,
        header: { ko: header, en: field },
        aliases: [],
        storage: 'extra',
      })
  })
  const header = [...HEADER, 'Weight', '예비', '구입일']
  await upload('vendor', sheet([device(1, '12.5', '예', '2026-03-05'), device(2)], header))
  expect((await devices()).map(one => one.extra)).toEqual([
    { weight: 12.5, spare: true, bought: '2026-03-05' },
    {},
  ])
  const { cells } = await refusal(
    'vendor',
    sheet([device(3, '무거움', '글쎄', '2026-02-30'), device(4, '51')], header),
  )
  expect(cells).toEqual(['2 Weight number', '2 예비 boolean', '2 구입일 date', '3 Weight field.maximum'])
})

describe('A file that cannot be a roster', () => {
  it.each([
    ['a wrong header', sheet([['1']], ['이름']), 422, 'roster.header'],
    ['a header alone', sheet([]), 422, 'roster.noRows'],
    ['nothing', bytes(''), 422, 'sheet.empty'],
    ['a PDF', bytes('%PDF-1.7'), 415, 'sheet.pdf'],
    ['an old Excel file', createReadStream(fixture('roster-good.xls')), 415, 'sheet.oldXls'],
    ['an OpenDocument file', createReadStream(fixture('roster-good.ods')), 415, 'sheet.ods'],
    ['half a file', bytes(readFileSync(fixture('roster-good.xlsx')).subarray(0, 3000)), 422, 'sheet.corrupt'],
    ['a bomb', bytes(bomb()), 422, 'sheet.textLength'],
  ])('such as %s is refused and stores nothing', async (_, file, status, code) => {
    const { refusal, count } = await installation(openPglite)
    expect(await refusal('vendor', file)).toMatchObject({ status, code })
    expect(await count()).toBe(0)
  })

  it('of 50 MB is refused while it is read, in MB', async () => {
    const { refusal } = await installation(openPglite)
    let given = 0
    async function* endless() {
      for (;;) {
        given++
        yield new Uint8Array(1024 * 1024)
      }
    }
    expect(await refusal('vendor', endless())).toMatchObject({
      status: 413,
      code: 'sheet.bytesIn',
      params: { limit: '20' },
    })
    expect(given).toBe(21)
  })

  it('of one row too many is refused, and names it', async () => {
    const { refusal, count } = await installation(openPglite, config => {
      config.shared.app.limits.upload.rows = 1000
    })
    const rows = Array.from({ length: 1001 }, (_, n) => device(n))
    expect(await refusal('vendor', sheet(rows))).toMatchObject({
      status: 422,
      code: 'sheet.rows',
      params: { limit: '1,000' },
      rows: [{ row: 1002 }],
    })
    expect(await count()).toBe(0)
  })

  it('with headers that are missing, unknown or twice names each of them', async () => {
    const { refusal } = await installation(openPglite)
    const header = ['IMEI', '전화 번호', 'Phone number', '__proto__', '모댈', 'constructor', '그룹']
    const { code, cells, rows } = await refusal('vendor', sheet([['1']], header))
    expect(code).toBe('roster.header')
    expect(cells.sort()).toEqual([
      '1 Phone number duplicateHeader',
      '1 __proto__ unknownHeader',
      '1 constructor unknownHeader',
      '1 모댈 unknownHeader',
      '1 모델 missingHeader',
      '1 시리얼 missingHeader',
    ])
    expect(rows.find(row => row.column === '모댈')?.message).toContain('(모델)')
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  it('names the first 1,000 wrong cells, and how many there are', async () => {
    const { refusal } = await installation(openPglite, config => {
      config.server.rowErrors = 100
    })
    const rows = Array.from({ length: 300 }, (_, n) => [
      imei(n),
      phone(n),
      `S${n}`,
      n % 2 ? 'FT-100' : 'FT-999',
    ])
    rows[250]![0] = '1'
    const { cells, total } = await refusal('vendor', sheet(rows))
    expect(total).toBe(151)
    expect(cells).toHaveLength(100)
    expect(cells[0]).toBe('2 모델 modelUnknown')
  })
})

describe('The sample', () => {
  it('has the columns that its reader may fill in, and nobody registers its examples by mistake', async () => {
    const { sample, refusal } = await installation(openPglite)
    expect(choicesIn(await whole((await sample('vendor')).body))).toMatchObject({
      모델: { formula1: expect.stringContaining('_lists!$A$1:$A$'), refuses: true },
      그룹: { formula1: expect.stringContaining('_lists!$B$1:$B$'), refuses: false },
      지역: { formula1: '_lists!$C$1:$C$17', refuses: false },
    })
    const columnsFor = async (who: 'master' | 'vendor') => {
      const { rows } = await readAll(await whole((await sample(who)).body))
      return texts(rows)
    }
    expect(await columnsFor('vendor')).toEqual([
      [
        ...[1, 'IMEI', '전화번호', '시리얼', '모델', '그룹', '하위 그룹', '버전', 'APN', '지역', '회원'],
        '접속 비밀키',
      ],
    ])
    expect((await columnsFor('master'))[0]).toContain('업체')
    expect(await refusal('vendor', (await sample('vendor')).body)).toMatchObject({ code: 'roster.noRows' })
  })

  it('filled in is a roster', async () => {
    const { sample, upload } = await installation(openPglite)
    const { rows } = await readAll(await whole((await sample('vendor')).body))
    const header = rows[0]!.cells.map(cell => cell.text)
    expect(await upload('vendor', sheet([device(1, '수도권 화물 1차', '강북 허브')], header))).toEqual({
      added: 1,
    })
  })

  it('comes with its Korean name, and no name can break the header', async () => {
    const { sample } = await installation(openPglite)
    const { disposition } = await sample('vendor')
    const name = /filename\*=UTF-8''(.+)$/.exec(disposition)![1]!
    expect(decodeURIComponent(name)).toBe('단말목록_양식.xlsx')
    expect(disposition).toMatch(/^[\x20-\x7e]+$/)
    expect(attachment('a\r\nSet-Cookie: x=1"; b.xlsx')).toMatch(
      /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w%.~!-]+$/,
    )
    expect(attachment('a\r\nb"c').split('"')).toHaveLength(3)
    const turned = attachment('견적\u202excod.\u2066exe\u200f\u061c.xlsx')
    expect(turned).toContain(`filename*=UTF-8''${encodeURIComponent('견적xcod.exe.xlsx')}`)
    expect((await sample('vendor', 'en')).disposition).toContain('device-roster-sample.xlsx')
  })
})

async function* bytes(content: string | Uint8Array) {
  yield Buffer.from(content)
}

async function whole(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces)
}

const bomb = () =>
  craftZip(
    workbookParts(
      packRepeated(
        'xl/worksheets/sheet1.xml',
        '<worksheet><sheetData>',
        ' '.repeat(1024 * 1024),
        1024,
        '</sheetData></worksheet>',
      ),
    ),
  )
