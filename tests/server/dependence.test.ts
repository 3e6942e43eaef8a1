/**
 * A reference that depends on another field (`dependsOn`) leads only to records that agree with it; references to
 * several records.
 */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { CONTRACT_RESOURCES } from '../../src/engine/fields/contractFields'
import { holdsAny } from '../../src/server/store/records/links'
import { TABLES } from '../../src/server/store/records/tables'
import { runUniqueUpkeep } from '../../src/server/upkeep/uniqueUpkeep'
import { indexesNamed, planOf } from '../support/plans'
import { insertRow, insertRows } from '../support/rows'
import { startTestApp } from '../support/server'
import { configWith } from '../support/sims'

type Json = Record<string, unknown>

const reference = (to: string, more: Json = {}) => ({ type: 'reference', reference: to, label: to, ...more })
const references = (to: string, more: Json = {}) => ({ ...reference(to, more), type: 'references' })
const VISITS = {
  label: '방문',
  source: { dialect: 'simple-rest' },
  access: { list: 'guest', show: 'guest', create: 'client', edit: 'client', delete: 'client' },
  fields: {
    name: { type: 'text', label: '이름' },
    vendor: reference('vendors'),
    maker: reference('vendors'),
    model: reference('models'),
    group: reference('batches', { dependsOn: { model: 'model', vendor: 'maker' } }),
    part: reference('bunches', { dependsOn: { batch: 'group' } }),
    person: reference('clients', { dependsOn: { vendor: 'maker' } }),
    device: reference('devices', { dependsOn: { batch: 'group' } }),
    before: reference('visits', { dependsOn: { maker: 'maker' } }),
    groups: references('batches', { max: 3 }),
    parts: references('bunches', { dependsOn: { batch: 'group' } }),
    devices: references('devices'),
  },
}
const URL = '/api/resources/visits'
const DEVICE = '490154203237518'
const current = configWith('visits', VISITS)

it('the server can restrict references by every field that config may name in `dependsOn`', () => {
  const inConfig = Object.entries(CONTRACT_RESOURCES).flatMap(([name, { choiceFilters }]) =>
    choiceFilters ? [[name, [...choiceFilters].sort()]] : [],
  )
  const onServer = Object.entries(TABLES).flatMap(([name, table]) =>
    'narrowing' in table ? [[name, Object.keys(table.narrowing).sort()]] : [],
  )
  expect(inConfig.sort()).toEqual(onServer.sort())
})

const api = await startTestApp(undefined, { current: () => current })
const { db } = api
await insertRow(db, 'vendors', { id: 2, name: '두리전자' })
await insertRows(db, 'models', [{ name: 'TX-1' }, { name: 'AX-2' }])
await insertRow(db, 'batches', { name: '서울', vendor_id: 1, model_id: 1 })
await insertRow(db, 'batches', { name: '부산', vendor_id: 1, model_id: 2 })
await insertRow(db, 'batches', { name: '광주', vendor_id: 2, model_id: 1 })
await insertRow(db, 'bunches', { name: '강남', batch_id: 1 })
await insertRow(db, 'bunches', { name: '해운대', batch_id: 2 })
const device = { id: DEVICE, isdn: '01012345678', model_id: 1, vendor_id: 1, batch_id: 1 }
await insertRow(db, 'devices', device)
const person = await api.addAccount({ email: 'person@test.local', level: 3, vendor: 1 })

interface Saved {
  status: number
  body: Json & { id: number }
  /** The refused fields. */
  errors: string[]
}
const send = async (method: 'POST' | 'PUT', url: string, payload: Json, who = 'master'): Promise<Saved> => {
  const response = await api.ask(who, { method, url, payload })
  const body = response.json()
  return { status: response.statusCode, body, errors: Object.keys(body.errors ?? {}) }
}
const create = (values: Json, who?: string) => send('POST', URL, values, who)
const change = (id: number, values: Json, who?: string) => send('PUT', `${URL}/${id}`, values, who)

describe('a dependent reference', () => {
  it('is accepted if all fields agree', async () => {
    const { id } = (await create({ maker: 1 })).body
    const visit = { maker: 1, model: 1, group: 1, part: 1, person, device: DEVICE, before: id }
    expect(await create(visit)).toMatchObject({ status: 200, body: visit })
  })

  it.each<[string, Json]>([
    ['group', { maker: 1, model: 1, group: 2 }],
    ['group', { maker: 1, model: 1, group: 3 }],
    ['part', { maker: 1, model: 1, group: 1, part: 2 }],
    ['person', { maker: 2, person: 'of vendor 1' }],
    ['device', { maker: 1, model: 2, group: 2, device: DEVICE }],
  ])('is refused at %s in %j', async (field, values) => {
    const visit = values.person ? { ...values, person } : values
    expect(await create(visit)).toMatchObject({ status: 422, errors: [field] })
  })

  it('is checked again when the field on which it depends changes, and not for other changes', async () => {
    const { id } = (await create({ maker: 1, model: 1, group: 1, part: 1 })).body
    expect(await change(id, { name: '다른 이름' })).toMatchObject({ status: 200 })
    expect(await change(id, { model: 2, group: 2 })).toMatchObject({ status: 422, errors: ['part'] })
    expect(await change(id, { model: 2, group: 2, part: null })).toMatchObject({ status: 200 })
    expect(await change(id, { part: 2 })).toMatchObject({ status: 200, body: { group: 2, part: 2 } })
  })
})

describe('references to several records', () => {
  it('are stored once each, in the order in which they were sent', async () => {
    const { status, body } = await create({ groups: ['2', 1, 2], devices: [DEVICE, DEVICE] })
    expect([status, body.groups, body.devices]).toEqual([200, [2, 1], [DEVICE]])
    const empty = await create({ groups: null, devices: [] })
    expect(empty.body).toMatchObject({ groups: [], devices: [] })
  })

  it.each<[string, unknown]>([
    ['groups', [1, 99]],
    ['groups', [1, 2, 3, 1000]],
    ['groups', 1],
    ['groups', [[1]]],
    ['groups', [1.5]],
    ['devices', ['000000000000000']],
    ['parts', [1]],
  ])('are refused at %s with %j', async (field, value) => {
    expect(await create({ [field]: value })).toMatchObject({ status: 422, errors: [field] })
  })

  it('all agree with the field on which they depend, also when it changes', async () => {
    const { id } = (await create({ maker: 1, model: 1, group: 1, parts: [1] })).body
    expect(await change(id, { parts: [1, 2] })).toMatchObject({ status: 422, errors: ['parts'] })
    expect(await change(id, { model: 2, group: 2 })).toMatchObject({ status: 422 })
    expect(await change(id, { model: 2, group: 2, parts: [2] })).toMatchObject({ status: 200 })
  })

  it.each<[Json, boolean]>([
    [{ groups: 3 }, true],
    [{ devices: DEVICE }, true],
    [{ groups: 1 }, false],
    [{ devices: '3' }, false],
  ])('the filter %j finds a record with one of them: %s', async (filter, isFound) => {
    const { id } = (await create({ groups: [2, 3], devices: [DEVICE] })).body
    const response = await api.ask('master', `${URL}?filter=${encodeURIComponent(JSON.stringify(filter))}`)
    expect((response.json() as Json[]).some(row => row.id === id)).toBe(isFound)
  })

  it('never lead from one vendor to another', async () => {
    const { id } = (await create({ vendor: 1, groups: [1, 2] })).body
    expect((await create({ vendor: 1, groups: [1, 3] })).status).toBe(422)
    expect((await create({ vendor: 2, group: 1, maker: 1, model: 1 })).status).toBe(422)
    expect((await change(id, { groups: [1, 3] })).status).toBe(422)
    expect((await create({ groups: [3] }, 'vendor')).status).toBe(422)
  })

  it('prevent the deletion of the records to which they lead', async () => {
    const batch = await insertRow(api.db, 'batches', { name: '사라질 그룹', vendor_id: 1, model_id: 1 })
    const { id } = (await create({ groups: [1, batch] })).body
    const remove = () => api.remove('master', `/api/batches/${batch}`)
    expect((await remove()).json()).toMatchObject({ code: 'record.referred' })
    expect((await change(id, { groups: [1] })).status).toBe(200)
    expect((await remove()).statusCode).toBe(200)
  })

  it('have an index, which is used to find references to a record and dropped with the field', async () => {
    await runUniqueUpkeep(api.db, {}, current.shared)
    expect(await indexesNamed(api.db, 'fleet_links_')).toHaveLength(3)
    await sql`insert into records (resource, vendor_id, data)
      select 'visits', 1, jsonb_build_object('groups', jsonb_build_array(n + 1000))
      from generate_series(1, 3000) as n`.execute(api.db)
    await sql`analyze records`.execute(api.db)
    const list = sql`(records.data -> ${'groups'}::text)`
    const isReferring = holdsAny(list, current.shared.resources.visits!.fields.groups!, [1, 2])
    const query = sql`select 1 from records where records.resource = 'visits' and ${isReferring}`
    expect(await planOf(api.db, query)).toContain('fleet_links_')
    await runUniqueUpkeep(api.db, {}, { ...current.shared, resources: {} })
    expect(await indexesNamed(api.db, 'fleet_links_')).toEqual([])
  })
})
