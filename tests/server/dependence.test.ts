/** A reference that depends on another field (`dependsOn` in config) leads only to records that agree with it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { CONTRACT_RESOURCES } from '../../src/engine/contractFields'
import { TABLES } from '../../src/server/store/records/tables'
import { testConfig } from '../support/config'
import { eachDatabase } from '../support/databases'
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

eachDatabase((_name, open) => {
  let api: TestApp
  let person = 0
  beforeAll(async () => {
    api = await startTestApp(await open(), { config })
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
})
