/** Models, bunches and order methods: resources of config with separate tables (decision 28). */
import { describe, expect, it } from 'vitest'
import { fleet, GUEST, MASTER, startDemoApp } from '../support/demo'
import { updateRows } from '../support/rows'
import { bodyOf, payloadOf, refusalOf, refusedFields, statusOf } from '../support/server'

type Json = Record<string, unknown>
type Row = Json & { id: number; updated: string }

const api = await startDemoApp()
const url = (resource: string, id?: number) => `/api/resources/${resource}${id === undefined ? '' : `/${id}`}`
const create = async (resource: string, payload: Json) => {
  const response = await api.post(MASTER, url(resource), payload)
  return { status: response.statusCode, body: response.json<Row & { errors: Json }>() }
}
const change = (resource: string, id: number, payload: Json) => api.put(MASTER, url(resource, id), payload)
const remove = (resource: string, id: number) => api.remove(MASTER, url(resource, id))
const messageOf = ({ statusCode, json }: { statusCode: number; json(): Json }) => [statusCode, json().message]
const list = async (who: string, resource: string, query = '') => {
  const response = await api.ask(who, `${url(resource)}?${query}`)
  return { rows: response.json<Row[]>(), range: response.headers['content-range'] }
}
/** The lists of §7. */
const specList = (path: string, who = MASTER) => payloadOf<Json[]>(api.ask(who, path))

it('models and order methods have the same lists here as at the calls of §7', async () => {
  const models = await list(GUEST, 'models', 'sort=["name","ASC"]&range=[0,24]')
  expect(models.rows.map(({ id, name }) => ({ id, name }))).toEqual(await specList('/api/models', GUEST))
  expect(models.range).toBe(`models 0-${fleet.models.length - 1}/${fleet.models.length}`)
  const { rows } = await list(GUEST, 'methods', 'sort=["position","ASC"]')
  const methods = await specList('/api/methods', GUEST)
  expect(rows.map(({ code, caption }) => ({ code, caption }))).toEqual(
    methods.map(({ code, caption }) => ({ code, caption })),
  )
  // §7 has the choices as texts, with their words beside them.
  const title = { ko: '켜기', en: 'On' }
  expect(rows.find(({ code }) => code === 'vpn-switch')?.content).toHaveProperty('Value.0', {
    const: 'ON',
    title,
  })
  expect(methods.find(({ code }) => code === 'vpn-switch')?.content).toMatchObject({
    Value: ['ON', 'OFF'],
    Titles: { ON: title },
  })
})

it.each(['devices', 'orders', 'clients', 'vendors', 'batches', 'nothing', '__proto__', 'settings'])(
  '%s are not found among the resources of config',
  async resource => {
    expect(await refusalOf(api.ask(MASTER, url(resource)))).toEqual([404, 'notFound'])
  },
)

describe('a model', () => {
  it('has a unique name', async () => {
    const name = fleet.models[0]!.name.toLowerCase()
    const refused = await create('models', { name })
    expect([refused.status, refused.body.errors]).toEqual([422, { name: '이미 사용 중인 값입니다.' }])
    const { body: other } = await create('models', { name: 'TX-98' })
    expect((await change('models', other.id, { name })).json().errors).toHaveProperty('name')
  })

  it('belongs to the provider, or to a vendor that makes devices', async () => {
    await updateRows(api.db, 'vendors', { id: 1 }, { maker: true })
    await updateRows(api.db, 'vendors', { id: 2 }, { maker: false })
    expect((await create('models', { name: 'TX-1', vendor: 1 })).body.vendor).toBe(1)
    const refused = await create('models', { name: 'TX-2', vendor: 2 })
    expect([refused.status, refused.body.errors]).toEqual([422, { vendor: expect.stringMatching(/제조사/) }])
    expect((await create('models', { name: 'TX-3', vendor: 99_999 })).body.errors).toHaveProperty('vendor')
  })

  it('with devices or batches is not deleted, and the message counts them', async () => {
    const { id } = fleet.models[0]!
    const devices = fleet.devices.filter(device => device.model_id === id).length
    const batches = fleet.batches.filter(batch => batch.model_id === id).length
    const message = `이 모델의 단말이 ${devices}대, 그룹이 ${batches}개 있어 삭제할 수 없습니다.`
    expect(messageOf(await remove('models', id))).toEqual([409, message])
    expect((await api.ask(MASTER, url('models', id))).statusCode).toBe(200)
  })
})

describe('a bunch', () => {
  const [batch, otherBatch] = fleet.batches.map(({ id }) => id) as [number, number]

  it('is created in a batch and stays there', async () => {
    const { body: bunch } = await create('bunches', { batch, name: '3층' })
    expect(bunch).toMatchObject({ batch, name: '3층' })
    expect(await specList(`/api/bunches?batch=${batch}`)).toContainEqual({ id: bunch.id, name: '3층' })
    const moving = change('bunches', bunch.id, { name: '4층', batch: otherBatch })
    expect(await refusedFields(moving)).toEqual([422, ['batch']])
    const renamed = await bodyOf(change('bunches', bunch.id, { name: '4층', batch }))
    expect(renamed).toMatchObject({ batch, name: '4층' })
    expect(await statusOf(remove('bunches', bunch.id))).toBe(200)
  })

  it('with devices is not deleted, and the message counts them', async () => {
    const { bunch_id: id } = fleet.devices.find(device => device.bunch_id)!
    const devices = fleet.devices.filter(device => device.bunch_id === id).length
    const message = `이 하위 그룹에 단말이 ${devices}대 있어 삭제할 수 없습니다.`
    expect(messageOf(await remove('bunches', id!))).toEqual([409, message])
  })
})

describe('an order method', () => {
  const content = { Type: 'number', Value: [1, 9], Holder: '초' }
  const crossed = '최솟값이 최댓값보다 클 수 없습니다. 예: [0, 255]'

  it.each([
    ['number', [9, 1], crossed],
    ['number', ['on', 'off'], '최솟값과 최댓값, 두 숫자를 모두 입력해 주세요.'],
  ])(
    'of type %s is refused with the bounds %j, both when it is created and when it is edited',
    async (Type, Value, message) => {
      const errors = { 'content.Value': message }
      const method = { code: 'wrong', caption: '거꾸로', content: { Type, Value } }
      const refused = await create('methods', method)
      expect([refused.status, refused.body.errors]).toEqual([422, errors])
      const { id } = (await create('methods', { ...method, content: { Type, Value: [1, 9] } })).body
      const changed = await change('methods', id, { content: { Value } })
      expect([changed.statusCode, changed.json().errors]).toEqual([422, errors])
      expect((await remove('methods', id)).statusCode).toBe(200)
    },
  )

  it('is created, changed in parts and deleted; orders use it', async () => {
    const beep = { code: 'beep', caption: '소리', content }
    const { status, body } = await create('methods', { ...beep, position: 99 })
    expect([status, body]).toEqual([200, expect.objectContaining(beep)])
    const listed = async () => (await specList('/api/methods')).find(({ code }) => code === 'beep')
    expect(await listed()).toEqual(beep)
    await change('methods', body.id, { content: { Value: [2, 8] } })
    expect(await listed()).toEqual({ ...beep, content: { ...content, Value: [2, 8] } })
    const order = (data: number) =>
      statusOf(api.post(MASTER, '/api/orders/order', { code: 'beep', data, targets: [fleet.devices[0]!.id] }))
    expect([await order(1), await order(5)]).toEqual([422, 200])
    const message = '아직 끝나지 않은 이 제어 명령이 1건 있어 삭제할 수 없습니다.'
    expect(messageOf(await remove('methods', body.id))).toEqual([409, message])
    await updateRows(api.db, 'orders', { code: 'beep' }, { waiting: 0, success: 1 })
    expect((await remove('methods', body.id)).statusCode).toBe(200)
    expect(await listed()).toBeUndefined()
  })

  it('has a unique code of ASCII characters that does not change', async () => {
    for (const code of [fleet.methods[0]!.code, '소리']) {
      const refused = await create('methods', { code, caption: 'x', content })
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['code']])
    }
    await change('methods', 1, { code: 'other' })
    expect((await api.ask(MASTER, url('methods', 1))).json().code).not.toBe('other')
  })
})
