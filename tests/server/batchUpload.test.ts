/** The devices of a batch replaced by the list in a spreadsheet (§2 Devices dialog, decision 30). */
import { beforeEach, describe, expect, it } from 'vitest'
import { craftZip, workbookParts } from '../sheet/craft'
import { choicesIn } from '../support/choices'
import { findRows, insertDevices, insertRow, insertRows, updateRows } from '../support/rows'
import { bodyOf, payloadOf, startTestApp } from '../support/server'
import { imeiOf } from '../support/walk'

const phone = (n: number) => `0101000${String(n).padStart(4, '0')}`

/** Devices 1 to 3 in batch 1, device 4 in batch 2, 5 to 7 in none; 6 is of another model, 7 of vendor 2. */
const DEVICES = [
  { batch_id: 1, bunch_id: 1 },
  { batch_id: 1 },
  { batch_id: 1 },
  { batch_id: 2, bunch_id: 3 },
  {},
  { model_id: 2 },
  { vendor_id: 2 },
]
const BEFORE = ['1 1 1', '2 1 -', '3 1 -', '4 2 3', '5 - -', '6 - -', '7 - -']

const api = await startTestApp()
const { db } = api
await insertRow(db, 'vendors', { id: 2, name: '누리' })
await api.addAccount({ email: 'other@test.local', level: 6, vendor: 2 })
await insertRows(db, 'models', [{ name: 'FT-100' }, { name: 'FT-200' }])
const batches = ['수도권', '영남'].map(name => ({ name, vendor_id: 1, model_id: 1 }))
await insertRows(db, 'batches', batches)
await insertRows(db, 'bunches', [
  { name: '강북', batch_id: 1 },
  { name: '강남', batch_id: 1 },
  { name: '부산', batch_id: 2 },
  { name: '쌍둥이', batch_id: 1 },
  { name: '쌍둥이', batch_id: 1 },
])
beforeEach(async () => {
  await api.db.deleteFrom('devices').execute()
  const numbered = (nth: number) => ({ id: imeiOf(nth + 1), isdn: phone(nth + 1) })
  await insertDevices(api.db, DEVICES.length, nth => ({ ...numbered(nth), ...DEVICES[nth] }))
})

const send = (who: string, batch: number, file: string | Uint8Array, headers?: Record<string, string>) =>
  api.upload(who, `/api/batches/devices/ul/${batch}`, file, headers)
const csv = (header: string, ...rows: string[][]) => [header, ...rows.map(row => row.join(','))].join('\n')
const imeis = (...numbers: number[]) => csv('IMEI', ...numbers.map(n => [imeiOf(n)]))
/** The batch and the bunch of each device, as `device batch bunch`. */
const places = async () => {
  const rows = await findRows(api.db, 'devices')
  return rows.map(({ batch_id, bunch_id }, index) => `${index + 1} ${batch_id ?? '-'} ${bunch_id ?? '-'}`)
}
/** The refusal of a list for batch 1; `cells` has each refused cell as `row column code`. */
const refusal = async (who: string, file: string) => {
  const answer = await send(who, 1, file)
  const { rows = [], message } = answer.json<{
    rows?: { row: number; column: string; code: string; message: string }[]
    message: string
  }>()
  for (const row of rows) expect(row.message).toMatch(/[가-힣]/)
  const cells = rows.map(({ row, column, code }) => `${row} ${column} ${code}`)
  return { status: answer.statusCode, message, cells }
}

it('The devices of the list are the batch; devices that leave it stay registered', async () => {
  expect(await bodyOf(send('vendor', 1, imeis(1, 4, 5)))).toEqual({
    result: true,
    message: '단말목록을 업데이트 하였습니다.',
    payload: { devices: 3, joined: 2, left: 2 },
  })
  // A device that stays keeps its bunch, one that joins has none.
  expect(await places()).toEqual(['1 1 1', '2 - -', '3 - -', '4 1 -', '5 1 -', '6 - -', '7 - -'])
  const batches = await payloadOf<{ name: string; devices: number }[]>(api.ask('vendor', '/api/batches'))
  expect(batches.map(({ name, devices }) => `${name} ${devices}`)).toEqual(['수도권 3', '영남 0'])
})

describe('An upload with the numbers that the user has confirmed', () => {
  const confirmed = (file: string, leaving: number, joining?: number, regrouping?: number) =>
    send('vendor', 1, file, {
      'leaving-devices': String(leaving),
      ...(joining !== undefined && { 'joining-devices': String(joining) }),
      ...(regrouping !== undefined && { 'regrouping-devices': String(regrouping) }),
    })

  it('is refused while another number of devices would leave the batch or join it', async () => {
    const refused = await confirmed(imeis(1, 4), 0)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toEqual({
      result: false,
      code: 'batchDevices.leaving',
      message: expect.stringContaining('3대 중 2대'),
      leaving: { before: 3, left: 2, joined: 1, regrouped: 0, devices: 2, unknown: 0 },
    })
    expect(await places()).toEqual(BEFORE)
    // Another user changes the batch after the confirmation.
    await updateRows(api.db, 'devices', { id: imeiOf(5) }, { batch_id: 1 })
    expect((await confirmed(imeis(1, 4), 2)).json().leaving).toMatchObject({ before: 4, left: 3, joined: 1 })
    expect((await confirmed(imeis(1, 4), 3)).json().payload).toEqual({ devices: 2, joined: 1, left: 3 })
    const joining = imeis(1, 4, 5)
    expect((await confirmed(joining, 0, 0)).json()).toMatchObject({
      code: 'batchDevices.leaving',
      message: expect.stringContaining('1대'),
      leaving: { before: 2, left: 0, joined: 1, devices: 3 },
    })
    expect((await confirmed(joining, 0, 1)).json().payload).toEqual({ devices: 3, joined: 1, left: 0 })
    expect((await confirmed(joining, 0, 0)).json().payload).toEqual({ devices: 3, joined: 0, left: 0 })
    expect((await confirmed(imeis(1), -1)).statusCode).toBe(400)
  })

  it('is refused while another number of devices would change their bunch', async () => {
    const file = csv('IMEI,하위 그룹', [imeiOf(1), ''], [imeiOf(2), '강남'], [imeiOf(3), ''])
    expect((await confirmed(file, 0, 0, 0)).json()).toMatchObject({
      code: 'batchDevices.leaving',
      message: expect.stringContaining('2대의 하위 그룹'),
      leaving: { before: 3, left: 0, joined: 0, regrouped: 2, devices: 3, unknown: 0 },
    })
    expect(await places()).toEqual(BEFORE)
    expect((await confirmed(file, 0, 0, 2)).statusCode).toBe(200)
    expect((await places()).slice(0, 3)).toEqual(['1 1 -', '2 1 2', '3 1 -'])
  })

  it('is refused with its wrong cells, and with the moves of the other rows', async () => {
    // Device 6 is of another model, 50 and 51 are unknown.
    const others = [4, 6, 50, 51].map(n => [imeiOf(n), ''])
    const file = csv('IMEI,하위 그룹', [imeiOf(1), '강남'], ...others)
    const refused = await confirmed(file, 0, 0, 0)
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({
      code: 'batchDevices.rows',
      rowsTotal: 3,
      leaving: { before: 3, left: 2, joined: 1, regrouped: 1, devices: 2, unknown: 2 },
    })
    expect((await send('vendor', 1, file)).json()).not.toHaveProperty('leaving')
    expect(await places()).toEqual(BEFORE)
  })
})

it('The downloaded list, uploaded as it is, changes nothing', async () => {
  const { rawPayload } = await api.ask('vendor', '/api/batches/devices/dl/1')
  expect(Object.keys(choicesIn(rawPayload))).toEqual(['모델', '그룹', '지역'])
  expect(await payloadOf(send('vendor', 1, rawPayload))).toEqual({ devices: 3, joined: 0, left: 0 })
  expect(await places()).toEqual(BEFORE)
})

it('A column of bunches sets the bunch of every device', async () => {
  const file = csv('IMEI,하위 그룹', [imeiOf(1), ''], [imeiOf(2), '강남'], [imeiOf(5), '강북'])
  expect((await send('vendor', 1, file)).statusCode).toBe(200)
  expect((await places()).slice(0, 5)).toEqual(['1 1 -', '2 1 2', '3 - -', '4 2 3', '5 1 1'])
})

it('A bunch that is merged over several rows is the bunch of all of them; hidden rows are read and counted', async () => {
  const rows = [['IMEI', '하위 그룹'], [imeiOf(1), '강남'], [imeiOf(2)], [imeiOf(3)]].map((cells, at) => {
    const texts = cells.map((text, column) => `<c r="${'AB'[column]}${at + 1}" t="str"><v>${text}</v></c>`)
    return `<row r="${at + 1}" hidden="${at === 3 ? 1 : 0}">${texts.join('')}</row>`
  })
  const merged = '<mergeCells><mergeCell ref="B2:B4"/></mergeCells>'
  const sheet = `<?xml version="1.0"?><worksheet><sheetData>${rows.join('')}</sheetData>${merged}</worksheet>`
  const file = craftZip(workbookParts(sheet))
  expect(await payloadOf(send('vendor', 1, file))).toMatchObject({ devices: 3, left: 0, hiddenRows: 1 })
  expect((await places()).slice(0, 3)).toEqual(['1 1 2', '2 1 2', '3 1 2'])
})

describe('A list is refused as a whole', () => {
  it('with every wrong cell named', async () => {
    const file = csv(
      'IMEI,전화번호,모델,하위 그룹',
      [imeiOf(1), phone(1), 'FT-100', '강북'],
      [imeiOf(99), '', '', ''],
      [imeiOf(6), '', '', ''],
      [imeiOf(2), phone(3), 'FT-200', '부산'],
      [imeiOf(3), '', '', '쌍둥이'],
      ['12345', '', '', ''],
      ['', phone(5), '', ''],
      [imeiOf(1), '', '', ''],
    )
    expect(await refusal('vendor', file)).toEqual({
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

  it('with a device of another vendor, which only a master learns to exist', async () => {
    expect((await refusal('vendor', imeis(1, 7))).cells).toEqual(['3 IMEI deviceUnknown'])
    expect((await refusal('master', imeis(1, 7))).cells).toEqual(['3 IMEI deviceOtherVendor'])
    const english = await send('vendor', 1, imeis(7), { 'accept-language': 'en' })
    expect(english.json().rows[0].message).toMatch(/^No such device\./)
    expect(await places()).toEqual(BEFORE)
  })

  it('without an IMEI column, with an unknown column, or without devices', async () => {
    expect((await refusal('vendor', csv('전화번호', [phone(1)]))).cells).toEqual(['1 IMEI missingHeader'])
    const unknown = await refusal('vendor', csv('IMEI,하위그룸', [imeiOf(1), '']))
    expect(unknown.cells).toEqual(['1 하위그룸 unknownHeader'])
    const { status, message } = await refusal('vendor', 'IMEI\n')
    expect([status, message]).toEqual([422, '목록에 단말이 없습니다. 둘째 줄부터 단말을 입력해 주세요.'])
    expect(await places()).toEqual(BEFORE)
  })
})

it('Of simultaneous lists with the same devices the last one holds as a whole', async () => {
  const answers = await Promise.all([
    send('vendor', 1, imeis(1, 2, 3, 4, 5)),
    send('vendor', 2, imeis(5, 4, 3, 2, 1)),
    send('vendor', 1, imeis(2, 4, 1, 3, 5)),
  ])
  expect(answers.map(answer => answer.statusCode)).toEqual([200, 200, 200])
  const batchesOfDevices = new Set((await places()).slice(0, 5).map(place => place.split(' ')[1]))
  expect(batchesOfDevices.size).toBe(1)
})
