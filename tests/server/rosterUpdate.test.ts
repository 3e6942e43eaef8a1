/** Registered devices changed from a spreadsheet: the preview, the change, its refusals, and who may do it. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { RosterDifferences } from '../../src/contract/devices'
import { partsFor } from '../../src/engine/access'
import type { Compiled, CompiledField } from '../../src/engine/compiled'
import { updateRoster } from '../../src/server/commands/rosters/updateRoster'
import { testConfig } from '../support/config'
import { callers, levels, newRosterWorld, rosterSettings } from '../support/rosterWorld'
import { countRows, findRow, findRows, insertDevices, phoneOf, updateRows } from '../support/rows'
import { payloadOf, startTestApp, statusOf } from '../support/server'
import { imeiOf } from '../support/walk'

const csv = (...rows: (readonly (string | number)[])[]) => rows.map(row => row.join(',')).join('\n')

const config = testConfig(addFields)
const EMAILS = {
  master: 'master@x.kr',
  vendor: 'hanbit@x.kr',
  client: 'client@x.kr',
  guest: 'guest@x.kr',
  otherStaff: 'staff@nuri.kr',
}
type User = keyof typeof EMAILS

const api = await startTestApp(await newRosterWorld(), { config, bare: true })
await api.addAccount({ email: EMAILS.guest, level: levels.guest, vendor: 1 })
await api.addAccount({ email: EMAILS.otherStaff, level: levels.vendor, vendor: 2 })

// Devices 0 to 7 belong to vendor 1: 0 and 1 belong to the client, 0 to 3 are in a group.
// Devices 8 and 9 belong to vendor 2.
beforeEach(async () => {
  await api.db.deleteFrom('devices').execute()
  await api.db.deleteFrom('history').execute()
  await insertDevices(api.db, 10, n => ({
    vendor_id: n < 8 ? 1 : 2,
    client_id: n < 2 ? callers.client.id : null,
    batch_id: n < 4 ? 1 : null,
    bunch_id: n === 0 ? 1 : null,
    version: '1.0',
    extra: JSON.stringify(n === 1 ? { site: '창고', spare: true } : {}),
  }))
})

const send = (
  call: 'compare' | 'update',
  file: string,
  who: User = 'vendor',
  headers?: Record<string, string>,
) => api.upload(EMAILS[who], `/api/devices/roster/${call}`, file, headers)
const compare = (file: string, who?: User) => payloadOf<RosterDifferences>(send('compare', file, who))
/** The result of an update, or its refused cells as `row column code`, or the code of the refusal. */
const update = async (file: string, who?: User) => {
  const answer = await send('update', file, who)
  const { payload, rows, code } = answer.json()
  if (answer.statusCode === 200) return payload
  return rows?.map((cell: Record<string, string>) => `${cell.row} ${cell.column} ${cell.code}`) ?? code
}
const device = (n: number) => findRow(api.db, 'devices', { id: imeiOf(n) })
const allDevices = () => findRows(api.db, 'devices')

describe('The preview', () => {
  const file = csv(
    ['IMEI', '시리얼', '그룹', '버전', '설치 장소'],
    [imeiOf(0), '2000', '', '(비움)', ''],
    [imeiOf(1), '1001', '수도권 화물 1차', '1.0', '창고'],
    [imeiOf(5), '', '수도권 화물 1차', '2.0', '옥상'],
  )

  it('lists the changes of each column with examples, and changes nothing', async () => {
    const before = await allDevices()
    expect(await compare(file)).toEqual({
      devices: 3,
      changed: 2,
      unchanged: 1,
      unknown: 0,
      columns: [
        { column: '시리얼', devices: 1, examples: [{ id: imeiOf(0), before: '1000', after: '2000' }] },
        { column: '그룹', devices: 1, examples: [{ id: imeiOf(5), before: '', after: '수도권 화물 1차' }] },
        {
          column: '버전',
          devices: 2,
          examples: [
            { id: imeiOf(0), before: '1.0', after: '' },
            { id: imeiOf(5), before: '1.0', after: '2.0' },
          ],
        },
        { column: '설치 장소', devices: 1, examples: [{ id: imeiOf(5), before: '', after: '옥상' }] },
      ],
      ignored: [],
      rows: [],
      rowsTotal: 0,
    })
    expect(await allDevices()).toEqual(before)
    expect([await countRows(api.db, 'bulk_rows'), await countRows(api.db, 'bulk_changes')]).toEqual([0, 0])
  })

  it('shows what the update then does; an empty cell changes nothing', async () => {
    expect(await update(file)).toEqual({ changed: 2, unchanged: 1 })
    expect(await device(0)).toMatchObject({ serial: '2000', batch_id: 1, bunch_id: 1, version: '' })
    const changed = { serial: '1005', batch_id: 1, version: '2.0', extra: { site: '옥상' } }
    expect(await device(5)).toMatchObject(changed)
    expect(await device(1)).toMatchObject({ serial: '1001', extra: { site: '창고', spare: true } })
    expect(await compare(file)).toMatchObject({ changed: 0, unchanged: 3, columns: [] })
  })

  it.each(['vendor', 'master'] as const)('finds no change in the exported list of a %s', async who => {
    await updateRows(api.db, 'devices', { id: imeiOf(2) }, { version: '-rc1' })
    const { shared } = config.current()
    const { columns } = shared.resources.devices!.list!
    const visible = partsFor(shared, shared.levels.numbers[who], columns).map(({ field }) => field)
    const query = new URLSearchParams({ 'export[format]': 'csv', 'export[columns]': visible.join() })
    const list = await api.ask(EMAILS[who], `/api/exports/devices?${query}`)
    expect([list.statusCode, list.body]).toEqual([200, expect.stringContaining("'-rc1")])
    const preview = await compare(list.body, who)
    const devices = who === 'master' ? 10 : 8
    expect(preview).toMatchObject({ devices, changed: 0, unchanged: devices, rowsTotal: 0, columns: [] })
    const ignored = ['연결', '연결일시 (UTC)', '신호 (dBm)', '빌드']
    expect(preview.ignored).toEqual(expect.arrayContaining(ignored))
  })
})

describe('An update', () => {
  it('writes a row of history for each device, and one for the whole update', async () => {
    await update(csv(['IMEI', '시리얼'], [imeiOf(0), '77'], [imeiOf(3), '78']))
    const rows = await findRows(api.db, 'history')
    expect(rows.map(({ action, record }) => [action, record]).sort()).toEqual([
      ['changed', imeiOf(0)],
      ['changed', imeiOf(3)],
      ['changedMany', ''],
    ])
    expect(rows.find(({ action }) => action === 'changedMany')?.after).toMatchObject({ devices: 2 })
  })

  it('clears a value where the cell says so, but no required value', async () => {
    const header = ['IMEI', '그룹', '회원', '설치 장소', '예비']
    const cleared = csv(header, [imeiOf(1), '(비움)', '(비움)', '(지움)', '아니오'])
    expect(await update(cleared)).toEqual({ changed: 1, unchanged: 0 })
    expect(await device(1)).toMatchObject({ batch_id: null, client_id: null })
    expect((await device(1)).extra).toMatchObject({ site: '', spare: false })
    expect(await update(csv(['IMEI', '전화번호', '모델'], [imeiOf(1), '(비움)', '(비움)']))).toEqual([
      '2 전화번호 required',
      '2 모델 required',
    ])
  })

  it('takes models, groups, bunches and clients by name; a device with a new model leaves its group', async () => {
    expect(await update(csv(['IMEI', '모델'], [imeiOf(0), 'ft-200']))).toEqual({ changed: 1, unchanged: 0 })
    expect(await device(0)).toMatchObject({ model_id: 2, batch_id: null, bunch_id: null })
    const named = csv(
      ['IMEI', '모델', '그룹', '하위 그룹', '회원'],
      [imeiOf(1), 'FT-200', '영남 간선', '', 'client@x.kr'],
      [imeiOf(2), '', '', '강북 허브', 'CLIENT@x.kr'],
    )
    expect(await update(named)).toEqual({ changed: 2, unchanged: 0 })
    expect(await device(1)).toMatchObject({ model_id: 2, batch_id: 3, client_id: callers.client.id })
    expect(await device(2)).toMatchObject({ batch_id: 1, bunch_id: 1, client_id: callers.client.id })
    const wrong = csv(
      ['IMEI', '모델', '그룹', '하위 그룹', '회원'],
      [imeiOf(3), 'FT-900', '', '', ''],
      [imeiOf(4), '', '영남 간선', '', 'nuri@x.kr'],
      [imeiOf(5), '', '없음', '', ''],
      [imeiOf(6), '', '', '강북 허브', ''],
      [imeiOf(7), '', '수도권 화물 1차', '둘', ''],
    )
    expect(await update(wrong)).toEqual([
      '2 모델 modelUnknown',
      '3 그룹 batchOtherModel',
      '3 회원 clientUnknown',
      '4 그룹 batchUnknown',
      '5 하위 그룹 bunchWithoutBatch',
      '6 하위 그룹 bunchUnknown',
    ])
  })

  it('lets devices exchange their phone numbers, and gives no number twice', async () => {
    const numbers = [phoneOf(1), phoneOf(2), phoneOf(0)]
    const swap = csv(['IMEI', '전화번호'], ...numbers.map((isdn, n) => [imeiOf(n), isdn]))
    expect(await update(swap)).toEqual({ changed: 3, unchanged: 0 })
    expect((await allDevices()).slice(0, 3).map(({ isdn }) => isdn)).toEqual(numbers)
    // The refusal is the same whether the number belongs to a device of this or of another vendor.
    const taken = csv(['IMEI', '전화번호'], [imeiOf(0), phoneOf(9)], [imeiOf(3), phoneOf(4)])
    expect(await update(taken)).toEqual(['2 전화번호 phoneTaken', '3 전화번호 phoneTaken'])
    expect(await compare(taken)).toMatchObject({ rowsTotal: 2 })
  })

  it('with a wrong cell changes nothing, and names every wrong cell', async () => {
    const before = await allDevices()
    const bad = csv(
      ['IMEI', '전화번호', '시리얼'],
      [imeiOf(0), phoneOf(50), '1'],
      [imeiOf(1), '0101', '2'],
      [imeiOf(0), '', '3'],
      ['35693', '', '4'],
    )
    expect(await update(bad)).toEqual(['3 전화번호 phoneLength', '4 IMEI duplicateImei', '5 IMEI imeiLength'])
    expect(await allDevices()).toEqual(before)
  })

  it('is refused if it would change another number of devices than the user confirmed', async () => {
    const file = csv(['IMEI', '시리얼'], [imeiOf(0), '1'], [imeiOf(1), '2'])
    const confirmed = (devices: string) => send('update', file, 'vendor', { 'changing-devices': devices })
    const refused = (await confirmed('1')).json()
    expect(refused).toMatchObject({ code: 'rosterUpdate.changed', found: 2 })
    expect((await device(0)).serial).toBe('1000')
    expect(await statusOf(confirmed('2'))).toBe(200)
    expect(await statusOf(confirmed('x'))).toBe(400)
  })

  it('needs a column of IMEIs and rows, and takes no secrets', async () => {
    expect(await update(csv(['시리얼'], ['1']))).toEqual(['1 IMEI missingHeader'])
    const secret = csv(['IMEI', '접속 비밀키'], [imeiOf(0), 'x'])
    expect(await update(secret)).toEqual(['1 접속 비밀키 notForUpdate'])
    expect(await update(csv(['IMEI', '시리얼']))).toBe('rosterUpdate.noRows')
  })
})

describe('The right to update', () => {
  it('is denied to guests; clients may change their own devices in the columns of their level', async () => {
    const file = csv(['IMEI', '시리얼'], [imeiOf(0), '9'])
    expect(await statusOf(send('update', file, 'guest'))).toBe(403)
    expect(await update(file, 'client')).toEqual({ changed: 1, unchanged: 0 })
    const foreign = csv(['IMEI', '시리얼'], [imeiOf(2), '9'])
    expect(await update(foreign, 'client')).toEqual(['2 IMEI deviceUnknown'])
    expect(await update(csv(['IMEI', '회원'], [imeiOf(0), '(비움)']), 'client')).toEqual(['2 회원 forbidden'])
  })

  it('the vendor is for masters; a moved device loses the group and the client of its former vendor', async () => {
    const file = csv(['IMEI', '업체'], [imeiOf(0), '누리'])
    expect(await update(file)).toEqual(['2 업체 forbidden'])
    expect(await update(file, 'otherStaff')).toEqual(['2 IMEI deviceUnknown', '2 업체 forbidden'])
    expect(await update(file, 'master')).toEqual({ changed: 1, unchanged: 0 })
    expect(await device(0)).toMatchObject({ vendor_id: 2, batch_id: null, bunch_id: null, client_id: null })
  })
})

it('A field that a rule of config makes read-only is refused only for the devices of the rule', async () => {
  const file = csv(['IMEI', '등급'], [imeiOf(2), 'A'], [imeiOf(3), 'A'])
  expect(await update(file)).toEqual(['2 등급 field.notWritable'])
})

it('A cancelled update changes nothing', async () => {
  const cancel = new AbortController()
  const file = (async function* () {
    yield Buffer.from(csv(['IMEI', '시리얼'], [imeiOf(0), '1']))
    cancel.abort()
  })()
  const settings = rosterSettings(config, { cancelled: cancel.signal })
  await expect(updateRoster(api.db, callers.vendor, file, settings)).rejects.toMatchObject({
    status: 409,
    code: 'upload.cancelled',
  })
  expect((await device(0)).serial).toBe('1000')
  expect((await findRows(api.db, 'bulk_changes')).filter(({ stage }) => stage !== 'done')).toEqual([])
})

/** Adds a text, a boolean, and a field that is read-only for the device with the serial 1002. */
function addFields({ shared }: Compiled): void {
  const { fields } = shared.resources.devices!
  const text: CompiledField = { ...fields.version!, storage: 'extra', write: 'none' }
  fields.site = { ...text, name: 'site', label: { ko: '설치 장소', en: 'Site' } }
  fields.spare = { ...text, name: 'spare', type: 'boolean', label: { ko: '예비', en: 'Spare' } }
  fields.grade = {
    ...text,
    name: 'grade',
    label: { ko: '등급', en: 'Grade' },
    readOnly: { field: 'serial', eq: '1002' },
  }
  const column = shared.roster.columns.find(({ field }) => field === 'version')!
  for (const field of ['site', 'spare', 'grade']) {
    const header = fields[field]!.label!
    shared.roster.columns.push({ ...column, field, header, aliases: [], storage: 'extra' })
  }
}
