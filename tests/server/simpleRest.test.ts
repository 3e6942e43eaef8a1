/** The unmodified data provider of `ra-data-simple-rest`, against a server that listens. */
import type { AddressInfo } from 'node:net'
import { fetchUtils } from 'ra-core'
import simpleRestProvider from 'ra-data-simple-rest'
import { beforeAll, expect, it } from 'vitest'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, type TestApp } from '../support/server'
import { configWith, SIMS } from '../support/sims'

const compiled = configWith('sims', SIMS)
const config = { ...testConfig(), current: () => compiled }

let api: TestApp
let provider: ReturnType<typeof simpleRestProvider>
const ids: number[] = []

beforeAll(async () => {
  api = await startTestApp(await newDatabase(), { config })
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.app.server.address() as AddressInfo
  const token = await api.tokenOf('vendor@test.local')
  provider = simpleRestProvider(`http://127.0.0.1:${port}/api/resources`, (url, options = {}) =>
    fetchUtils.fetchJson(url, { ...options, user: { authenticated: true, token: `Bearer ${token}` } }),
  )
  const { data: model } = await simpleRestProvider(
    `http://127.0.0.1:${port}/api/resources`,
    async (url, options = {}) =>
      fetchUtils.fetchJson(url, {
        ...options,
        user: { authenticated: true, token: `Bearer ${await api.tokenOf('master@test.local')}` },
      }),
  ).create('models', { data: { name: 'TX-1' } })
  for (let at = 0; at < 7; at++) {
    const carrier = at % 2 ? 'kt' : 'skt'
    const { data } = await provider.create('sims', {
      data: { iccid: `890${at}`, carrier, cost: [5, 30, 100, 9, 1000, 20, 0][at], model: model.id },
    })
    ids.push(data.id)
  }
})

it('create: gives the record with its id', async () => {
  const { data } = await provider.create('sims', { data: { iccid: '777', carrier: 'kt', cost: 1 } })
  expect(data).toMatchObject({ id: expect.any(Number), iccid: '777', carrier: 'kt', cost: 1 })
  await provider.delete('sims', { id: data.id })
})

it('getList: gives the page, ordered, with the total of all pages', async () => {
  const page = (number: number) =>
    provider.getList('sims', {
      pagination: { page: number, perPage: 3 },
      sort: { field: 'cost', order: 'DESC' },
      filter: {},
    })
  const costs = async (number: number) => (await page(number)).data.map(({ cost }) => cost)
  expect((await page(1)).total).toBe(7)
  expect([await costs(1), await costs(2), await costs(3), await costs(4)]).toEqual([
    [1000, 100, 30],
    [20, 9, 5],
    [0],
    [],
  ])
  expect((await page(4)).total).toBe(7)
})

it('getList: filters', async () => {
  const { data, total } = await provider.getList('sims', {
    pagination: { page: 1, perPage: 10 },
    sort: { field: 'id', order: 'ASC' },
    filter: { carrier: 'kt', cost_gte: 10 },
  })
  expect(data.map(({ cost }) => cost)).toEqual([30, 20])
  expect(total).toBe(2)
})

it('getOne: gives one record, and refuses one that is not there with its sentence', async () => {
  expect((await provider.getOne('sims', { id: ids[2]! })).data).toMatchObject({ id: ids[2], cost: 100 })
  await expect(provider.getOne('sims', { id: 99_999 })).rejects.toMatchObject({
    status: 404,
    message: '요청하신 것을 찾을 수 없습니다.',
  })
})

it('getMany: gives those of the ids that are there', async () => {
  const { data } = await provider.getMany('sims', { ids: [ids[4]!, ids[1]!, 99_999] })
  expect(new Set(data.map(({ id }) => id))).toEqual(new Set([ids[4], ids[1]]))
})

it('getManyReference: gives those that refer to a record', async () => {
  const { data, total } = await provider.getManyReference('sims', {
    target: 'model',
    id: 1,
    pagination: { page: 1, perPage: 2 },
    sort: { field: 'iccid', order: 'DESC' },
    filter: { carrier: 'skt' },
  })
  expect(data.map(({ iccid }) => iccid)).toEqual(['8906', '8904'])
  expect(total).toBe(4)
})

it('update: changes a record', async () => {
  const { data: before } = await provider.getOne('sims', { id: ids[0]! })
  const { data } = await provider.update('sims', {
    id: ids[0]!,
    data: { ...before, cost: 6 },
    previousData: before,
  })
  expect(data).toMatchObject({ id: ids[0], iccid: '8900', cost: 6 })
  expect((await provider.getOne('sims', { id: ids[0]! })).data.cost).toBe(6)
})

it('update: an error of a field arrives at the field', async () => {
  const data = { iccid: 'x', carrier: 'kt' }
  await expect(provider.update('sims', { id: ids[0]!, data, previousData: data })).rejects.toMatchObject({
    status: 422,
    body: { errors: { iccid: '숫자만 입력해 주세요.' } },
  })
})

it('updateMany: changes several records', async () => {
  const { data } = await provider.updateMany('sims', { ids: ids.slice(0, 3), data: { note: '교체' } })
  expect(data).toEqual(ids.slice(0, 3))
  const { total } = await provider.getList('sims', {
    pagination: { page: 1, perPage: 10 },
    sort: { field: 'id', order: 'ASC' },
    filter: { q: '교체' },
  })
  expect(total).toBe(3)
})

it('delete: gives what was deleted', async () => {
  const { data } = await provider.delete('sims', { id: ids[6]! })
  expect(data).toMatchObject({ id: ids[6], iccid: '8906' })
  await expect(provider.getOne('sims', { id: ids[6]! })).rejects.toMatchObject({ status: 404 })
})

it('deleteMany: deletes several', async () => {
  expect((await provider.deleteMany('sims', { ids: ids.slice(3, 5) })).data).toEqual(ids.slice(3, 5))
  expect((await provider.getMany('sims', { ids })).data).toHaveLength(4)
})
