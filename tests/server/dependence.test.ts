/** A reference that depends on another field (`dependsOn` in config) leads only to records that agree with it. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { CONTRACT_RESOURCES } from '../../src/engine/fields/contractFields'
import { holdsAny } from '../../src/server/store/records/links'
import { TABLES } from '../../src/server/store/records/tables'
import { keepOnce } from '../../src/server/upkeep/uniqueUpkeep'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, type TestApp } from '../support/server'
import { configWith } from '../support/sims'

const VISITS = {
  label: '방문',
  source: { dialect: 'simple-rest' },
  access: { list: 'guest', show: 'guest', create: 'client', edit: 'client', delete: 'client' },
  fields: {
    name: { type: 'text', label: '이름' },
    maker: { type: 'reference', reference: 'vendors', label: '업체' },
    model: { type: 'reference', reference: 'models', label: '모델' },
    group: {
      type: 'reference',
      reference: 'batches',
      label: '그룹',
      dependsOn: { model: 'model', vendor: 'maker' },
    },
    part: { type: 'reference', reference: 'bunches', label: '하위 그룹', dependsOn: { batch: 'group' } },
    person: { type: 'reference', reference: 'clients', label: '담당', dependsOn: { vendor: 'maker' } },
    device: { type: 'reference', reference: 'devices', label: '단말', dependsOn: { batch: 'group' } },
    vendor: { type: 'reference', reference: 'vendors', label: '소유' },
    groups: { type: 'references', reference: 'batches', label: '그룹들', max: 3 },
    parts: { type: 'references', reference: 'bunches', label: '하위들', dependsOn: { batch: 'group' } },
    devices: { type: 'references', reference: 'devices', label: '단말들' },
    before: { type: 'reference', reference: 'visits', label: '지난 방문', dependsOn: { maker: 'maker' } },
  },
} as const

const VISITS_URL = '/api/resources/visits'
const current = configWith('visits', VISITS)
const config = { ...testConfig(), current: () => current }

type Json = Record<string, unknown>

it('what config may narrow by is what the server can narrow by', () => {
  const narrowed = Object.entries(CONTRACT_RESOURCES).flatMap(([name, { narrows }]) =>
    narrows ? [[name, [...narrows].sort()]] : [],
  )
  const columns = Object.entries(TABLES).flatMap(([name, table]) =>
    'narrows' in table ? [[name, Object.keys(table.narrows).sort()]] : [],
  )
  expect(narrowed.sort()).toEqual(columns.sort())
})

let api: TestApp
let person = 0
beforeAll(async () => {
  api = await startTestApp(await newDatabase(), { config })
  const { db } = api
  await db.insertInto('vendors').values({ id: 2, name: '두리전자' }).execute()
  await db
    .insertInto('models')
    .values([{ name: 'TX-1' }, { name: 'AX-2' }])
    .execute()
  await db
    .insertInto('batches')
    .values([
      { name: '서울', vendor_id: 1, model_id: 1 },
      { name: '부산', vendor_id: 1, model_id: 2 },
      { name: '광주', vendor_id: 2, model_id: 1 },
    ])
    .execute()
  await db
    .insertInto('bunches')
    .values([
      { name: '강남', batch_id: 1 },
      { name: '해운대', batch_id: 2 },
    ])
    .execute()
  await db
    .insertInto('devices')
    .values({ id: '490154203237518', isdn: '01012345678', model_id: 1, vendor_id: 1, batch_id: 1 })
    .execute()
  person = await api.addAccount({ email: 'person@test.local', level: 3, vendor: 1 })
})
const create = async (values: Json) => {
  const answer = await api.ask('master', { method: 'POST', url: VISITS_URL, payload: values })
  return { status: answer.statusCode, body: answer.json() as Json & { id: number } }
}
const change = async (id: number, values: Json) => {
  const answer = await api.ask('master', { method: 'PUT', url: `${VISITS_URL}/${id}`, payload: values })
  return { status: answer.statusCode, body: answer.json() as Json }
}

it('is taken where all of it agrees', async () => {
  const first = await create({ maker: 1 })
  const whole = {
    maker: 1,
    model: 1,
    group: 1,
    part: 1,
    person,
    device: '490154203237518',
    before: first.body.id,
  }
  expect(await create(whole)).toMatchObject({ status: 200, body: whole })
})

describe('is refused at its field', () => {
  it.each<[string, Json]>([
    ['group', { maker: 1, model: 1, group: 2 }],
    ['group', { maker: 1, model: 1, group: 3 }],
    ['group', { maker: 1, group: 1 }],
    ['part', { maker: 1, model: 1, group: 1, part: 2 }],
    ['part', { part: 1 }],
    ['person', { maker: 2, person: 1 }],
    ['device', { maker: 1, model: 2, group: 2, device: '490154203237518' }],
  ])('%s of %j', async (field, values) => {
    const sent = 'person' in values ? { ...values, person } : values
    const { status, body } = await create(sent)
    expect([status, Object.keys(body.errors as Json)]).toEqual([422, [field]])
  })
})

it('a change of the one asks for the other anew, and nothing is asked that nobody touched', async () => {
  const { body } = await create({ maker: 1, model: 1, group: 1, part: 1 })
  expect(await change(body.id, { name: '다른 이름' })).toMatchObject({ status: 200 })
  expect(await change(body.id, { model: 2, group: 2 })).toMatchObject({
    status: 422,
    body: { errors: { part: expect.any(String) } },
  })
  expect(await change(body.id, { model: 2, group: 2, part: null })).toMatchObject({ status: 200 })
  expect(await change(body.id, { part: 2 })).toMatchObject({ status: 200, body: { group: 2, part: 2 } })
})

describe('references to several records', () => {
  const DEVICE = '490154203237518'
  const list = async (filter: Json, as: 'master' | 'vendor' = 'master') => {
    const url = `${VISITS_URL}?filter=${encodeURIComponent(JSON.stringify(filter))}`
    return (await api.ask(as, { method: 'GET', url })).json() as Json[]
  }

  it('are kept each once, as their resource names its records, in the order in which they were chosen', async () => {
    const { status, body } = await create({ groups: ['2', 1, 2], devices: [DEVICE, DEVICE] })
    expect([status, body.groups, body.devices]).toEqual([200, [2, 1], [DEVICE]])
    expect((await create({ groups: null, devices: [] })).body).toMatchObject({ groups: [], devices: [] })
  })

  it.each<[string, unknown]>([
    ['groups', [1, 99]],
    ['groups', [1, 2, 3, 1000]],
    ['groups', 1],
    ['groups', [[1]]],
    ['groups', [{ id: 1 }]],
    ['groups', [1.5]],
    ['groups', ['1; drop table records']],
    ['groups', [-1]],
    ['groups', ['']],
    ['groups', [null]],
    ['devices', ['000000000000000']],
    ['devices', [DEVICE, 'x']],
    ['parts', [1]],
  ])('%s: %j is refused at the field', async (field, value) => {
    const { status, body } = await create({ [field]: value })
    expect([status, Object.keys((body.errors ?? {}) as Json)]).toEqual([422, [field]])
  })

  it('all agree with what they depend on, also once that is changed', async () => {
    const { status, body } = await create({ maker: 1, model: 1, group: 1, parts: [1] })
    expect(status).toBe(200)
    const both = await change(body.id, { parts: [1, 2] })
    expect([both.status, Object.keys(both.body.errors as Json)]).toEqual([422, ['parts']])
    expect((await change(body.id, { model: 2, group: 2 })).status).toBe(422)
    expect((await change(body.id, { model: 2, group: 2, parts: [2] })).status).toBe(200)
  })

  it('are filtered by one of them, whatever it is written as', async () => {
    const { body } = await create({ name: '찾을 것', groups: [2, 3], devices: [DEVICE] })
    const found = async (filter: Json) => (await list(filter)).some(({ id }) => id === body.id)
    expect(await Promise.all([{ groups: 3 }, { groups: '3' }, { devices: DEVICE }].map(found))).toEqual([
      true,
      true,
      true,
    ])
    expect(await Promise.all([{ groups: 1 }, { groups: 'x' }, { devices: '3' }].map(found))).toEqual([
      false,
      false,
      false,
    ])
  })

  it('never lead from one vendor to another, whoever saves them', async () => {
    const own = await create({ vendor: 1, groups: [1, 2] })
    expect(own.status).toBe(200)
    expect((await create({ vendor: 1, groups: [1, 3] })).status).toBe(422)
    expect((await create({ vendor: 2, group: 1, maker: 1, model: 1 })).status).toBe(422)
    expect((await change(own.body.id, { groups: [1, 3] })).status).toBe(422)
    const asVendor = await api.ask('vendor', { method: 'POST', url: VISITS_URL, payload: { groups: [3] } })
    expect(asVendor.statusCode).toBe(422)
  })

  it('stay where the caller does not see them, and are left by whoever takes them out', async () => {
    const { body } = await create({ vendor: 1, groups: [1] })
    await sql`update records set data = data || '{"groups": [1, 3]}' where id = ${body.id}`.execute(api.db)
    const asVendor = async (groups: number[]) => {
      const answer = await api.ask('vendor', {
        method: 'PUT',
        url: `${VISITS_URL}/${body.id}`,
        payload: { groups },
      })
      return [answer.statusCode, (answer.json() as Json).groups]
    }
    expect(await asVendor([3, 1, 2])).toEqual([200, [3, 1, 2]])
    expect(await asVendor([2])).toEqual([200, [2]])
    expect((await asVendor([2, 3]))[0]).toBe(422)
  })

  it('keep what they lead to from being deleted, and let it go once they no longer do', async () => {
    const batch = await api.db
      .insertInto('batches')
      .values({ name: '사라질 그룹', vendor_id: 1, model_id: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { body } = await create({ groups: [1, batch.id] })
    const remove = () => api.ask('master', { method: 'DELETE', url: `/api/batches/${batch.id}` })
    expect((await remove()).json()).toMatchObject({ code: 'record.referred' })
    expect((await change(body.id, { groups: [1] })).status).toBe(200)
    expect((await remove()).statusCode).toBe(200)
  })

  it('have an index that follows config and answers who refers to a record', async () => {
    await keepOnce(api.db, {}, current.shared)
    const built = async () => {
      const { rows } = await sql<{ name: string }>`
          select indexname as name from pg_indexes where starts_with(indexname, 'fleet_links_')`.execute(
        api.db,
      )
      return rows.length
    }
    expect(await built()).toBe(3)
    const plan = await api.db.transaction().execute(async tx => {
      await sql`insert into records (resource, vendor_id, data)
          select 'visits', 1, jsonb_build_object('groups', jsonb_build_array(n + 1000)) from generate_series(1, 3000) as n`.execute(
        tx,
      )
      await sql`analyze records`.execute(tx)
      const list = sql`(records.data -> ${'groups'}::text)`
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
          explain select 1 from records where records.resource = 'visits'
            and ${holdsAny(list, current.shared.resources.visits!.fields.groups!, [1, 2])}`.execute(tx)
      return rows.map(row => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('fleet_links_')
    await keepOnce(api.db, {}, { ...current.shared, resources: {} })
    expect(await built()).toBe(0)
  })
})
