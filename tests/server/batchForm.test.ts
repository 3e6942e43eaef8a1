/** Batches: the form, and the spreadsheet with the devices of a batch. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Batch } from '../../src/contract/batches'
import { packageConfig } from '../support/config'
import { countRows, findRow, findRows, insertDevices, insertRow, insertRows, phoneOf } from '../support/rows'
import { payloadOf, refusedFields, startTestApp } from '../support/server'
import { sheetRows } from '../support/sheetRows'
import { imeiOf } from '../support/walk'

const NEW = { id: -1, name: '수도권 1차', comment: '집배송 차량', model: 1 }

let current = packageConfig()
const api = await startTestApp(undefined, { current: () => current })
await insertRow(api.db, 'vendors', { name: '누리통신' })
await insertRows(api.db, 'models', [{ name: 'FT-100' }, { name: 'FT-200' }])
await api.addAccount({ email: 'other@test.local', level: 6, vendor: 2 })
beforeEach(async () => {
  current = packageConfig()
  await api.db.deleteFrom('devices').execute()
  await api.db.deleteFrom('batches').execute()
})

const url = (id: number) => `/api/batches/${id}`
const put = (id: number, payload: object, who = 'vendor') => api.put(who, url(id), payload)
const create = (batch: object = {}, who = 'vendor') => payloadOf<Batch>(put(-1, { ...NEW, ...batch }, who))
const read = (id: number) => payloadOf(api.ask('vendor', url(id)))
const remove = (id: number) => api.remove('vendor', url(id))

/** Adds three devices of vendor 1 to a batch; the second is of client@test.local. */
const addDevices = async (batch_id: number, bunch_id: number | null = null) => {
  const { id } = await findRow(api.db, 'clients', { email: 'client@test.local' })
  await insertDevices(api.db, 3, nth => ({ client_id: nth === 1 ? id : null, batch_id, bunch_id }))
}
const download = async (id: number, who = 'vendor') => {
  const response = await api.ask(who, `/api/batches/devices/dl/${id}`)
  const type = expect.stringContaining('spreadsheet')
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, type])
  const [header = [], ...rows] = await sheetRows(response)
  return { header, rows, disposition: String(response.headers['content-disposition']) }
}

describe('a batch', () => {
  it.each<[object, string]>([
    [{ model: 0 }, 'model'],
    [{ name: '' }, 'name'],
  ])('is not created with %j, with the message of §5', async (wrong, field) => {
    const message = '그룹 생성 데이터가 없습니다!'
    for (const id of [-1, 0]) {
      const response = await put(id, { ...NEW, ...wrong })
      const body = expect.objectContaining({ message, errors: { [field]: message } })
      expect([response.statusCode, response.json()]).toEqual([422, body])
    }
    expect(await countRows(api.db, 'batches')).toBe(0)
  })

  it('is not created with an unknown model', async () => {
    const errors = { model: '목록에서 선택해 주세요.' }
    for (const model of [99, 2_147_483_647])
      expect((await put(-1, { ...NEW, model })).json().errors).toEqual(errors)
    for (const model of [2 ** 40, -5, 1.5, '1'])
      expect(await refusedFields(put(-1, { ...NEW, model }))).toEqual([422, ['model']])
  })

  it('keeps its model and its vendor; derived values may be sent back out of date', async () => {
    const batch = await create()
    const derived = { maker: '누리통신', devices: 9 }
    const moved = { ...batch, ...derived, model: 2, vendor: 2 }
    expect(await refusedFields(put(batch.id, moved, 'master'))).toEqual([422, ['model', 'vendor']])
    const saved = await payloadOf(put(batch.id, { ...batch, ...derived }, 'master'))
    expect(saved).toEqual({ ...batch, updated: expect.any(String) })
  })

  it('belongs to the vendor of its creator; masters choose the vendor', async () => {
    expect(await create({ vendor: 1 })).toMatchObject({ vendor: 1, maker: '한빛통신' })
    expect(await refusedFields(put(-1, { ...NEW, vendor: 2 }))).toEqual([422, ['vendor']])
    expect(await create({}, 'master')).toMatchObject({ vendor: 0, maker: '' })
    expect(await create({ vendor: 2 }, 'master')).toMatchObject({ vendor: 2, maker: '누리통신' })
    expect(await refusedFields(put(-1, { ...NEW, vendor: 99 }, 'master'))).toEqual([422, ['vendor']])
  })

  it('leaves its devices without a batch when it is deleted, and deletes its bunches', async () => {
    const { id } = await create()
    await addDevices(id, await insertRow(api.db, 'bunches', { name: '강북', batch_id: id }))
    expect(await read(id)).toMatchObject({ devices: 3 })
    await remove(id)
    for (const device of await findRows(api.db, 'devices'))
      expect(device).toMatchObject({ batch_id: null, bunch_id: null, vendor_id: 1 })
    expect(await countRows(api.db, 'bunches')).toBe(0)
  })
})

describe('the spreadsheet of the devices of a batch', () => {
  it('has the columns of the roster, so that it can be edited and uploaded', async () => {
    const { id } = await create({ name: '수도권/1차' })
    await addDevices(id)
    const { header, rows, disposition } = await download(id)
    const { columns } = current.shared.roster
    const visible = columns.filter(({ level, field }) => level !== 'master' && field !== 'secret')
    expect(header).toEqual(visible.map(column => column.header.ko))
    expect(rows.map(row => row.slice(0, 5))).toEqual(
      [0, 1, 2].map(nth => [imeiOf(nth), phoneOf(nth), `100${nth}`, 'FT-100', '수도권/1차']),
    )
    expect(rows[1]!.at(-1)).toBe('client@test.local')
    expect(disposition).toContain(`filename*=UTF-8''${encodeURIComponent('수도권_1차_단말목록.xlsx')}`)
  })

  it('omits a column whose field config hides from the user', async () => {
    const { id } = await create()
    await addDevices(id)
    current.shared.resources.devices!.fields.serial!.read = 'master'
    expect((await download(id)).header).not.toContain('시리얼')
    expect((await download(id, 'master')).header).toContain('시리얼')
  })
})
