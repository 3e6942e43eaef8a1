/** Devices registered from a spreadsheet: all of them or none, with every refused cell named (decisions 25 and 29). */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Compiled, Locale } from '../../src/engine/compiled'
import { rosterPlan } from '../../src/engine/roster'
import { saveRecord } from '../../src/server/commands/records/saveRecord'
import { registerRoster } from '../../src/server/commands/rosters/registerRoster'
import type { Refusal } from '../../src/server/refusal'
import { attachment } from '../../src/server/sheets/download'
import { sheetSample } from '../../src/server/sheets/sheetSample'
import { isDatabaseGone } from '../../src/server/store/failures'
import { tenantOf } from '../../src/server/store/tenancy'
import { type WrittenValue, writeXlsx } from '../../src/sheet'
import { readAll, texts } from '../sheet/craft'
import { choicesIn } from '../support/choices'
import { testConfig } from '../support/config'
import { type CallerName, callers, newRosterWorld, rosterSettings } from '../support/rosterWorld'
import { countRows, findRows, updateRows } from '../support/rows'
import { atScale } from '../support/scale'
import { imeiOf } from '../support/walk'

const HEADER = ['IMEI', '전화번호', '시리얼', '모델']
const fixture = (name: string) => join(import.meta.dirname, '../sheet/fixtures', name)
const phone = (n: number) => `010${String(n).padStart(8, '0')}`
const device = (n: number, ...more: WrittenValue[]) => [imeiOf(n), phone(n), `S${n}`, 'FT-100', ...more]
const sheet = (rows: Iterable<readonly WrittenValue[]>, header: readonly string[] = HEADER) =>
  writeXlsx([{ name: '단말', columns: header.map(text => ({ header: text })), rows }])

const db = await newRosterWorld()
beforeEach(async () => {
  await db.deleteFrom('devices').execute()
})

interface UploadOptions {
  config?: (config: Compiled) => void
  locale?: Locale
}
const upload = (
  caller: CallerName,
  file: AsyncIterable<Uint8Array>,
  { config, locale = 'ko' }: UploadOptions = {},
) => registerRoster(db, callers[caller], file, rosterSettings(testConfig(config), { locale }))

/** The refusal of an upload; `cells` has each refused cell as `row column code`. */
const refusal = async (caller: CallerName, file: AsyncIterable<Uint8Array>, options?: UploadOptions) => {
  const error = await upload(caller, file, options).then(
    () => undefined,
    (refused: Refusal) => refused,
  )
  if (error?.name !== 'Refusal') throw error ?? new Error('the upload was accepted')
  const { status, code, params, details } = error
  const rows = details.rows ?? []
  const cells = rows.map(({ row, column, code: reason }) => `${row} ${column} ${reason}`)
  return { status, code, params, rows, cells, total: details.rowsTotal }
}
const devices = () => findRows(db, 'devices')
const count = () => countRows(db, 'devices')
const stagingTables = async () => {
  const { rows } = await sql`select relname from pg_class
    where starts_with(relname, 'roster_stage_') and relkind = 'r'`.execute(db)
  return rows
}

describe('A roster', () => {
  it('saved by LibreOffice registers its devices for the vendor of the uploader', async () => {
    const { added, created } = await upload('vendor', createReadStream(fixture('roster-good.xlsx')))
    expect(added).toBe(20)
    const registered = await devices()
    expect(new Set(registered.map(device => device.created.toISOString()))).toEqual(new Set([created]))
    expect(registered).toHaveLength(20)
    expect(registered[0]).toMatchObject({
      id: '356938037000008',
      isdn: '01098760000',
      serial: '00005100',
      vendor_id: 1,
      client_id: null,
      model_id: 1,
      batch_id: 1,
      bunch_id: 1,
      linked: null,
      online: false,
      extra: {},
    })
    expect(registered.find(({ id }) => id === '356938037002228')).toMatchObject({ isdn: '01098760066' })
    expect(await stagingTables()).toEqual([])
  })

  it('with wrong cells is refused as a whole; each cell is named with its row, column and reason', async () => {
    const file = createReadStream(fixture('roster-wrong.xlsx'))
    const { status, code, rows, total, cells } = await refusal('vendor', file)
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
    expect([await count(), await stagingTables()]).toEqual([0, []])
  })

  it('with a registered device is refused in the same words whether the device is of this or another vendor', async () => {
    await upload('vendor', sheet([device(1)]))
    await upload('otherVendorClient', sheet([device(2)]))
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
})

describe('The owner of a registered device', () => {
  const header = [...HEADER, '그룹', '하위 그룹', '업체', '회원']

  it('is the vendor of the uploader, the uploading client, or what a master enters', async () => {
    await upload('vendor', sheet([device(1, '수도권 화물 1차', '강북 허브', null, 'OTHER@x.kr')], header))
    await upload('client', sheet([device(2)]))
    const ofMaster = [
      device(3),
      device(4, '누리 그룹', null, '누리', 'nuri@x.kr'),
      device(5, null, null, ' 한빛 '),
    ]
    await upload('master', sheet(ofMaster, header))
    const owners = (await devices()).map(row => [row.vendor_id, row.client_id, row.batch_id, row.bunch_id])
    expect(owners).toEqual([
      [1, 4, 1, 1],
      [1, 3, null, null],
      [0, null, null, null],
      [2, 5, 4, null],
      [1, null, null, null],
    ])
  })

  it('cannot be another vendor, nor can its group or client be of another vendor', async () => {
    const refusedCells = async (caller: CallerName, ...rows: WrittenValue[][]) =>
      (await refusal(caller, sheet(rows, header))).cells
    const ofVendor = [
      device(1, null, null, '누리'),
      device(2, '누리 그룹'),
      device(3, null, null, null, 'nuri@x.kr'),
      device(4, null, null, null, 'hanbit@x.kr'),
      device(5, '쌍둥이'),
      device(6, null, '강북 허브'),
      device(7, '영남 간선', '부산 신항'),
    ]
    expect(await refusedCells('vendor', ...ofVendor)).toEqual([
      '2 업체 forbidden',
      '3 그룹 batchUnknown',
      '4 회원 clientUnknown',
      '5 회원 clientUnknown',
      '6 그룹 batchAmbiguous',
      '7 하위 그룹 bunchWithoutBatch',
      '8 그룹 batchOtherModel',
    ])
    const ofClient = device(1, '수도권 화물 1차', null, null, 'other@x.kr')
    const outOfReach = ['2 그룹 batchUnknown', '2 회원 clientUnknown']
    expect(await refusedCells('client', ofClient)).toEqual(outOfReach)
    const ofMaster = [
      device(1, null, null, '없는 업체', 'nuri@x.kr'),
      device(2, null, null, '쌍둥이'),
      device(3, null, null, '한빛', 'nuri@x.kr'),
    ]
    const unknown = ['2 업체 vendorUnknown', '3 업체 vendorAmbiguous', '4 회원 clientUnknown']
    expect(await refusedCells('master', ...ofMaster)).toEqual(unknown)
    expect(await count()).toBe(0)
  })
})

const ROWS = atScale(2_000, 100_000)
describe(`A roster of ${ROWS} rows`, () => {
  function* manyRows(wrongRow?: number) {
    for (let n = 1; n <= ROWS; n++)
      yield n === wrongRow ? ['350000000000001', phone(n), `S${n}`, 'FT-100'] : device(n)
  }

  it('is registered while other requests are answered', async () => {
    let answered = 0
    let isRunning = true
    const readModels = async () => {
      while (isRunning) {
        // PGlite has one connection: a query that waits too long behind the last step fails as "database gone".
        await countRows(db, 'models').then(
          () => answered++,
          error => expect(isDatabaseGone(error)).toBe(true),
        )
        await wait(10)
      }
    }
    const reading = readModels()
    expect(await upload('vendor', sheet(manyRows()))).toMatchObject({ added: ROWS })
    isRunning = false
    await reading
    expect(answered).toBeGreaterThan(ROWS / 5_000)
    expect(await count()).toBe(ROWS)
  })

  it('with one wrong cell near its end is refused, and stores nothing', async () => {
    const { cells } = await refusal('vendor', sheet(manyRows(ROWS - 2)))
    expect(cells).toEqual([`${ROWS - 1} IMEI imeiCheckDigit`])
    expect(await count()).toBe(0)
  })
})

it('Of three simultaneous uploads of the same devices one registers them, the others are refused', async () => {
  const uploaders: CallerName[] = ['vendor', 'otherVendorClient', 'master']
  const results = await Promise.allSettled(
    uploaders.map(caller => upload(caller, sheet(Array.from({ length: 200 }, (_, n) => device(n))))),
  )
  expect(results.map(result => result.status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ status: 422, code: 'roster.rows', details: { rowsTotal: 400 } })
  expect(await count()).toBe(200)
})

it('Moving a client to another vendor during an upload never leaves its devices with the old vendor', async () => {
  await sql`create or replace function slow_insert() returns trigger language plpgsql as
    'begin perform pg_sleep(0.4); return null; end'`.execute(db)
  await sql`create trigger slow_insert before insert on devices
    for each statement execute function slow_insert()`.execute(db)
  const registering = upload('vendor', sheet([device(1, 'client@x.kr')], [...HEADER, '회원']))
  await wait(150)
  const { shared: config } = testConfig().current()
  const context = { resource: config.resources.clients!, config }
  const moving = saveRecord(db, callers.master, { id: 3, input: { vendor: 2 } }, context)
  const outcomes = await Promise.allSettled([registering, moving])
  await sql`drop trigger slow_insert on devices`.execute(db)
  // Either of the two may come first; the second is refused.
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { rows } = await sql`select 1 from devices join clients on clients.id = devices.client_id
    where clients.vendor_id <> devices.vendor_id`.execute(db)
  expect(rows).toEqual([])
  await db.deleteFrom('devices').execute()
  await updateRows(db, 'clients', { id: 3 }, { vendor_id: 1 })
})

it('An upload that breaks off leaves no staging table; the next upload drops that of a killed process', async () => {
  await sql`create table roster_stage_1000000000000_abc (line integer)`.execute(db)
  async function* broken() {
    for await (const piece of sheet([device(1)])) yield piece
    throw new Error('connection lost')
  }
  await expect(upload('vendor', broken())).rejects.toThrow('connection lost')
  expect(await upload('vendor', sheet([device(1)]))).toMatchObject({ added: 1 })
  expect([await count(), await stagingTables()]).toEqual([1, []])
})

describe('A file that cannot be a roster', () => {
  it.each([
    ['with an unknown header', sheet([['1']], ['이름']), 'roster.header'],
    ['with a header and no rows', sheet([]), 'roster.noRows'],
  ])('%s is refused and stores nothing', async (_description, file, code) => {
    expect(await refusal('vendor', file)).toMatchObject({ status: 422, code })
    expect(await count()).toBe(0)
  })

  it('with one row too many is refused with that row', async () => {
    const config = ({ shared }: Compiled) => {
      shared.app.limits.upload.rows = 1000
    }
    const rows = Array.from({ length: 1001 }, (_, n) => device(n))
    expect(await refusal('vendor', sheet(rows), { config })).toMatchObject({
      status: 422,
      code: 'sheet.rows',
      params: { limit: '1,000' },
      rows: [{ row: 1002 }],
    })
    expect(await count()).toBe(0)
  })

  it('is refused with its first wrong cells, up to the limit of config, and with the number of all', async () => {
    const config = ({ server }: Compiled) => {
      server.rowErrors = 100
    }
    const modelOf = (n: number) => (n % 2 ? 'FT-100' : 'FT-999')
    const rows = Array.from({ length: 300 }, (_, n) => [imeiOf(n), phone(n), `S${n}`, modelOf(n)])
    rows[250]![0] = '1'
    const { cells, total } = await refusal('vendor', sheet(rows), { config })
    expect([total, cells.length, cells[0]]).toEqual([151, 100, '2 모델 modelUnknown'])
  })
})

describe('The sample file', () => {
  const sample = async (caller: CallerName, locale: Locale = 'ko') => {
    const config = testConfig()
    const tenant = tenantOf(db, callers[caller])
    const words = { locale, translate: config.translate }
    const { shared } = config.current()
    const plan = rosterPlan(shared)
    const { fileName, sheets } = await sheetSample(tenant, callers[caller], shared, plan, words)
    const pieces: Uint8Array[] = []
    for await (const piece of writeXlsx(sheets)) pieces.push(piece)
    return { file: Buffer.concat(pieces), fileName }
  }
  const headersFor = async (caller: CallerName) =>
    texts((await readAll((await sample(caller)).file)).rows)[0]!.slice(1) as string[]

  it('has the columns that the caller may fill in, with lists of choices', async () => {
    expect(choicesIn((await sample('vendor')).file)).toMatchObject({
      모델: { formula1: expect.stringContaining('_lists!$A$1:$A$'), refuses: true },
      그룹: { formula1: expect.stringContaining('_lists!$B$1:$B$'), refuses: false },
      지역: { formula1: '_lists!$C$1:$C$17', refuses: false },
    })
    const common = ['IMEI', '전화번호', '시리얼', '모델', '그룹', '하위 그룹', '버전', 'APN', '지역', '회원']
    expect(await headersFor('vendor')).toEqual([...common, '접속 비밀키'])
    expect(await headersFor('master')).toContain('업체')
  })

  it('registers nothing while it is empty, and the devices that are entered', async () => {
    const { file } = await sample('vendor')
    expect((await sample('vendor', 'en')).fileName).toBe('device-roster-sample.xlsx')
    expect(await refusal('vendor', Readable.from([file]))).toMatchObject({ code: 'roster.noRows' })
    const rows = [device(1, '수도권 화물 1차', '강북 허브')]
    expect(await upload('vendor', sheet(rows, await headersFor('vendor')))).toMatchObject({ added: 1 })
  })
})

it('A file name can neither break the header of a download nor reverse the direction of its text', () => {
  expect(attachment('a\r\nSet-Cookie: x=1"; b.xlsx')).toMatch(
    /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w%.~!-]+$/,
  )
  expect(attachment('a\r\nb"c').split('"')).toHaveLength(3)
  const withDirectionMarks = attachment('견적\u202excod.\u2066exe\u200f\u061c.xlsx')
  expect(withDirectionMarks).toContain(`filename*=UTF-8''${encodeURIComponent('견적xcod.exe.xlsx')}`)
})
