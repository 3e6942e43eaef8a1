/**
 * Roles of config on the server: every call refuses what a role forbids, and no call shows records outside its row
 * rules.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Batch } from '../../src/contract/batches'
import type { DashboardStats, ProvinceCount } from '../../src/contract/dashboard'
import type { DevicePage } from '../../src/contract/devices'
import { allEndpoints } from '../../src/contract/endpoints'
import type { HistoryRow } from '../../src/contract/history'
import type { OrderPage } from '../../src/contract/orders'
import type { TargetPage } from '../../src/contract/orderTargets'
import type { Compiled } from '../../src/engine/compiled'
import type { ConfigSource } from '../../src/server/deps'
import { device, levels, MATRIX, requestOf, rightOf, seedSmallFleet } from '../support/callMatrix'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { configOfRoles, EXAMPLE } from '../support/roles'
import { allRecords, findRow, findRows, insertRow, insertRows, updateRows } from '../support/rows'
import {
  bodyOf,
  payloadOf,
  refusedFields,
  startTestApp,
  statusOf,
  type TestApp,
  uploadOf,
} from '../support/server'

const HOME = 'KR-11'
const ROLES = {
  // The example has an auditor and a regional manager.
  ...EXAMPLE.roles,
  // A storekeeper sees neither orders nor the clients of devices.
  storekeeper: {
    label: '창고 담당',
    level: 'vendor',
    resources: {
      orders: { access: { list: false, show: false, create: false } },
      devices: {
        access: { export: false },
        fields: { client_name: { read: false }, isdn: { write: false } },
      },
    },
  },
  // A warden has all rights of the level, but only for the devices of one province.
  warden: {
    label: '지역 담당',
    level: 'vendor',
    resources: { devices: { rows: { field: 'sido', eq: HOME } } },
  },
  narrow: {
    label: '좁은 담당',
    level: 'master',
    resources: {
      devices: { rows: `sido == '${HOME}' && user.vendor == 0` },
      clients: { rows: { field: 'zone', eq: '영업' } },
      batches: { rows: { field: 'name', eq: '보이는 그룹' } },
      orders: { rows: { field: 'code', eq: 'reboot' } },
      sims: { rows: { field: 'carrier', eq: 'skt' } },
    },
  },
}
let current: Compiled = configOfRoles(ROLES)
const source: ConfigSource = { ...testConfig(), current: () => current }

const PEOPLE = {
  auditor: ['master', 0],
  'regional-manager': ['vendor', 1],
  storekeeper: ['vendor', 1],
  warden: ['vendor', 1],
  narrow: ['master', 0],
  // The role of this account is not in config.
  gone: ['master', 0],
} as const
type Person = keyof typeof PEOPLE
const emailOf = (role: string) => `${role}@roles.test`

type Request = Parameters<TestApp['ask']>[1]
const ask = (who: Person, request: Request) => api.ask(emailOf(who), request)
const statusFor = (who: Person, request: Request) => statusOf(ask(who, request))
const post = (url: string, payload: object) => ({ method: 'POST' as const, url, payload })
const put = (url: string, payload: object) => ({ method: 'PUT' as const, url, payload })

const db = await newDatabase()
await seedSmallFleet(db)
const api = await startTestApp(db, { bare: true, config: source })
for (const [role, [level, vendor]] of Object.entries(PEOPLE))
  await api.addAccount({ email: emailOf(role), level: levels[level], vendor, role })

describe('an auditor', () => {
  /** Calls that change nothing but the own account. */
  const OWN = [
    ...['auth.refresh', 'auth.logout', 'auth.addLogin', 'auth.removeLogin', 'clients.saveOwn'],
    ...['uploads.cancel', 'orders.marks', 'bulk.cancel', 'orders.list'],
  ]
  /** Calls that prepare a change. */
  const PREPARING = ['devices.rosterCheck', 'devices.rosterCompare', 'orders.preview', 'records.removal']
  const calls = allEndpoints().filter(({ endpoint }) => endpoint.access !== 'public')
  const writes = calls.filter(
    ({ name, endpoint }) =>
      PREPARING.includes(name) || (endpoint.method !== 'GET' && !endpoint.reads && !OWN.includes(name)),
  )
  const isOrdinary = (name: string) => MATRIX[name]!.expected.master !== 404 && name !== 'events.stream'
  const reads = calls.filter(({ name, endpoint }) => endpoint.method === 'GET' && isOrdinary(name))

  it('is refused every call that changes something, and nothing changes', async () => {
    expect(writes.length).toBeGreaterThan(24)
    for (const { name, endpoint } of writes) {
      const request = await requestOf(api, { endpoint, name })
      const before = await allRecords(api.db)
      const { statusCode, json } = await ask('auditor', request as never)
      const refusal = [name, 403, '이 작업을 할 권한이 없습니다.']
      expect([name, statusCode, json().message]).toEqual(refusal)
      expect(await allRecords(api.db)).toEqual(before)
    }
  })

  it('may change its own profile', async () => {
    expect(await payloadOf(ask('auditor', put('/api/client/', { duty: '감사' })))).toMatchObject({
      duty: '감사',
    })
  })

  it('reads what a master reads, except what only serves a change and the secrets', async () => {
    for (const { name, endpoint } of reads) {
      const request = await requestOf(api, { endpoint, name })
      const [, action = ''] = rightOf(name) ?? []
      const refused = ['create', 'edit', 'delete', 'secrets'].includes(action)
      expect([name, await statusFor('auditor', request as never)]).toEqual([name, refused ? 403 : 200])
    }
  })
})

describe('a regional manager sees one province', () => {
  const WHO = 'regional-manager' as const
  const ofVendor = () => findRows(api.db, 'devices', { vendor_id: 1 })
  const inside = async () => (await ofVendor()).filter(({ sido }) => sido === HOME)
  const outside = async () => (await ofVendor()).filter(({ sido }) => sido !== HOME)

  beforeAll(async () => {
    const { batch_id, client_id } = device
    const row = { model_id: 1, vendor_id: 1, batch_id, client_id }
    const more = [HOME, HOME, 'KR-41'].map((sido, index) => ({
      ...row,
      id: `49015420323750${index}`,
      isdn: `0105555000${index}`,
      sido,
    }))
    await insertRows(api.db, 'devices', more)
  })

  it('on the dashboard and the map', async () => {
    const home = await inside()
    const stats = await payloadOf<DashboardStats>(ask(WHO, '/api/dashboard/stats'))
    const { amount, vendors, models, clients } = stats
    expect([amount.device, amount.placed]).toEqual([home.length, home.length])
    const sum = (rows: { devices: number }[]) => rows.reduce((all, row) => all + row.devices, 0)
    const ofClients = home.filter(({ client_id }) => client_id !== null).length
    expect([sum(vendors), sum(models), sum(clients)]).toEqual([home.length, home.length, ofClients])
    const map = await payloadOf<ProvinceCount[]>(ask(WHO, '/api/dashboard/place'))
    expect(map.filter(({ count }) => count > 0)).toMatchObject([{ sido: HOME, count: home.length }])
  })

  it('in the numbers of devices of groups', async () => {
    const home = await inside()
    const batches = await payloadOf<Batch[]>(ask(WHO, '/api/batches'))
    expect(batches.some(batch => batch.devices > 0)).toBe(true)
    for (const { id, devices: count } of batches)
      expect([id, count]).toEqual([id, home.filter(({ batch_id }) => batch_id === id).length])
  })

  it('in orders: those with a target in the province, and only these targets', async () => {
    const [[home], [other]] = [await inside(), await outside()]
    const order = async (...ids: string[]) => {
      const fields = { sender_name: '가', code: 'reboot', caption: '재시작', theme: 'device' as const }
      const id = await insertRow(api.db, 'orders', { ...fields, vendor_id: 1, waiting: ids.length })
      const targets = ids.map(device_id => ({ order_id: id, device_id, number: '01000000000' }))
      await insertRows(api.db, 'order_targets', targets)
      return id
    }
    const seen = [await order(home!.id), await order(home!.id, other!.id)]
    await order(other!.id)
    const list = await bodyOf<OrderPage>(ask(WHO, post('/api/orders', { page_limit: 100 })))
    expect(list.data.map(({ id }) => id).sort()).toEqual(seen)
    const csv = '/api/exports/orders?export[format]=csv&export[columns]=total,waiting'
    expect((await ask(WHO, csv)).body.trim().split(/\r?\n/).slice(1)).toEqual(['1,1', '1,1'])
    expect(await payloadOf(ask(WHO, '/api/orders/status'))).toMatchObject({ overall: 2 })
    for (const id of seen) {
      const targets = await bodyOf<TargetPage>(ask(WHO, `/api/orders/${id}/targets`))
      expect(targets.data.map(target => target.device)).toEqual([home!.id])
      // The figures count only the targets that the role sees.
      const figures = { total: 1, waiting: 1, ongoing: 0, success: 0, failure: 0 }
      expect(list.data.find(row => row.id === id)).toMatchObject(figures)
      expect(await payloadOf(ask(WHO, `/api/orders/${id}`))).toMatchObject(figures)
    }
  })
})

describe('a role of level vendor without orders', () => {
  const WHO = 'storekeeper' as const

  it('is refused every call of orders, and sees no orders elsewhere', async () => {
    const calls = allEndpoints().filter(({ name }) => name.startsWith('orders.') && name !== 'orders.methods')
    for (const { name, endpoint } of calls) {
      const request = await requestOf(api, { endpoint, name })
      expect([name, await statusFor(WHO, request as never)]).toEqual([name, 403])
    }
    const history = await payloadOf<HistoryRow[]>(ask(WHO, '/api/history?page_limit=100'))
    expect(history.filter(({ resource }) => resource === 'orders')).toEqual([])
    const { sees } = await payloadOf(ask(WHO, `/api/devices/${device.id}`))
    expect(sees.timeline).not.toContain('order')
    expect(await payloadOf(ask(WHO, '/api/exports'))).not.toContain('orders')
  })

  it('does not see a hidden field in lists, orders, filters, the dashboard or exports', async () => {
    const clientsSeenBy = async (email: string) => {
      const { data } = await bodyOf<DevicePage>(api.ask(email, '/api/devices?page_limit=100'))
      return data.map(({ client_name }) => client_name).filter(Boolean)
    }
    expect(await clientsSeenBy('vendor@demo.local')).not.toEqual([])
    expect(await clientsSeenBy(emailOf(WHO))).toEqual([])
    expect(await statusFor(WHO, '/api/devices?order_by=client_name')).toBe(400)
    expect(await statusFor(WHO, '/api/devices?client=1')).toBe(400)
    expect(await payloadOf(ask(WHO, '/api/dashboard/stats'))).toMatchObject({ clients: [] })
    expect(await statusFor(WHO, '/api/exports/devices?export[format]=csv')).toBe(403)
  })

  it('cannot write a locked field, and can write others', async () => {
    const url = `/api/devices/${device.id}`
    expect(await refusedFields(ask(WHO, put(url, { isdn: '01099998888' })))).toEqual([422, ['isdn']])
    expect(await statusFor(WHO, put(url, { serial: '77' }))).toBe(200)
  })
})

describe('a role with row rules', () => {
  const WHO = 'narrow' as const
  let batch = 0
  let sim = 0
  beforeAll(async () => {
    batch = await insertRow(api.db, 'batches', { name: '보이는 그룹', model_id: 1, vendor_id: 1 })
    const data = JSON.stringify({ carrier: 'skt', iccid: '890' })
    sim = await insertRow(api.db, 'records', { resource: 'sims', data })
  })

  it('sees nothing if its expression is false for the user', async () => {
    const count = async () => (await bodyOf<DevicePage>(ask(WHO, '/api/devices'))).count
    expect(await count()).toBeGreaterThan(0)
    await updateRows(api.db, 'clients', { email: emailOf(WHO) }, { vendor_id: 1 })
    expect(await count()).toBe(0)
    await updateRows(api.db, 'clients', { email: emailOf(WHO) }, { vendor_id: 0 })
  })

  it('may not create a record outside its rules or move one there, and nothing changes', async () => {
    const home = (await findRows(api.db, 'devices', { sido: HOME }))[0]!.id
    const before = await allRecords(api.db)
    const bulk = { kind: 'change', name: 'away-001', ids: [home], values: { sido: 'KR-41' }, expected: 1 }
    const person = { id: 0, name: '가', email: 'new-one@roles.test', password: 'Far-enough1!' }
    const client = { ...person, level: levels.master, role: WHO, zone: '개발' }
    const roster = (path: string, ...lines: string[]) => ({
      method: 'POST' as const,
      url: `/api/devices/roster/${path}`,
      ...uploadOf(lines.join('\n')),
    })
    const newDevice = ['IMEI,전화번호,시리얼,모델,지역', '490154203237518,01055556666,1,FT-100,경기']
    const requests: Record<string, Request> = {
      'a device moves away': put(`/api/devices/${home}`, { sido: 'KR-41' }),
      'many devices move away': post('/api/bulk/devices', bulk),
      'a record is changed': put(`/api/resources/sims/${sim}`, { carrier: 'kt' }),
      'a record is created': post('/api/resources/sims', { iccid: '8998', carrier: 'kt' }),
      'a group is renamed': put(`/api/batches/${batch}`, { name: '다른 그룹' }),
      'an account is created': put('/api/clients/', client),
      'a roster registers a device': roster('ul', ...newDevice),
      'a roster updates a device': roster('update', 'IMEI,지역', `${home},경기`),
    }
    const message =
      '저장하면 이 역할이 볼 수 있는 범위를 벗어납니다. 볼 수 있는 범위 안의 값으로 적어 주세요.'
    for (const [what, request] of Object.entries(requests)) {
      const response = await ask(WHO, request)
      expect([what, response.statusCode, response.json().message]).toEqual([what, 422, message])
    }
    const otherCommand = post('/api/orders/order', { code: 'reset', data: 'NOW', targets: [home] })
    expect(await statusFor(WHO, otherCommand)).toBe(422)
    expect(await allRecords(api.db)).toEqual(before)
    expect(await statusFor(WHO, put(`/api/devices/${home}`, { serial: '42' }))).toBe(200)
  })

  it('may not delete a group with devices outside its rules', async () => {
    const group = async (name: string, ...provinces: string[]) => {
      const id = await insertRow(api.db, 'batches', { name, model_id: 1, vendor_id: 1 })
      for (const sido of provinces) {
        const [one] = await findRows(api.db, 'devices', { sido, vendor_id: 1 })
        await updateRows(api.db, 'devices', { id: one!.id }, { batch_id: id, bunch_id: null })
      }
      return id
    }
    const remove = (id: number) => statusFor('warden', { method: 'DELETE', url: `/api/batches/${id}` })
    const mixed = await group('섞인 그룹', HOME, 'KR-41')
    expect(await remove(mixed)).toBe(422)
    expect(await findRows(api.db, 'devices', { batch_id: mixed })).toHaveLength(2)
    expect(await remove(await group('지역 그룹', HOME))).toBe(200)
  })
})

describe('an account whose role is not in config', () => {
  it('may use nothing but its own account, and the refusal says why', async () => {
    const list = await ask('gone', '/api/devices')
    const reason =
      '이 계정의 역할 "gone" 이(가) 설정에 없어 아무것도 할 수 없습니다. 관리자에게 문의해 주세요.'
    expect([list.statusCode, list.json().message]).toEqual([403, reason])
    const allowed = ['auth.logins', 'exports.offer', 'search.find', 'events.stream']
    for (const { name, endpoint } of allEndpoints()) {
      if (endpoint.method !== 'GET' || endpoint.access === 'public' || allowed.includes(name)) continue
      const status = await statusFor('gone', (await requestOf(api, { endpoint, name })) as never)
      expect([name, [403, 404].includes(status)]).toEqual([name, true])
    }
    for (const url of ['/api/search?q=client', '/api/exports'])
      expect(await payloadOf(ask('gone', url))).toEqual([])
    const profile = await payloadOf(ask('gone', `/api/clients/email/${emailOf('gone')}`))
    expect(profile).toMatchObject({ email: emailOf('gone') })
  })

  it('gets the rights of its role with the first request after config has the role', async () => {
    const before = current
    current = configOfRoles({ ...ROLES, gone: { label: '복귀', level: 'vendor', resources: {} } })
    expect(await statusFor('gone', '/api/devices')).toBe(200)
    // The level of the account is master, that of its role is vendor.
    expect(await statusFor('gone', '/api/config/problems')).toBe(403)
    current = before
    expect(await statusFor('gone', '/api/devices')).toBe(403)
  })
})

it('the token names the role and the level in force', async () => {
  const userOf = async (role: string) =>
    JSON.parse(Buffer.from((await api.login(emailOf(role))).split('.')[1]!, 'base64url').toString()).user
  expect(await userOf('auditor')).toMatchObject({ role: 'auditor', level: levels.master })
  expect(await userOf('gone')).toMatchObject({ role: 'gone', level: levels.guest })
})

describe('giving a role', () => {
  const save = (who: string, payload: object) => api.put(who, '/api/clients/', payload)
  let count = 0
  const addAccount = (level: number, role?: string) =>
    api.addAccount({ email: `given-${++count}@roles.test`, level, vendor: 1, role })
  const errorsOf = (response: { json(): { errors?: object } }) => response.json().errors ?? {}
  const { vendor, client, master, guest } = levels
  const above = { role: '자신보다 높은 등급의 역할은 줄 수 없습니다.' }
  const otherLevel = { role: '이 역할은 "업체" 권한의 역할입니다. 권한을 맞추거나 다른 역할을 고르세요.' }

  it.each<[what: string, level: number, role: string, errors: object]>([
    ['of the own level works', vendor, 'storekeeper', {}],
    ['of a higher level is refused', vendor, 'auditor', above],
    ['of another level than the account is refused', client, 'storekeeper', otherLevel],
    ['that is not in config is refused', vendor, 'nobody-has-it', { role: expect.any(String) }],
  ])('%s', async (_what, level, role, errors) => {
    const id = await addAccount(client)
    const response = await save('vendor@demo.local', { id, level, role })
    const isSaved = Object.keys(errors).length === 0
    expect([response.statusCode, errorsOf(response)]).toEqual([isSaved ? 200 : 422, errors])
    const stored = (await findRow(api.db, 'clients', { id })).role
    expect(stored).toBe(isSaved ? role : null)
  })

  it.each<[what: string, level: number, role: string, status: number]>([
    ['may give new accounts their own role', vendor, 'storekeeper', 200],
    ['may not give new accounts another role of their level', vendor, 'regional-manager', 422],
    ['may not create an account of their level without a role', vendor, '', 422],
    // Such an account could take their role from them.
    ['may not create an account below their level without a role', client, '', 422],
  ])('users with a role %s', async (_what, level, role, status) => {
    const email = `new-${++count}@roles.test`
    const account = { id: 0, name: '새 계정', email, password: 'Far-enough1!', level, role }
    const response = save(emailOf('storekeeper'), account)
    const isSaved = status === 200
    expect(await refusedFields(response)).toEqual([status, isSaved ? [] : ['role']])
    const stored = await findRows(api.db, 'clients', { email })
    expect(stored.map(row => row.role)).toEqual(isSaved ? [role] : [])
  })

  it('users cannot change their own role, nor accounts with other rights than their role has', async () => {
    const { id } = await findRow(api.db, 'clients', { email: emailOf('storekeeper') })
    expect(errorsOf(await save(emailOf('storekeeper'), { id, role: '' }))).toEqual({
      role: '자신의 역할은 바꿀 수 없습니다. 다른 관리자에게 요청해 주세요.',
    })
    const colleague = await addAccount(vendor)
    for (const other of [colleague, await addAccount(client), await addAccount(guest)])
      expect(await statusOf(save(emailOf('storekeeper'), { id: other, password: 'Far-enough1!' }))).toBe(403)
    const url = `/api/admin/clients/${colleague}`
    expect(await statusFor('storekeeper', { method: 'DELETE', url })).toBe(403)
    const level = { id: await addAccount(vendor, 'storekeeper'), level: master }
    expect(await refusedFields(save('master@demo.local', level))).toEqual([422, ['role']])
  })
})
