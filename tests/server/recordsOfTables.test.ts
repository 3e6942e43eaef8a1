/** Models, bunches and order methods: resources of config alone, in tables of their own (decision 28). */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Compiled } from '../../src/engine/compiled'
import { makeFleet, seedDemo } from '../../src/server/demo'
import { packageConfig, testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'

const levels = packageConfig().shared.levels.numbers
const fleet = makeFleet({ seed: 5, now: TEST_NOW, levels })
let current: Compiled = packageConfig()
const config = { ...testConfig(), current: () => current }
const vendor = fleet.clients.find(({ email }) => email === 'vendor@demo.local')!.vendor_id

type Json = Record<string, unknown>
type Made = Json & { id: number; updated: string }

let api: TestApp
beforeAll(async () => {
  const db = await newDatabase()
  await seedDemo(db, { now: TEST_NOW, seed: 5, levels })
  api = await startTestApp(db, { bare: true, config })
  await api.addAccount({ email: 'lost@test.local', level: levels.guest, vendor: 0 })
})
const master = 'master@demo.local'
const url = (resource: string, id?: number) => `/api/resources/${resource}${id === undefined ? '' : `/${id}`}`
const create = async (resource: string, payload: Json) => {
  const answer = await api.ask(master, { method: 'POST', url: url(resource), payload })
  return { status: answer.statusCode, body: answer.json<Made & { errors: Json }>() }
}
const change = (resource: string, id: number, payload: Json) =>
  api.ask(master, { method: 'PUT', url: url(resource, id), payload })
const remove = (resource: string, id: number) => api.ask(master, { method: 'DELETE', url: url(resource, id) })
const list = async (who: string, resource: string, query = '') => {
  const answer = await api.ask(who, `${url(resource)}?${query}`)
  expect(answer.statusCode).toBe(200)
  return { rows: answer.json<Made[]>(), range: answer.headers['content-range'] }
}

it('are listed as the product’s own calls list them', async () => {
  const { rows, range } = await list('guest@demo.local', 'models', 'sort=["name","ASC"]&range=[0,24]')
  expect(rows.map(({ id, name }) => ({ id, name }))).toEqual(
    (await api.ask('guest@demo.local', '/api/models')).json().payload,
  )
  expect(range).toBe(`models 0-${fleet.models.length - 1}/${fleet.models.length}`)
  const methods = (await list('guest@demo.local', 'methods', 'sort=["position","ASC"]')).rows
  expect(methods.map(({ code, caption, content }) => ({ code, caption, content }))).toEqual(
    (await api.ask('guest@demo.local', '/api/methods')).json().payload,
  )
})

it('bunches are those of the batches in reach', async () => {
  const own = new Set(fleet.batches.filter(batch => batch.vendor_id === vendor).map(({ id }) => id))
  const { rows } = await list('vendor@demo.local', 'bunches', 'range=[0,999]')
  expect(rows.map(({ id }) => id).sort()).toEqual(
    fleet.bunches
      .filter(bunch => own.has(bunch.batch_id))
      .map(({ id }) => id)
      .sort(),
  )
  expect((await list('lost@test.local', 'bunches')).rows).toEqual([])
  const foreign = fleet.bunches.find(bunch => !own.has(bunch.batch_id))!
  const answers = [foreign.id, 99_999].map(id => api.ask('vendor@demo.local', url('bunches', id)))
  const [theirs, nobodys] = await Promise.all(answers)
  expect([theirs!.statusCode, theirs!.body]).toEqual([404, nobodys!.body])
})

it.each(['models', 'bunches', 'methods'])('%s are changed by masters alone', async resource => {
  for (const who of ['guest@demo.local', 'client@demo.local', 'vendor@demo.local'])
    for (const [method, id] of [
      ['POST', undefined],
      ['PUT', 1],
      ['DELETE', 1],
    ] as const) {
      const answer = await api.ask(who, {
        method,
        url: url(resource, id),
        ...(method === 'DELETE' ? {} : { payload: {} }),
      })
      expect([who, method, answer.statusCode]).toEqual([who, method, 403])
    }
})

it.each([
  'devices',
  'orders',
  'clients',
  'vendors',
  'batches',
  'nothing',
  '__proto__',
  'constructor',
  'settings',
])('%s are not kept here: as if there were no such address', async resource => {
  const answer = await api.ask(master, url(resource))
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'notFound'])
})

describe('a model', () => {
  it('is made, changed and deleted, and the product’s own list has it', async () => {
    const { body: model } = await create('models', { name: '  TX-99 ' })
    expect(model).toMatchObject({ name: 'TX-99', vendor: 0 })
    const names = async () =>
      (await api.ask(master, '/api/models')).json().payload.map(({ name }: Json) => name) as string[]
    expect(await names()).toContain('TX-99')
    expect((await change('models', model.id, { name: 'TX-100' })).json()).toMatchObject({ name: 'TX-100' })
    expect((await remove('models', model.id)).json()).toMatchObject({ id: model.id, name: 'TX-100' })
    expect(await names()).not.toContain('TX-100')
  })

  it('has a name of its own', async () => {
    const taken = fleet.models[0]!.name.toLowerCase()
    const made = await create('models', { name: taken })
    expect([made.status, made.body.errors]).toEqual([422, { name: '이미 사용 중인 값입니다.' }])
    const { body: other } = await create('models', { name: 'TX-98' })
    expect((await change('models', other.id, { name: taken })).json().errors).toHaveProperty('name')
  })

  it('belongs to the provider, or to a vendor that makes devices', async () => {
    await api.db.updateTable('vendors').set({ maker: true }).where('id', '=', 1).execute()
    await api.db.updateTable('vendors').set({ maker: false }).where('id', '=', 2).execute()
    expect((await create('models', { name: 'TX-1', vendor: 1 })).body.vendor).toBe(1)
    const refused = await create('models', { name: 'TX-2', vendor: 2 })
    expect([refused.status, refused.body.errors]).toEqual([422, { vendor: expect.stringMatching(/제조사/) }])
    expect((await create('models', { name: 'TX-3', vendor: 99_999 })).body.errors).toHaveProperty('vendor')
  })

  it('that devices or batches use is not deleted, and the answer says how many', async () => {
    const { id } = fleet.models[0]!
    const devices = fleet.devices.filter(device => device.model_id === id).length
    const batches = fleet.batches.filter(batch => batch.model_id === id).length
    const answer = await remove('models', id)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      `이 모델의 단말이 ${devices}대, 그룹이 ${batches}개 있어 삭제할 수 없습니다.`,
    ])
    expect((await api.ask(master, url('models', id))).statusCode).toBe(200)
  })

  it('keeps the fields that config adds, and a search, an order and a filter know them', async () => {
    const plain = packageConfig()
    const model = plain.shared.resources.models!
    current = structuredClone(plain)
    current.shared.resources.models!.fields.watts = {
      ...structuredClone(model.fields.name!),
      name: 'watts',
      type: 'number',
      rules: [],
      storage: 'extra',
    }
    delete current.shared.resources.models!.fields.watts.required
    delete current.shared.resources.models!.fields.watts.max
    const { body: made } = await create('models', { name: 'TX-W', watts: 9 })
    await create('models', { name: 'TX-X', watts: 100 })
    expect(made.watts).toBe(9)
    const { rows } = await list(master, 'models', 'sort=["watts","DESC"]&filter={"watts_gte":1}')
    expect(rows.map(({ watts }) => watts)).toEqual([100, 9])
    current = plain
    expect((await change('models', made.id, { name: 'TX-Y' })).json()).not.toHaveProperty('watts')
    const kept = await api.db
      .selectFrom('models')
      .select('extra')
      .where('id', '=', made.id)
      .executeTakeFirst()
    expect(kept).toEqual({ extra: { watts: 9 } })
  })
})

describe('a bunch', () => {
  const batch = fleet.batches[0]!.id

  it('is made in a batch and stays there', async () => {
    const { body: bunch } = await create('bunches', { batch, name: '3층' })
    expect(bunch).toMatchObject({ batch, name: '3층' })
    const names = async () => (await api.ask(master, `/api/bunches?batch=${batch}`)).json().payload
    expect(await names()).toContainEqual({ id: bunch.id, name: '3층' })
    const moved = await change('bunches', bunch.id, { name: '4층', batch: fleet.batches[1]!.id })
    expect([moved.statusCode, Object.keys(moved.json().errors)]).toEqual([422, ['batch']])
    await change('bunches', bunch.id, { name: '4층', batch })
    expect((await api.ask(master, url('bunches', bunch.id))).json()).toMatchObject({ batch, name: '4층' })
    expect((await remove('bunches', bunch.id)).statusCode).toBe(200)
  })

  it('needs a batch that is there, and a name', async () => {
    expect((await create('bunches', { batch: 99_999, name: 'x' })).body.errors).toHaveProperty('batch')
    expect(Object.keys((await create('bunches', {})).body.errors).sort()).toEqual(['batch', 'name'])
  })

  it('that has devices is not deleted, and the answer says how many', async () => {
    const { bunch_id: id } = fleet.devices.find(device => device.bunch_id)!
    const devices = fleet.devices.filter(device => device.bunch_id === id).length
    const answer = await remove('bunches', id!)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      `이 하위 그룹에 단말이 ${devices}대 있어 삭제할 수 없습니다.`,
    ])
  })

  it('is ordered by the name of its batch, as the list shows it', async () => {
    const { rows } = await list(master, 'bunches', 'sort=["batch","ASC"]&range=[0,999]')
    const names = rows.map(row => fleet.batches.find(({ id }) => id === row.batch)!.name)
    expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
  })
})

describe('an order method', () => {
  const content = { Type: 'number', Value: [1, 9], Holder: '초' }

  it.each([
    ['number', [9, 1], '최솟값이 최댓값보다 클 수 없습니다. 예: [0, 255]'],
    ['text', [64, 3], '최솟값이 최댓값보다 클 수 없습니다. 예: [0, 255]'],
    ['number', ['on', 'off'], '최솟값과 최댓값, 두 숫자를 입력해 주세요. 예: [0, 255]'],
  ])(
    'of %s is refused with the bounds %j, when it is made and when it is changed',
    async (Type, Value, sentence) => {
      const sheet = { code: 'wrong', caption: '거꾸로', content: { Type, Value } }
      const refused = await create('methods', sheet)
      expect([refused.status, refused.body.errors]).toEqual([422, { 'content.Value': sentence }])
      const made = await create('methods', { ...sheet, content: { Type, Value: [1, 9] } })
      const changed = await change('methods', made.body.id, { content: { Value } })
      expect([changed.statusCode, changed.json().errors]).toEqual([422, { 'content.Value': sentence }])
      expect((await remove('methods', made.body.id)).statusCode).toBe(200)
    },
  )

  it('is made, changed by its parts, and deleted; the compose page and orders know it', async () => {
    const { status, body } = await create('methods', {
      code: 'beep',
      caption: '소리',
      content,
      position: 99,
    })
    expect([status, body]).toEqual([200, expect.objectContaining({ code: 'beep', caption: '소리', content })])
    const listed = async () =>
      (await api.ask(master, '/api/methods')).json().payload.find(({ code }: Json) => code === 'beep')
    expect(await listed()).toEqual({ code: 'beep', caption: '소리', content })
    await change('methods', body.id, { content: { Value: [2, 8] } })
    expect(await listed()).toEqual({
      code: 'beep',
      caption: '소리',
      content: { ...content, Value: [2, 8] },
    })
    const device = fleet.devices[0]!.id
    const order = (data: number) =>
      api.ask(master, {
        method: 'POST',
        url: '/api/orders/order',
        payload: { code: 'beep', data, targets: [device] },
      })
    expect([(await order(1)).statusCode, (await order(5)).statusCode]).toEqual([422, 200])
    const refused = await remove('methods', body.id)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      '아직 끝나지 않은 이 제어 명령이 1건 있어 삭제할 수 없습니다.',
    ])
    await api.db.updateTable('orders').set({ waiting: 0, success: 1 }).where('code', '=', 'beep').execute()
    expect((await remove('methods', body.id)).statusCode).toBe(200)
    expect(await listed()).toBeUndefined()
  })

  it('has a code of its own, of characters that devices understand, that stays', async () => {
    const taken = await create('methods', { code: fleet.methods[0]!.code, caption: 'x', content })
    expect([taken.status, Object.keys(taken.body.errors)]).toEqual([422, ['code']])
    expect((await create('methods', { code: '소리', caption: 'x', content })).body.errors).toHaveProperty(
      'code',
    )
    await change('methods', 1, { code: 'other' })
    expect((await api.ask(master, url('methods', 1))).json().code).not.toBe('other')
  })

  it.each([
    { Type: 'bogus' },
    { Type: 'text', Value: 'x' },
    { Type: 'array' },
    { Type: 'number', Value: { min: 1 } },
  ])('with the content %j is refused', async wrong => {
    const { status, body } = await create('methods', { code: 'wrong', caption: 'x', content: wrong })
    expect([status, Object.keys(body.errors)[0]]).toEqual([422, expect.stringMatching(/^content/)])
  })

  it('is not overwritten when somebody else has saved it meanwhile', async () => {
    const { body } = await create('methods', { code: 'twice', caption: 'x', content })
    const answers = await Promise.all(
      ['하나', '둘'].map(caption => change('methods', body.id, { caption, updated: body.updated })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })
})
