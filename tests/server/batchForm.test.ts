import { Readable } from 'node:stream'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Batch } from '../../src/contract/batches'
import type { CompiledConfig } from '../../src/engine/compiled'
import { readSheet } from '../../src/sheet'
import { packageConfig, testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, type TestApp } from '../support/server'

const NEW = { id: -1, name: '수도권 1차', comment: '집배송 차량', model: 1 }
const IMEIS = ['490154203237518', '356938035643809', '358126091000005'] as const

let api: TestApp
let config: CompiledConfig
beforeAll(async () => {
  config = packageConfig().shared
  const source = testConfig()
  const current = source.current()
  api = await startTestApp(await newDatabase(), {
    config: { ...source, current: () => ({ ...current, shared: config }) },
  })
  await api.db.insertInto('vendors').values({ name: '누리통신' }).execute()
  await api.db
    .insertInto('models')
    .values([{ name: 'FT-100' }, { name: 'FT-200' }])
    .execute()
  await api.addAccount({ email: 'other@test.local', level: 6, vendor: 2 })
})
beforeEach(async () => {
  config = packageConfig().shared
  await api.db.deleteFrom('devices').execute()
  await api.db.deleteFrom('batches').execute()
})

const put = (id: number, payload: object, who = 'vendor') =>
  api.ask(who, { method: 'PUT', url: `/api/batches/${id}`, payload })
const create = async (batch: object = {}, who = 'vendor'): Promise<Batch> => {
  const answer = await put(-1, { ...NEW, ...batch }, who)
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  return answer.json().payload
}
const read = async (id: number) => (await api.ask('vendor', `/api/batches/${id}`)).json().payload
/** Puts devices of vendor 1 into a batch; the second is of client@test.local. */
const fill = async (batch: number, bunch: number | null = null) => {
  const { id: client } = await api.db
    .selectFrom('clients')
    .select('id')
    .where('email', '=', 'client@test.local')
    .executeTakeFirstOrThrow()
  for (const [at, id] of IMEIS.entries())
    await api.db
      .insertInto('devices')
      .values({
        id,
        isdn: `0101000000${at}`,
        serial: `0000123${at}`,
        model_id: 1,
        vendor_id: 1,
        client_id: at === 1 ? client : null,
        batch_id: batch,
        bunch_id: bunch,
        version: ['=1+1', '@SUM(1)', '\t1.0'][at],
        modem_apn: ['+82', '-x', '%0A'][at],
      })
      .execute()
}
const download = async (id: number, who = 'vendor') => {
  const answer = await api.ask(who, `/api/batches/devices/dl/${id}`)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    expect.stringContaining('spreadsheet'),
  ])
  const rows: (string | undefined)[][] = []
  for await (const row of readSheet(Readable.from([answer.rawPayload])))
    rows.push(row.cells.map(cell => cell.text))
  return { rows, disposition: String(answer.headers['content-disposition']) }
}

it('is created, changed and deleted, each with its sentence', async () => {
  const created = await put(-1, NEW)
  expect(created.json()).toMatchObject({
    message: '그룹을 생성하였습니다.',
    payload: {
      name: NEW.name,
      comment: NEW.comment,
      model: 1,
      model_name: 'FT-100',
      devices: 0,
      maker: '한빛통신',
    },
  })
  const batch: Batch = created.json().payload
  const changed = await put(batch.id, { ...batch, name: '수도권 2차' })
  expect(changed.json()).toMatchObject({
    message: '그룹을 수정하였습니다.',
    payload: { name: '수도권 2차' },
  })
  expect(await read(batch.id)).toEqual(changed.json().payload)
  const removed = await api.ask('vendor', { method: 'DELETE', url: `/api/batches/${batch.id}` })
  expect(removed.json()).toEqual({ result: true, message: 'Batch has been Deleted!' })
  expect((await api.ask('vendor', `/api/batches/${batch.id}`)).statusCode).toBe(404)
})

it.each<[object, string]>([
  [{ model: 0 }, 'model'],
  [{ model: undefined }, 'model'],
  [{ name: '' }, 'name'],
  [{ comment: '   ' }, 'comment'],
])('is not created with %j, and the sentence of §5 says so', async (wrong, field) => {
  for (const id of [-1, 0]) {
    const answer = await put(id, { ...NEW, ...wrong })
    const sentence = '그룹 생성 데이터가 없습니다!'
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      expect.objectContaining({ message: sentence, errors: { [field]: sentence } }),
    ])
  }
  expect(await api.db.selectFrom('batches').select('id').execute()).toEqual([])
})

it('is not created of a model that there is not', async () => {
  for (const model of [99, 2_147_483_647])
    expect((await put(-1, { ...NEW, model })).json().errors).toEqual({ model: '목록에서 선택해 주세요.' })
  for (const model of [2 ** 40, -5, 1.5, '1'])
    expect((await put(-1, { ...NEW, model })).json().errors).toHaveProperty('model')
})

it('keeps its model and its vendor, whatever is sent later', async () => {
  const batch = await create()
  const answer = await put(
    batch.id,
    { ...batch, model: 2, vendor: 2, maker: '누리통신', devices: 9 },
    'master',
  )
  expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['model', 'vendor']])
  // Figures and names that are worked out anew at each reading may be old ones.
  const same = await put(batch.id, { ...batch, maker: '누리통신', devices: 9 }, 'master')
  const { updated: _, ...rest } = batch
  expect(same.json().payload).toEqual({ ...rest, updated: expect.any(String) })
})

it('belongs to the vendor of who makes it, and to whom a master says, the provider else', async () => {
  expect(await create({ vendor: 1 })).toMatchObject({ vendor: 1, maker: '한빛통신' })
  const foreign = await put(-1, { ...NEW, vendor: 2 })
  expect([foreign.statusCode, Object.keys(foreign.json().errors)]).toEqual([422, ['vendor']])
  expect(await create({}, 'master')).toMatchObject({ vendor: 0, maker: '' })
  expect(await create({ vendor: 2 }, 'master')).toMatchObject({ vendor: 2, maker: '누리통신' })
  const unknown = await put(-1, { ...NEW, vendor: 99 }, 'master')
  expect([unknown.statusCode, Object.keys(unknown.json().errors)]).toEqual([422, ['vendor']])
})

it('is not overwritten by who has not seen the last change', async () => {
  const seen = await create()
  await put(seen.id, { ...seen, name: '먼저' })
  const second = await put(seen.id, { ...seen, comment: '나중' })
  expect([second.statusCode, second.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'conflict', record: await read(seen.id) }),
  ])
})

it.each([`'; delete from batches; --`, '<script>alert(1)</script>', '=cmd()', '%{name}'])(
  'keeps %s in every text field as the text that it is',
  async text => {
    const { id } = await create({ name: text, comment: text })
    expect(await read(id)).toMatchObject({ name: text, comment: text })
  },
)

it('shows its picture in the list of images to who reaches it', async () => {
  const img = 'data:image/png;base64,iVBORw0KGgo='
  const { id } = await create({ img })
  const images = async (who: string) => (await api.ask(who, '/api/batches/images-list')).json().payload
  expect(await images('vendor')).toEqual([{ id, img }])
  expect(await images('other@test.local')).toEqual([])
  expect(await images('client')).toEqual([])
})

it('lets its devices go when it is deleted, and its bunches with it', async () => {
  const { id } = await create()
  const bunch = await api.db
    .insertInto('bunches')
    .values({ name: '강북', batch_id: id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await fill(id, bunch.id)
  expect(await read(id)).toMatchObject({ devices: 3 })
  await api.ask('vendor', { method: 'DELETE', url: `/api/batches/${id}` })
  const devices = await api.db.selectFrom('devices').select(['batch_id', 'bunch_id', 'vendor_id']).execute()
  expect(devices).toEqual(Array(3).fill({ batch_id: null, bunch_id: null, vendor_id: 1 }))
  expect(await api.db.selectFrom('bunches').select('id').execute()).toEqual([])
})

describe('the download of its devices', () => {
  it('has the columns of the roster, so that the file can be changed and uploaded', async () => {
    const { id } = await create({ name: '수도권/1차' })
    await fill(id)
    const { rows, disposition } = await download(id)
    expect(rows[0]).toEqual(
      config.roster.columns
        // Nobody can read a secret again.
        .filter(column => column.level !== 'master' && column.field !== 'secret')
        .map(column => column.header.ko),
    )
    expect(rows.slice(1).map(row => row.slice(0, 5))).toEqual(
      [...IMEIS].sort().map(imei => {
        const at = IMEIS.indexOf(imei)
        return [imei, `0101000000${at}`, `0000123${at}`, 'FT-100', '수도권/1차']
      }),
    )
    expect(rows.find(row => row[0] === IMEIS[1])!.at(-1)).toBe('client@test.local')
    expect(disposition).toContain(`filename*=UTF-8''${encodeURIComponent('수도권_1차_단말목록.xlsx')}`)
  })

  it('holds what looks like a formula as text', async () => {
    const { id } = await create()
    await fill(id)
    const answer = await api.ask('vendor', `/api/batches/devices/dl/${id}`)
    const cells: string[] = []
    for await (const row of readSheet(Readable.from([answer.rawPayload])))
      for (const { text, kind } of row.cells) if (/^[=+@\-\t]/.test(text)) cells.push(`${kind} ${text}`)
    expect(cells.sort()).toEqual(['text +82', 'text -x', 'text =1+1', 'text @SUM(1)', 'text \t1.0'].sort())
  })

  it('holds the devices in reach alone, and nothing of what others have', async () => {
    const { id } = await create()
    await fill(id)
    expect((await download(id, 'client')).rows.slice(1).map(row => row[0])).toEqual([IMEIS[1]])
    expect((await download(id, 'master')).rows).toHaveLength(4)
    const refused = await api.ask('other@test.local', `/api/batches/devices/dl/${id}`)
    const unknown = await api.ask('other@test.local', '/api/batches/devices/dl/987654')
    expect([refused.statusCode, refused.body]).toEqual([404, unknown.body])
  })

  it('of a batch without devices is a sheet with a header alone', async () => {
    expect((await download((await create()).id)).rows).toHaveLength(1)
  })

  it('leaves out a column of a field that config keeps from who asks', async () => {
    const { id } = await create()
    await fill(id)
    config.resources.devices!.fields.serial!.read = 'master'
    expect((await download(id)).rows[0]).not.toContain('시리얼')
    expect((await download(id, 'master')).rows[0]).toContain('시리얼')
  })
})
