/** Registered devices changed by a spreadsheet: what it says, what it leaves, what is shown before, and whom it obeys. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RosterDifferences } from '../../src/contract/devices'
import { luhnDigit } from '../../src/domain/imei'
import { partsFor } from '../../src/engine/access'
import type { Compiled, CompiledField } from '../../src/engine/compiled'
import type { Caller } from '../../src/server/caller'
import { updateRoster } from '../../src/server/commands/rosters/updateRoster'
import { isPglite } from '../../src/server/store/database'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, type TestApp } from '../support/server'
import { fileBody } from '../support/walk'

const imei = (n: number) => {
  const digits = `35693803${String(n).padStart(6, '0')}`
  return digits + luhnDigit(digits)
}
const LEVEL_OF: Readonly<Record<string, number>> = { vendor: 6, master: 9 }
const phone = (n: number) => `0102000${String(n).padStart(4, '0')}`
const csv = (...rows: (readonly (string | number)[])[]) => rows.map(row => row.join(',')).join('\n')

let api: TestApp
const accounts: Record<string, number> = {}
const config = testConfig(withOwnFields)

beforeAll(async () => {
  api = await startTestApp(await newDatabase(), { config })
  const { db } = api
  await db.insertInto('vendors').values({ name: '누리통신' }).execute()
  await db
    .insertInto('models')
    .values([{ name: 'FT-100' }, { name: 'FT-200' }])
    .execute()
  await api.addAccount({ email: 'other@test.local', level: 6, vendor: 2 })
  await api.addAccount({ email: 'foreign@test.local', level: 3, vendor: 2 })
  for (const { id, email } of await db.selectFrom('clients').select(['id', 'email']).execute())
    accounts[email.split('@')[0]!] = id
  await db
    .insertInto('batches')
    .values([
      { name: '가', model_id: 1, vendor_id: 1 },
      { name: '나', model_id: 2, vendor_id: 1 },
      { name: '가', model_id: 1, vendor_id: 2 },
    ])
    .execute()
  await db.insertInto('bunches').values({ name: '하나', batch_id: 1 }).execute()
})

// Eight of vendor 1, the first two of its client, the first four in a group; 8 and 9 of vendor 2.
beforeEach(async () => {
  await api.db.deleteFrom('devices').execute()
  await api.db.deleteFrom('history').execute()
  await api.db
    .insertInto('devices')
    .values(
      Array.from({ length: 10 }, (_, at) => ({
        id: imei(at),
        isdn: phone(at),
        serial: String(1000 + at),
        model_id: 1,
        vendor_id: at < 8 ? 1 : 2,
        client_id: at < 2 ? accounts.client! : null,
        batch_id: at < 4 ? 1 : null,
        bunch_id: at === 0 ? 1 : null,
        version: '1.0',
        extra: JSON.stringify(at === 1 ? { site: '창고', spare: true } : {}),
      })),
    )
    .execute()
})

const send = (call: 'compare' | 'update', file: string, who = 'vendor', headers = {}) => {
  const { body, type } = fileBody(file)
  const url = `/api/devices/roster/${call}`
  return api.ask(who, { method: 'POST', url, payload: body, headers: { 'content-type': type, ...headers } })
}
const compare = async (file: string, who?: string): Promise<RosterDifferences> => {
  const answer = await send('compare', file, who)
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  return answer.json().payload
}
const update = async (file: string, who?: string) => {
  const answer = await send('update', file, who)
  return answer.statusCode === 200
    ? answer.json().payload
    : (answer
        .json()
        .rows?.map((row: { row: number; column: string; code: string }) =>
          [row.row, row.column, row.code].join(' '),
        ) ?? answer.json().code)
}
const everyColumn = (who: string) =>
  partsFor(config.current().shared, LEVEL_OF[who]!, config.current().shared.resources.devices!.list!.columns)
    .map(({ field }) => field)
    .join()
const device = (at: number) =>
  api.db.selectFrom('devices').where('id', '=', imei(at)).selectAll().executeTakeFirstOrThrow()
const all = () => api.db.selectFrom('devices').selectAll().orderBy('id').execute()

describe('What a sheet would change', () => {
  const file = csv(
    ['IMEI', '시리얼', '그룹', '버전', '설치 장소'],
    [imei(0), '2000', '', '(비움)', ''],
    [imei(1), '1001', '가', '1.0', '창고'],
    [imei(5), '', '가', '2.0', '옥상'],
  )

  it('is told column by column, with what was and what will be, and changes nothing', async () => {
    const before = await all()
    expect(await compare(file)).toEqual({
      devices: 3,
      changed: 2,
      unchanged: 1,
      unknown: 0,
      columns: [
        { column: '시리얼', devices: 1, examples: [{ id: imei(0), before: '1000', after: '2000' }] },
        { column: '그룹', devices: 1, examples: [{ id: imei(5), before: '', after: '가' }] },
        {
          column: '버전',
          devices: 2,
          examples: [
            { id: imei(0), before: '1.0', after: '' },
            { id: imei(5), before: '1.0', after: '2.0' },
          ],
        },
        { column: '설치 장소', devices: 1, examples: [{ id: imei(5), before: '', after: '옥상' }] },
      ],
      ignored: [],
      rows: [],
      rowsTotal: 0,
    })
    expect(await all()).toEqual(before)
    expect(await api.db.selectFrom('bulk_rows').select('device_id').execute()).toEqual([])
    expect(await api.db.selectFrom('bulk_changes').select('id').execute()).toEqual([])
  })

  it('is what the update then does, and an empty cell changes nothing', async () => {
    expect(await update(file)).toEqual({ changed: 2, unchanged: 1 })
    expect(await device(0)).toMatchObject({ serial: '2000', batch_id: 1, bunch_id: 1, version: '' })
    expect(await device(5)).toMatchObject({
      serial: '1005',
      batch_id: 1,
      version: '2.0',
      extra: { site: '옥상' },
    })
    expect(await device(1)).toMatchObject({ serial: '1001', extra: { site: '창고', spare: true } })
    expect(await compare(file)).toMatchObject({ changed: 0, unchanged: 3, columns: [] })
  })

  it.each(['vendor', 'master'])('is nothing of what the list was exported with, as %s has it', async who => {
    await api.db.updateTable('devices').set({ version: '-rc1' }).where('id', '=', imei(2)).execute()
    const query = new URLSearchParams({ 'export[format]': 'csv', 'export[columns]': everyColumn(who) })
    const list = await api.ask(who, `/api/exports/devices?${query}`)
    expect([list.statusCode, list.body]).toEqual([200, expect.stringContaining("'-rc1")])
    const found = await compare(list.body, who)
    const count = who === 'master' ? 10 : 8
    expect(found).toMatchObject({
      devices: count,
      changed: 0,
      unchanged: count,
      rowsTotal: 0,
      columns: [],
    })
    expect(found.ignored).toEqual(
      expect.arrayContaining(['#', '연결', '연결일시 (UTC)', '신호 (dBm)', '빌드']),
    )
    // With zeros in front it is the same serial; another one is another.
    expect(await compare(csv(['IMEI', '시리얼'], [imei(0), '00001000'], [imei(1), '0001001']))).toMatchObject(
      {
        changed: 1,
        columns: [{ examples: [{ before: '1001', after: '0001001' }] }],
      },
    )
  })

  it('names devices that are not there, and those of others in the same words', async () => {
    const found = await compare(csv(['IMEI', '버전'], [imei(99), '2'], [imei(8), '2'], [imei(0), '2']))
    expect(found).toMatchObject({ devices: 3, changed: 1, unknown: 2, rowsTotal: 2 })
    expect(found.rows.map(({ row, value, code }) => [row, value, code])).toEqual([
      [2, imei(99), 'deviceUnknown'],
      [3, imei(8), 'deviceUnknown'],
    ])
  })
})

describe('An update', () => {
  it('leaves a row of history for each device, and one for all', async () => {
    await update(csv(['IMEI', '시리얼'], [imei(0), '77'], [imei(3), '78']))
    const rows = await api.db.selectFrom('history').select(['action', 'record', 'after']).execute()
    expect(rows.map(({ action, record }) => [action, record]).sort()).toEqual([
      ['changed', imei(0)],
      ['changed', imei(3)],
      ['changedMany', ''],
    ])
    expect(rows.find(({ action }) => action === 'changedMany')?.after).toMatchObject({ devices: 2 })
  })

  it('takes values away where the cell says so, and keeps what a device must have', async () => {
    const cleared = csv(
      ['IMEI', '그룹', '회원', '설치 장소', '예비'],
      [imei(1), '(비움)', '(비움)', '(지움)', '아니오'],
    )
    expect(await update(cleared)).toEqual({ changed: 1, unchanged: 0 })
    expect(await device(1)).toMatchObject({ batch_id: null, client_id: null })
    expect((await device(1)).extra).toMatchObject({ site: '', spare: false })
    expect(await update(csv(['IMEI', '전화번호', '모델'], [imei(1), '(비움)', '(비움)']))).toEqual([
      '2 전화번호 required',
      '2 모델 required',
    ])
  })

  it('moves a device by names; it leaves what does not fit its new model', async () => {
    expect(await update(csv(['IMEI', '모델'], [imei(0), 'ft-200']))).toEqual({ changed: 1, unchanged: 0 })
    expect(await device(0)).toMatchObject({ model_id: 2, batch_id: null, bunch_id: null })
    const named = csv(
      ['IMEI', '모델', '그룹', '하위 그룹', '회원'],
      [imei(1), 'FT-200', '나', '', 'client@test.local'],
      [imei(2), '', '', '하나', 'CLIENT@test.local'],
    )
    expect(await update(named)).toEqual({ changed: 2, unchanged: 0 })
    expect(await device(1)).toMatchObject({ model_id: 2, batch_id: 2, client_id: accounts.client })
    expect(await device(2)).toMatchObject({ batch_id: 1, bunch_id: 1, client_id: accounts.client })
    const wrong = csv(
      ['IMEI', '모델', '그룹', '하위 그룹', '회원'],
      [imei(3), 'FT-900', '', '', ''],
      [imei(4), '', '나', '', 'foreign@test.local'],
      [imei(5), '', '없음', '', ''],
      [imei(6), '', '', '하나', ''],
      [imei(7), '', '가', '둘', ''],
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

  it('lets devices exchange their numbers, and gives no number twice', async () => {
    const swap = csv(['IMEI', '전화번호'], [imei(0), phone(1)], [imei(1), phone(2)], [imei(2), phone(0)])
    expect(await update(swap)).toEqual({ changed: 3, unchanged: 0 })
    expect([await device(0), await device(1), await device(2)].map(({ isdn }) => isdn)).toEqual([
      phone(1),
      phone(2),
      phone(0),
    ])
    // One that another vendor's device has is told like any other.
    const taken = csv(['IMEI', '전화번호'], [imei(0), phone(9)], [imei(3), phone(4)])
    expect(await update(taken)).toEqual(['2 전화번호 phoneTaken', '3 전화번호 phoneTaken'])
    expect(await compare(taken)).toMatchObject({ rowsTotal: 2 })
  })

  it('changes all or nothing, and names every bad cell', async () => {
    const before = await all()
    const bad = csv(
      ['IMEI', '전화번호', '시리얼'],
      [imei(0), phone(50), '1'],
      [imei(1), '0101', '2'],
      [imei(0), '', '3'],
      ['35693', '', '4'],
    )
    expect(await update(bad)).toEqual(['3 전화번호 phoneLength', '4 IMEI duplicateImei', '5 IMEI imeiLength'])
    expect(await all()).toEqual(before)
  })

  it('is refused where it would change another number than was agreed to', async () => {
    const file = csv(['IMEI', '시리얼'], [imei(0), '1'], [imei(1), '2'])
    const refused = await send('update', file, 'vendor', { 'changing-devices': '1' })
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'rosterUpdate.changed', found: 2 }),
    ])
    expect((await device(0)).serial).toBe('1000')
    expect((await send('update', file, 'vendor', { 'changing-devices': '2' })).statusCode).toBe(200)
    expect((await send('update', file, 'vendor', { 'changing-devices': 'x' })).statusCode).toBe(400)
  })

  it('needs the IMEI alone, takes no secret, and says what a header means', async () => {
    expect(await update(csv(['시리얼'], ['1']))).toEqual(['1 IMEI missingHeader'])
    expect(await update(csv(['IMEI', '접속 비밀키'], [imei(0), 'x']))).toEqual(['1 접속 비밀키 notForUpdate'])
    expect(await update(csv(['IMEI', '시리얼']))).toBe('rosterUpdate.noRows')
  })
})

describe('Who may', () => {
  it('guests may not, and clients change their own devices in the columns that are theirs', async () => {
    const file = csv(['IMEI', '시리얼'], [imei(0), '9'])
    expect((await send('update', file, 'guest')).statusCode).toBe(403)
    expect((await send('compare', file, 'guest')).statusCode).toBe(403)
    expect(await update(file, 'client')).toEqual({ changed: 1, unchanged: 0 })
    expect(await update(csv(['IMEI', '시리얼'], [imei(2), '9']), 'client')).toEqual(['2 IMEI deviceUnknown'])
    expect(await update(csv(['IMEI', '회원'], [imei(0), '(비움)']), 'client')).toEqual(['2 회원 forbidden'])
  })

  it('only masters say whose a device is; it leaves what it had of the other vendor', async () => {
    const file = csv(['IMEI', '업체'], [imei(0), '누리통신'])
    expect(await update(file)).toEqual(['2 업체 forbidden'])
    expect(await update(file, 'other')).toEqual(['2 IMEI deviceUnknown', '2 업체 forbidden'])
    expect(await update(file, 'master')).toEqual({ changed: 1, unchanged: 0 })
    expect(await device(0)).toMatchObject({ vendor_id: 2, batch_id: null, bunch_id: null, client_id: null })
  })
})

it('a field that a rule of config fixes for a device is refused for it alone', async () => {
  const file = csv(['IMEI', '등급'], [imei(2), 'A'], [imei(3), 'A'])
  expect(await update(file)).toEqual(['2 등급 field.notWritable'])
})

it('one that its sender stops changes nothing', async () => {
  const caller: Caller = await callerOf('vendor')
  const stop = new AbortController()
  const file = (async function* () {
    yield Buffer.from(csv(['IMEI', '시리얼'], [imei(0), '1']))
    stop.abort()
  })()
  const settings = {
    ...config.current(),
    locale: 'ko' as const,
    say: config.translate,
    now: new Date(),
    cancelled: stop.signal,
  }
  await expect(updateRoster(api.db, caller, file, settings)).rejects.toMatchObject({
    status: 409,
    code: 'upload.cancelled',
  })
  expect((await device(0)).serial).toBe('1000')
  const left = api.db.selectFrom('bulk_changes').where('stage', '<>', 'done').select('id')
  expect(await left.execute()).toEqual([])
})

it('more devices than PGlite changes at once are refused there, with the way out', async () => {
  const { server } = config.current()
  const { batchDevices } = server.pglite
  server.pglite.batchDevices = 1
  try {
    const answer = await update(csv(['IMEI', '시리얼'], [imei(0), '1'], [imei(1), '2']))
    expect(answer).toEqual(isPglite(api.db) ? 'pglite.tooMany' : { changed: 2, unchanged: 0 })
  } finally {
    server.pglite.batchDevices = batchDevices
  }
})

async function callerOf(who: string): Promise<Caller> {
  await api.tokenOf(`${who}@test.local`)
  const session = await api.db
    .selectFrom('sessions')
    .where('client_id', '=', accounts[who]!)
    .select('id')
    .executeTakeFirstOrThrow()
  const levels = config.current().shared.levels.numbers
  return {
    id: accounts[who]!,
    level: levels.vendor,
    vendor: 1,
    levels,
    name: '',
    email: '',
    session: session.id,
  } as Caller
}

/** Config with fields of its own: a text, a switch, and one that a device with serial 1002 does not take. */
function withOwnFields({ shared }: Compiled): void {
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
  const like = shared.roster.columns.find(({ field }) => field === 'version')!
  for (const field of ['site', 'spare', 'grade']) {
    const header = fields[field]!.label!
    shared.roster.columns.push({ ...like, field, header, aliases: [], storage: 'extra' })
  }
}
