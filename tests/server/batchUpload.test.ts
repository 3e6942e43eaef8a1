/** The list of a batch's devices, sent back as a spreadsheet (§2 Devices dialog, decision 30). */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { luhnDigit } from '../../src/domain/imei'
import { choicesIn } from '../support/choices'
import { newDatabase } from '../support/databases'
import { startTestApp, type TestApp } from '../support/server'

const imei = (n: number) => {
  const digits = `35693803${String(n).padStart(6, '0')}`
  return digits + luhnDigit(digits)
}
const phone = (n: number) => `0101000${String(n).padStart(4, '0')}`

const NONE = { batch: null, bunch: null }
/** Vendor 1: 1 to 3 in batch 1, 4 in batch 2, 5 in none, 6 of another model; 7 of vendor 2. */
const FLEET: { n: number; batch: number | null; bunch: number | null; model?: number; vendor?: number }[] = [
  { n: 1, batch: 1, bunch: 1 },
  { n: 2, batch: 1, bunch: null },
  { n: 3, batch: 1, bunch: null },
  { n: 4, batch: 2, bunch: 3 },
  { n: 5, ...NONE },
  { n: 6, ...NONE, model: 2 },
  { n: 7, ...NONE, vendor: 2 },
]

let api: TestApp
beforeAll(async () => {
  api = await startTestApp(await newDatabase())
  const { db } = api
  await db.insertInto('vendors').values({ id: 2, name: '누리' }).execute()
  await api.addAccount({ email: 'other@test.local', level: 6, vendor: 2 })
  await db
    .insertInto('models')
    .values([{ name: 'FT-100' }, { name: 'FT-200' }])
    .execute()
  await db
    .insertInto('batches')
    .values([
      { name: '수도권', vendor_id: 1, model_id: 1 },
      { name: '영남', vendor_id: 1, model_id: 1 },
    ])
    .execute()
  await db
    .insertInto('bunches')
    .values([
      { name: '강북', batch_id: 1 },
      { name: '강남', batch_id: 1 },
      { name: '부산', batch_id: 2 },
      { name: '쌍둥이', batch_id: 1 },
      { name: '쌍둥이', batch_id: 1 },
    ])
    .execute()
})
beforeEach(async () => {
  await api.db.deleteFrom('devices').execute()
  await api.db
    .insertInto('devices')
    .values(
      FLEET.map(({ n, batch, bunch, model = 1, vendor = 1 }) => ({
        id: imei(n),
        isdn: phone(n),
        model_id: model,
        vendor_id: vendor,
        batch_id: batch,
        bunch_id: bunch,
      })),
    )
    .execute()
})

const send = (who: string, batch: number, file: string | Buffer, language = 'ko', headers = {}) =>
  api.ask(who, {
    method: 'POST',
    url: `/api/batches/devices/ul/${batch}`,
    headers: {
      'content-type': 'multipart/form-data; boundary=edge',
      'accept-language': language,
      ...headers,
    },
    payload: Buffer.concat([
      Buffer.from(
        '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: application/octet-stream\r\n\r\n',
      ),
      Buffer.from(file),
      Buffer.from('\r\n--edge--\r\n'),
    ]),
  })
const sheet = (header: string, ...rows: (string | number)[][]) =>
  [header, ...rows.map(row => row.join(','))].join('\n')
const imeis = (...numbers: number[]) => sheet('IMEI', ...numbers.map(n => [imei(n)]))
/** Who is where, as `device batch bunch`. */
const places = async () => {
  const rows = await api.db.selectFrom('devices').selectAll().orderBy('id').execute()
  return rows.map(({ batch_id, bunch_id }, at) => `${at + 1} ${batch_id ?? '-'} ${bunch_id ?? '-'}`)
}
const BEFORE = FLEET.map(({ n, batch, bunch }) => `${n} ${batch ?? '-'} ${bunch ?? '-'}`)
/** What is wrong, as `row column code`. */
const wrong = async (who: string, file: string) => {
  const answer = await send(who, 1, file)
  const { rows = [], message } = answer.json<{
    rows?: { row: number; column: string; code: string; message: string }[]
    message: string
  }>()
  for (const row of rows) expect(row.message).toMatch(/[가-힣]/)
  return {
    status: answer.statusCode,
    message,
    cells: rows.map(({ row, column, code }) => `${row} ${column} ${code}`),
  }
}

it('makes the devices of the sheet those of the batch; the others leave it and stay registered', async () => {
  const answer = await send('vendor', 1, imeis(1, 4, 5))
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    {
      result: true,
      message: '단말목록을 업데이트 하였습니다.',
      payload: { devices: 3, joined: 2, left: 2 },
    },
  ])
  // What stays keeps its bunch; what comes has none.
  expect(await places()).toEqual(['1 1 1', '2 - -', '3 - -', '4 1 -', '5 1 -', '6 - -', '7 - -'])
  const list = (await api.ask('vendor', '/api/batches')).json().payload
  expect(list.map(({ name, devices }: { name: string; devices: number }) => [name, devices])).toEqual([
    ['수도권', 3],
    ['영남', 0],
  ])
})

it('takes devices out of the batch only in the number that was agreed to', async () => {
  const agreed = (leaving: number, ...numbers: number[]) =>
    send('vendor', 1, imeis(...numbers), 'ko', { 'leaving-devices': String(leaving) })
  const asked = await agreed(0, 1, 4)
  expect([asked.statusCode, asked.json()]).toEqual([
    409,
    {
      result: false,
      code: 'batchDevices.leaving',
      message: expect.stringContaining('3대 중 2대'),
      leaving: { before: 3, left: 2, joined: 1, regrouped: 0, devices: 2, unknown: 0 },
    },
  ])
  expect(await places()).toEqual(BEFORE)
  // TestAccount else has changed the batch meanwhile: asked again.
  await api.db.updateTable('devices').set({ batch_id: 1 }).where('id', '=', imei(5)).execute()
  expect((await agreed(2, 1, 4)).json().leaving).toMatchObject({
    before: 4,
    left: 3,
    joined: 1,
    devices: 2,
  })
  expect((await agreed(3, 1, 4)).json().payload).toEqual({ devices: 2, joined: 1, left: 3 })
  expect((await agreed(0, 1, 4, 5)).json().payload).toEqual({ devices: 3, joined: 1, left: 0 })
  expect((await agreed(-1, 1)).statusCode).toBe(400)
  // Nothing leaves: what joins is asked about all the same.
  const joining = (number: number) =>
    send('vendor', 1, imeis(1, 2, 4, 5), 'ko', {
      'leaving-devices': '0',
      'joining-devices': String(number),
    })
  expect((await joining(0)).json()).toMatchObject({
    code: 'batchDevices.leaving',
    message: expect.stringContaining('1대'),
    leaving: { before: 3, left: 0, joined: 1, devices: 4 },
  })
  expect((await joining(1)).json().payload).toEqual({ devices: 4, joined: 1, left: 0 })
  expect((await joining(0)).json().payload).toEqual({ devices: 4, joined: 0, left: 0 })
})

const AGREED = { 'leaving-devices': '0', 'joining-devices': '0', 'regrouping-devices': '0' }

it('moves devices that stay to other bunches only in the number that was agreed to', async () => {
  const file = sheet('IMEI,하위 그룹', [imei(1), ''], [imei(2), '강남'], [imei(3), ''])
  const asked = await send('vendor', 1, file, 'ko', AGREED)
  expect([asked.statusCode, asked.json()]).toEqual([
    409,
    expect.objectContaining({
      code: 'batchDevices.leaving',
      message: expect.stringContaining('2대의 하위 그룹'),
      leaving: { before: 3, left: 0, joined: 0, regrouped: 2, devices: 3, unknown: 0 },
    }),
  ])
  expect(await places()).toEqual(BEFORE)
  const taken = await send('vendor', 1, file, 'ko', { ...AGREED, 'regrouping-devices': '2' })
  expect([taken.statusCode, (await places()).slice(0, 3)]).toEqual([200, ['1 1 -', '2 1 2', '3 1 -']])
})

it('says beside wrong cells what of the rest would move, to who asks before anything does', async () => {
  const rows = [
    [imei(1), '강남'],
    [imei(4), ''],
    [imei(6), ''],
    [imei(50), ''],
    [imei(51), ''],
  ]
  const file = sheet('IMEI,하위 그룹', ...rows)
  const asked = await send('vendor', 1, file, 'ko', AGREED)
  expect([asked.statusCode, asked.json()]).toEqual([
    422,
    expect.objectContaining({
      code: 'batchDevices.rows',
      rowsTotal: 3,
      leaving: { before: 3, left: 2, joined: 1, regrouped: 1, devices: 2, unknown: 2 },
    }),
  ])
  expect((await send('vendor', 1, file)).json()).not.toHaveProperty('leaving')
  expect(await places()).toEqual(BEFORE)
})

it('takes what was downloaded as it is, and nothing changes', async () => {
  const download = await api.ask('vendor', '/api/batches/devices/dl/1')
  expect(choicesIn(download.rawPayload)).toMatchObject({
    모델: { formula1: expect.stringContaining('_lists!$A$1:$A$'), refuses: true },
    그룹: { formula1: expect.stringContaining('_lists!$B$1:$B$'), refuses: false },
    지역: { formula1: expect.stringContaining('_lists!$C$1:$C$'), refuses: false },
  })
  const answer = await send('vendor', 1, download.rawPayload)
  expect(answer.json().payload).toEqual({ devices: 3, joined: 0, left: 0 })
  expect(await places()).toEqual(BEFORE)
})

it('settles the bunches where the sheet has that column', async () => {
  const file = sheet('IMEI,하위 그룹', [imei(1), ''], [imei(2), '강남'], [imei(5), '강북'])
  expect((await send('vendor', 1, file)).statusCode).toBe(200)
  expect((await places()).slice(0, 5)).toEqual(['1 1 -', '2 1 2', '3 - -', '4 2 3', '5 1 1'])
})

it('is a list of devices, whatever else the columns of the roster say', async () => {
  const file = sheet('IMEI,전화번호,모델,그룹,버전,업체', [
    imei(5),
    phone(5),
    'ft-100',
    '영남',
    '9.9',
    '누리',
  ])
  expect((await send('vendor', 1, file)).json().payload).toEqual({ devices: 1, joined: 1, left: 3 })
  const device = await api.db
    .selectFrom('devices')
    .selectAll()
    .where('id', '=', imei(5))
    .executeTakeFirstOrThrow()
  expect(device).toMatchObject({ version: '', vendor_id: 1, batch_id: 1 })
})

describe('is refused as a whole', () => {
  it('names every cell that does not fit, row by row, and changes nothing', async () => {
    const file = sheet(
      'IMEI,전화번호,모델,하위 그룹',
      [imei(1), phone(1), 'FT-100', '강북'],
      [imei(99), '', '', ''],
      [imei(6), '', '', ''],
      [imei(2), phone(3), 'FT-200', '부산'],
      [imei(3), '', '', '쌍둥이'],
      ['12345', '', '', ''],
      ['', phone(5), '', ''],
      [imei(1), '', '', ''],
    )
    expect(await wrong('vendor', file)).toEqual({
      status: 422,
      message: expect.stringContaining('9개'),
      cells: [
        '3 IMEI deviceUnknown',
        '4 IMEI deviceOtherModel',
        '5 전화번호 deviceOtherPhone',
        '5 모델 batchOtherModel',
        '5 하위 그룹 bunchUnknown',
        '6 하위 그룹 bunchAmbiguous',
        '7 IMEI imeiLength',
        '8 IMEI required',
        '9 IMEI duplicateImei',
      ],
    })
    expect(await places()).toEqual(BEFORE)
  })

  it('a device of another vendor is unknown to staff, and of another vendor to a master', async () => {
    expect((await wrong('vendor', imeis(1, 7))).cells).toEqual(['3 IMEI deviceUnknown'])
    expect((await wrong('master', imeis(1, 7))).cells).toEqual(['3 IMEI deviceOtherVendor'])
    expect(await places()).toEqual(BEFORE)
  })

  it('without an IMEI column, with an unknown one, and without a single device', async () => {
    expect(await wrong('vendor', sheet('전화번호', [phone(1)]))).toMatchObject({
      status: 422,
      cells: ['1 IMEI missingHeader'],
      message: expect.stringMatching(/^열 제목이/),
    })
    expect((await wrong('vendor', sheet('IMEI,하위그룸', [imei(1), '']))).cells).toEqual([
      '1 하위그룸 unknownHeader',
    ])
    expect(await wrong('vendor', 'IMEI\n')).toMatchObject({
      status: 422,
      message: '목록에 단말이 없습니다. 둘째 줄부터 단말을 입력해 주세요.',
    })
    expect(await places()).toEqual(BEFORE)
  })

  it('a file that is no spreadsheet', async () => {
    const answer = await send('vendor', 1, '%PDF-1.7 nothing')
    expect([answer.statusCode, answer.json().message]).toEqual([415, expect.stringContaining('PDF')])
  })

  it('a batch of another vendor, or none, is not there', async () => {
    expect((await send('other@test.local', 1, imeis(7))).statusCode).toBe(404)
    expect((await send('vendor', 999, imeis(1))).statusCode).toBe(404)
    expect((await send('client', 1, imeis(1))).statusCode).toBe(403)
  })

  it('says so in the language of who asks', async () => {
    const answer = await send('vendor', 1, imeis(99), 'en')
    expect(answer.json().rows[0].message).toBe('No such device. Check the IMEI, or register it first.')
  })
})

it('of lists that cross, each counts whole: the last one has what it says', async () => {
  const answers = await Promise.all([
    send('vendor', 1, imeis(1, 2, 3, 4, 5)),
    send('vendor', 2, imeis(5, 4, 3, 2, 1)),
    send('vendor', 1, imeis(2, 4, 1, 3, 5)),
  ])
  expect(answers.map(answer => answer.statusCode)).toEqual([200, 200, 200])
  const batches = new Set((await places()).slice(0, 5).map(place => place.split(' ')[1]))
  expect(batches.size).toBe(1)
})
