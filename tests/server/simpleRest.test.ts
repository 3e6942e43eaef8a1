/** The unchanged data provider of `ra-data-simple-rest`, against a listening server. */
import { fetchUtils } from 'ra-core'
import simpleRestProvider from 'ra-data-simple-rest'
import { beforeAll, expect, it } from 'vitest'
import { insertRow } from '../support/rows'
import { startTestApp } from '../support/server'
import { configWith, SIMS } from '../support/sims'

const current = configWith('sims', SIMS)

let provider: ReturnType<typeof simpleRestProvider>
const ids: number[] = []
beforeAll(async () => {
  const api = await startTestApp(undefined, { current: () => current })
  const address = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const user = { authenticated: true, token: `Bearer ${await api.tokenOf('vendor@test.local')}` }
  provider = simpleRestProvider(`${address}/api/resources`, (url, options = {}) =>
    fetchUtils.fetchJson(url, { ...options, user }),
  )
  const model = await insertRow(api.db, 'models', { name: 'TX-1' })
  for (const [index, cost] of [5, 30, 100, 9, 1000, 20, 0].entries()) {
    const sim = { iccid: `890${index}`, carrier: index % 2 ? 'kt' : 'skt', cost, model }
    ids.push((await provider.create('sims', { data: sim })).data.id)
  }
})

const firstPage = { pagination: { page: 1, perPage: 10 }, sort: { field: 'id', order: 'ASC' as const } }

it('getList returns a sorted page and the total of all pages', async () => {
  const pages = [[1000, 100, 30], [20, 9, 5], [0], []]
  for (const [index, costs] of pages.entries()) {
    const pagination = { page: index + 1, perPage: 3 }
    const sort = { field: 'cost', order: 'DESC' as const }
    const { data, total } = await provider.getList('sims', { pagination, sort, filter: {} })
    expect([data.map(({ cost }) => cost), total]).toEqual([costs, 7])
  }
})

it('getOne returns a record, or rejects with a message if there is none', async () => {
  expect((await provider.getOne('sims', { id: ids[2]! })).data).toMatchObject({ id: ids[2], cost: 100 })
  const unknown = { status: 404, message: '요청하신 것을 찾을 수 없습니다.' }
  await expect(provider.getOne('sims', { id: 99_999 })).rejects.toMatchObject(unknown)
})

it('getMany returns the records that exist and skips unknown ids', async () => {
  const { data } = await provider.getMany('sims', { ids: [ids[4]!, ids[1]!, 99_999] })
  expect(data.map(({ id }) => id).sort()).toEqual([ids[1], ids[4]])
})

it('getManyReference returns the records that refer to a record', async () => {
  const { data, total } = await provider.getManyReference('sims', {
    target: 'model',
    id: 1,
    pagination: { page: 1, perPage: 2 },
    sort: { field: 'iccid', order: 'DESC' },
    filter: { carrier: 'skt' },
  })
  expect([data.map(({ iccid }) => iccid), total]).toEqual([['8906', '8904'], 4])
})

it('update rejects with a message for each invalid field', async () => {
  const data = { iccid: 'x', carrier: 'kt' }
  const error = { status: 422, body: { errors: { iccid: '숫자만 입력해 주세요.' } } }
  const update = provider.update('sims', { id: ids[0]!, data, previousData: data })
  await expect(update).rejects.toMatchObject(error)
})

it('updateMany changes several records', async () => {
  const some = ids.slice(0, 3)
  expect((await provider.updateMany('sims', { ids: some, data: { note: '교체' } })).data).toEqual(some)
  expect((await provider.getList('sims', { ...firstPage, filter: { q: '교체' } })).total).toBe(3)
})

it('delete and deleteMany return the deleted records', async () => {
  expect((await provider.delete('sims', { id: ids[6]! })).data).toMatchObject({ id: ids[6], iccid: '8906' })
  await expect(provider.getOne('sims', { id: ids[6]! })).rejects.toMatchObject({ status: 404 })
  expect((await provider.deleteMany('sims', { ids: ids.slice(3, 5) })).data).toEqual(ids.slice(3, 5))
  expect((await provider.getMany('sims', { ids })).data).toHaveLength(4)
})
