/** Roles of config on the server: what a role takes away is refused by every call, and what its row rules leave out is nowhere. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '../../src/contract/endpoints'
import type { Compiled } from '../../src/engine/compiled'
import { seedDemo } from '../../src/server/demo'
import type { ConfigSource } from '../../src/server/deps'
import { askedOf, device, levels, MATRIX } from '../support/callMatrix'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { configOfRoles, EXAMPLE } from '../support/roles'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'

const HOME = 'KR-11'
const ROLES = {
  ...EXAMPLE.roles,
  // A vendor's people who have nothing to do with orders, and do not see who a device is given to.
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
  // Its province alone, with every right of its level there.
  warden: {
    label: '지역 담당',
    level: 'vendor',
    resources: { devices: { rows: { field: 'sido', eq: HOME } } },
  },
  // Each kind of record has a rule.
  narrow: {
    label: '좁은 담당',
    level: 'master',
    resources: {
      devices: { rows: `sido == '${HOME}' && user.vendor == 0` },
      clients: { rows: { field: 'zone', eq: '영업' } },
      vendors: { rows: { field: 'id_none', eq: 1 } },
      batches: { rows: { field: 'name', eq: '보이는 그룹' } },
      models: { rows: { field: 'name', eq: 'FT-100' } },
      bunches: { rows: { field: 'name', ne: '안 보이는 묶음' } },
      methods: { rows: { field: 'code', eq: 'reboot' } },
      orders: { rows: { field: 'code', eq: 'reboot' } },
      sims: { rows: { field: 'carrier', eq: 'skt' } },
    },
  },
}
ROLES.narrow.resources.vendors.rows = { field: 'name', eq: '한빛텔레매틱스' } as never

let current: Compiled = configOfRoles(ROLES)
const source: ConfigSource = { ...testConfig(), current: () => current }

const PEOPLE = {
  auditor: ['master', 0],
  'regional-manager': ['vendor', 1],
  storekeeper: ['vendor', 1],
  warden: ['vendor', 1],
  narrow: ['master', 0],
  gone: ['master', 0],
} as const
type Person = keyof typeof PEOPLE
const emailOf = (role: string) => `${role}@roles.test`

let api: TestApp
const ask = (who: Person, request: Parameters<TestApp['ask']>[1]) => api.ask(emailOf(who), request)
const read = async <Answer>(who: Person, url: string): Promise<Answer> => {
  const answer = await ask(who, url)
  expect([url, answer.statusCode]).toEqual([url, 200])
  return answer.json() as Answer
}
const post = (who: Person, url: string, payload: object) => ask(who, { method: 'POST', url, payload })

beforeAll(async () => {
  const db = await newDatabase()
  await seedDemo(db, { now: TEST_NOW, seed: 1, levels })
  api = await startTestApp(db, { bare: true, config: source })
  for (const [role, [level, vendor]] of Object.entries(PEOPLE)) {
    await api.addAccount({ email: emailOf(role), level: levels[level], vendor })
    await db.updateTable('clients').set({ role }).where('email', '=', emailOf(role)).execute()
  }
})

/** All that people have entered, as text. */
const everything = async () => {
  const tables = [
    'vendors',
    'clients',
    'models',
    'batches',
    'bunches',
    'methods',
    'devices',
    'records',
    'orders',
  ]
  const rows: unknown[] = []
  for (const table of [...tables, 'order_targets', 'device_secrets'])
    rows.push(
      (
        await sql`select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as sum from ${sql.table(table)} t`.execute(
          api.db,
        )
      ).rows[0],
    )
  return rows
}

describe('an auditor reads everything and changes nothing', () => {
  /** Of one's own account, and what changes nothing for others. */
  const OWN = [
    ...['auth.refresh', 'auth.logout', 'auth.addLogin', 'auth.removeLogin', 'clients.saveOwn'],
    ...['uploads.cancel', 'orders.marks', 'bulk.cancel'],
  ]
  /** Questions that are asked of who is about to change something. */
  const BEFORE = ['devices.rosterCheck', 'devices.rosterCompare', 'orders.preview', 'records.removal']
  const calls = allEndpoints().filter(
    ({ endpoint }) => endpoint.access !== 'public' && endpoint.access !== ('broker' as never),
  )
  const writing = calls.filter(
    ({ name, endpoint }) =>
      endpoint.method !== 'GET' && !endpoint.reads && !OWN.includes(name) && name !== 'orders.list',
  )

  it('there are many calls that change something', () => {
    expect(writing.length).toBeGreaterThan(20)
  })

  for (const { name, endpoint } of [
    ...writing,
    ...calls.filter(one => BEFORE.includes(one.name) && !writing.includes(one)),
  ])
    it(`${name} is refused, and nothing has changed`, async () => {
      const asked = await askedOf(api, { endpoint, name })
      const before = await everything()
      const answer = await ask('auditor', asked as never)
      expect([name, answer.statusCode, answer.json().message]).toEqual([
        name,
        403,
        '이 작업을 할 권한이 없습니다.',
      ])
      expect(await everything()).toEqual(before)
    })

  for (const { name, endpoint } of calls.filter(
    one =>
      one.endpoint.method === 'GET' &&
      ![404].includes(MATRIX[one.name]!.expected.master as never) &&
      one.name !== 'events.stream',
  ))
    it(`${name} is answered as a master's`, async () => {
      const asked = await askedOf(api, { endpoint, name })
      const refused = MATRIX[name]!.asks?.some(part => ['create', 'edit', 'delete', 'secrets'].includes(part))
      const answer = await ask('auditor', asked as never)
      expect([name, answer.statusCode]).toEqual([name, refused ? 403 : 200])
    })

  it('keeps the own profile', async () => {
    const answer = await ask('auditor', { method: 'PUT', url: '/api/client/', payload: { duty: '감사' } })
    expect([answer.statusCode, answer.json().payload.duty]).toEqual([200, '감사'])
  })
})

describe('a regional manager sees one province', () => {
  const WHO = 'regional-manager' as const
  const ids = async (condition: ReturnType<typeof sql<boolean>>) =>
    (
      await api.db
        .selectFrom('devices')
        .select('id')
        .where('vendor_id', '=', 1)
        .where(condition)
        .orderBy('id')
        .execute()
    ).map(({ id }) => id)
  const inside = () => ids(sql<boolean>`sido = ${HOME}`)
  const outside = () => ids(sql<boolean>`sido is distinct from ${HOME}`)

  it('in the list, its pages and its count', async () => {
    const home = await inside()
    expect(home.length).toBeGreaterThan(0)
    expect((await outside()).length).toBeGreaterThan(0)
    const list = await read<{ count: number; data: { id: string; sido: string }[] }>(
      WHO,
      '/api/devices?page_limit=100&order_by=id',
    )
    expect(list.count).toBe(home.length)
    expect(list.data.map(({ id }) => id)).toEqual(home.slice(0, list.data.length))
    // Counted another way where something is searched.
    const searched = await read<{ count: number }>(WHO, '/api/devices?status=linked')
    const linked = await ids(sql<boolean>`sido = ${HOME} and online`)
    expect(searched.count).toBe(linked.length)
    const elsewhere = await read<{ count: number; data: unknown[] }>(WHO, '/api/devices?sido=KR-41')
    expect([elsewhere.count, elsewhere.data]).toEqual([0, []])
  })

  it('on the dashboard and the map', async () => {
    const home = await inside()
    const stats = await read<{
      payload: {
        amount: { device: number; placed: number }
        vendors: { devices: number }[]
        models: { devices: number }[]
        clients: { devices: number }[]
      }
    }>(WHO, '/api/dashboard/stats')
    const { amount, vendors, models, clients } = stats.payload
    expect([amount.device, amount.placed]).toEqual([home.length, home.length])
    const sum = (rows: { devices: number }[]) => rows.reduce((all, { devices }) => all + devices, 0)
    const given = (await ids(sql<boolean>`sido = ${HOME} and client_id is not null`)).length
    expect([sum(vendors), sum(models), sum(clients)]).toEqual([home.length, home.length, given])
    const map = await read<{ payload: { sido: string; count: number }[] }>(WHO, '/api/dashboard/place')
    expect(map.payload.filter(({ count }) => count > 0)).toMatchObject([{ sido: HOME, count: home.length }])
  })

  it('by its address, in its page, signal and timeline as if others did not exist', async () => {
    const [home] = await inside()
    const [other] = await outside()
    const unknown = await ask(WHO, '/api/devices/999999999987654')
    for (const part of ['', '/timeline']) {
      expect((await ask(WHO, `/api/devices/${home}${part}`)).statusCode).toBe(200)
      const refused = await ask(WHO, `/api/devices/${other}${part}`)
      expect([part, refused.statusCode, refused.body]).toEqual([part, 404, unknown.body])
    }
  })

  it('in searches, by number and in the search box', async () => {
    const numberOf = async (id: string) =>
      (await api.db.selectFrom('devices').select('isdn').where('id', '=', id).executeTakeFirstOrThrow()).isdn
    const [home, other] = [(await inside())[0]!, (await outside())[0]!]
    const found = async (id: string) => {
      const isdn = await numberOf(id)
      const box = await read<{ payload: { id: string }[] }>(WHO, `/api/search?q=${isdn}`)
      const search = await post(WHO, '/api/devices', {
        topic: 'number',
        alike: isdn.slice(-8),
        status: 'all',
      })
      const numbers = await post(WHO, '/api/devices/numbers', { numbers: [isdn] })
      return [
        box.payload.some(hit => hit.id === id),
        search.json().payload.some((hit: { device: string }) => hit.device === id),
        numbers.body.includes(id),
      ]
    }
    expect(await found(home)).toEqual([true, true, true])
    expect(await found(other)).toEqual([false, false, false])
  })

  it('in exports, in groups and their sheets', async () => {
    const home = await inside()
    const csv = await ask(WHO, '/api/exports/devices?export[format]=csv&export[columns]=id')
    expect(csv.statusCode).toBe(200)
    expect(csv.body.match(/\d{15}/g)?.sort()).toEqual(home)
    const { payload } = await read<{ payload: { id: number; devices: number }[] }>(WHO, '/api/batches')
    for (const batch of payload.slice(0, 5))
      expect(batch.devices).toBe((await ids(sql<boolean>`sido = ${HOME} and batch_id = ${batch.id}`)).length)
  })

  it('in orders: those that go to a device of the province, and of their devices these', async () => {
    const { rows: expected } = await sql<{ id: number }>`
      select distinct o.id from orders o join order_targets t on t.order_id = o.id join devices d on d.id = t.device_id
      where o.vendor_id = 1 and d.sido = ${HOME} order by o.id`.execute(api.db)
    const counts = await read<{ payload: { overall: number } }>(WHO, '/api/orders/status')
    expect(counts.payload.overall).toBe(expected.length)
    const list = (await post(WHO, '/api/orders', { page_limit: 100 })).json() as {
      count: number
      data: { id: number }[]
    }
    expect(list.count).toBe(expected.length)
    const home = new Set(await inside())
    for (const { id } of list.data.slice(0, 5)) {
      const targets = await read<{ data: { device: string }[] }>(WHO, `/api/orders/${id}/targets`)
      expect(targets.data.length).toBeGreaterThan(0)
      expect(targets.data.every(({ device: one }) => home.has(one))).toBe(true)
    }
  })

  it('in the history', async () => {
    const [home, other] = [(await inside())[0]!, (await outside())[0]!]
    for (const record of [home, other])
      await api.db
        .insertInto('history')
        .values({
          action: 'changed',
          resource: 'devices',
          record,
          label: record,
          vendor_id: 1,
          before: null,
          after: null,
        })
        .execute()
    const { payload } = await read<{ payload: { resource: string; record: string }[] }>(
      WHO,
      '/api/history?resource=devices&page_limit=100',
    )
    expect(payload.some(({ record }) => record === home)).toBe(true)
    const seen = new Set(await inside())
    expect(payload.every(({ record }) => seen.has(record))).toBe(true)
  })
})

describe('a vendor-level role without orders', () => {
  const WHO = 'storekeeper' as const

  it('is refused every call of orders, and sees nothing of them elsewhere', async () => {
    for (const { name, endpoint } of allEndpoints().filter(
      one => one.name.startsWith('orders.') && one.name !== 'orders.methods',
    )) {
      const answer = await ask(WHO, (await askedOf(api, { endpoint, name })) as never)
      expect([name, answer.statusCode]).toEqual([name, 403])
    }
    const history = await read<{ payload: { resource: string }[] }>(WHO, '/api/history?page_limit=100')
    expect(history.payload.filter(({ resource }) => resource === 'orders')).toEqual([])
    const page = await read<{ payload: { sees: { timeline: string[] } } }>(WHO, `/api/devices/${device.id}`)
    expect(page.payload.sees.timeline).not.toContain('order')
    const offered = await read<{ payload: string[] }>(WHO, '/api/exports')
    expect(offered.payload).not.toContain('orders')
  })

  it('does not see a field that is kept from it, by whatever way', async () => {
    const plain = await api.ask('vendor@demo.local', '/api/devices?page_limit=100')
    expect(plain.json().data.some((row: { client_name: string }) => row.client_name !== '')).toBe(true)
    const list = await read<{ data: { client_name: string }[] }>(WHO, '/api/devices?page_limit=100')
    expect(list.data.every(({ client_name }) => client_name === '')).toBe(true)
    expect((await ask(WHO, '/api/devices?order_by=client_name')).statusCode).toBe(400)
    expect((await ask(WHO, '/api/devices?client=1')).statusCode).toBe(400)
    const stats = await read<{ payload: { clients: unknown[] } }>(WHO, '/api/dashboard/stats')
    expect(stats.payload.clients).toEqual([])
    expect((await ask(WHO, '/api/exports/devices?export[format]=csv')).statusCode).toBe(403)
  })

  it('cannot write a field that is kept from it, and can write others', async () => {
    const change = (payload: object) => ask(WHO, { method: 'PUT', url: `/api/devices/${device.id}`, payload })
    const refused = await change({ isdn: '01099998888' })
    expect([refused.statusCode, Object.keys(refused.json().errors ?? {})]).toEqual([422, ['isdn']])
    expect((await change({ serial: '77' })).statusCode).toBe(200)
  })
})

describe('a role with a rule for every kind of record', () => {
  const WHO = 'narrow' as const
  const names = async (url: string) =>
    (await read<{ payload: { name: string; zone?: string; email?: string }[] }>(WHO, url)).payload
  let own = 0

  beforeAll(async () => {
    const { db } = api
    own = (
      await db.selectFrom('clients').select('id').where('email', '=', emailOf(WHO)).executeTakeFirstOrThrow()
    ).id
    const { id } = await db
      .insertInto('batches')
      .values({ name: '보이는 그룹', model_id: 1, vendor_id: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('bunches')
      .values([
        { name: '안 보이는 묶음', batch_id: id },
        { name: '묶음', batch_id: id },
      ])
      .execute()
    await db.updateTable('clients').set({ zone: '영업' }).where('email', '=', 'client@demo.local').execute()
    await db
      .insertInto('records')
      .values(
        ['skt', 'kt', 'skt'].map((carrier, at) => ({
          resource: 'sims',
          data: JSON.stringify({ carrier, iccid: `89${at}` }),
        })),
      )
      .execute()
  })

  it('lists, counts and finds these alone', async () => {
    const clients = await names('/api/admin/clients')
    expect(clients.map(({ email }) => email).sort()).toEqual(['client@demo.local', emailOf(WHO)])
    expect((await names('/api/admin/vendors')).map(({ name }) => name)).toEqual(['한빛텔레매틱스'])
    expect((await names('/api/batches')).map(({ name }) => name)).toEqual(['보이는 그룹'])
    const models = await ask(WHO, '/api/resources/models')
    expect([models.headers['content-range'], models.json()]).toEqual([
      'models 0-0/1',
      [expect.objectContaining({ name: 'FT-100' })],
    ])
    const bunches = await ask(WHO, '/api/resources/bunches')
    expect(bunches.json().map((one: { name: string }) => one.name)).toEqual(['묶음'])
    const methods = await read<{ payload: { code: string }[] }>(WHO, '/api/methods')
    expect(methods.payload.map(({ code }) => code)).toEqual(['reboot'])
    const sims = await ask(WHO, '/api/resources/sims')
    expect([sims.headers['content-range'], sims.json().map((one: { iccid: string }) => one.iccid)]).toEqual([
      'sims 0-1/2',
      ['890', '892'],
    ])
    const sheet = await ask(WHO, '/api/exports/clients?export[format]=csv')
    expect(sheet.body.trim().split('\n').length).toBe(3)
    const hits = await read<{ payload: { resource: string }[] }>(WHO, '/api/search?q=demo.local')
    expect(hits.payload.map(({ resource }) => resource)).toEqual(['clients'])
  })

  it('shows nothing where who asks does not fit its expression', async () => {
    expect((await read<{ count: number }>(WHO, '/api/devices')).count).toBeGreaterThan(0)
    await api.db.updateTable('clients').set({ vendor_id: 1 }).where('id', '=', own).execute()
    expect((await read<{ count: number }>(WHO, '/api/devices')).count).toBe(0)
    await api.db.updateTable('clients').set({ vendor_id: 0 }).where('id', '=', own).execute()
  })

  it('finds no other record by its address, and refers to none', async () => {
    const { db } = api
    const other = async (table: 'vendors' | 'batches' | 'models', name: string) =>
      (
        await db
          .selectFrom(table)
          .select('id')
          .where('name', '<>', name)
          .where('id', '>', 0)
          .limit(1)
          .executeTakeFirstOrThrow()
      ).id
    const client = await db
      .selectFrom('clients')
      .select('id')
      .where('email', '=', 'vendor@demo.local')
      .executeTakeFirstOrThrow()
    const sim = await db
      .selectFrom('records')
      .select('id')
      .where(sql<boolean>`data ->> 'carrier' = 'kt'`)
      .executeTakeFirstOrThrow()
    const [vendor, batch, model] = [
      await other('vendors', '한빛텔레매틱스'),
      await other('batches', '보이는 그룹'),
      await other('models', 'FT-100'),
    ]
    for (const url of [
      `/api/admin/vendors/${vendor}`,
      `/api/batches/${batch}`,
      `/api/clients/${client.id}`,
      `/api/resources/models/${model}`,
      `/api/resources/sims/${sim.id}`,
    ])
      expect([url, (await ask(WHO, url)).statusCode]).toEqual([url, 404])
    const put = await ask(WHO, {
      method: 'PUT',
      url: `/api/resources/sims/${sim.id}`,
      payload: { carrier: 'skt' },
    })
    expect(put.statusCode).toBe(404)
    const referring = await post(WHO, '/api/resources/sims', { iccid: '8999', carrier: 'skt', vendor })
    expect([referring.statusCode, Object.keys(referring.json().errors)]).toEqual([422, ['vendor']])
  })

  it('makes and leaves no record outside of its rows, and nothing has changed then', async () => {
    const OUT = '저장하면 이 역할이 볼 수 있는 범위를 벗어납니다. 볼 수 있는 범위 안의 값으로 적어 주세요.'
    const [home] = await api.db
      .selectFrom('devices')
      .select(['id', 'isdn'])
      .where('sido', '=', HOME)
      .orderBy('id')
      .execute()
    const [sim] = await api.db
      .selectFrom('records')
      .select('id')
      .where(sql<boolean>`data ->> 'carrier' = 'skt'`)
      .execute()
    const [batch] = (await names('/api/batches')) as unknown as { id: number }[]
    const before = await everything()
    const sheet = (head: string, row: string) => ({
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
      payload: [
        '--edge',
        'Content-Disposition: form-data; name="file"; filename="a.csv"',
        '',
        head,
        row,
        '--edge--',
        '',
      ].join('\r\n'),
    })
    const tries: [string, Parameters<typeof ask>[1]][] = [
      ['device moved away', { method: 'PUT', url: `/api/devices/${home!.id}`, payload: { sido: 'KR-41' } }],
      [
        'many moved away',
        {
          method: 'POST',
          url: '/api/devices/bulk',
          payload: {
            kind: 'change',
            name: 'away-001',
            ids: [home!.id],
            values: { sido: 'KR-41' },
            expected: 1,
          },
        },
      ],
      ['sim changed', { method: 'PUT', url: `/api/resources/sims/${sim!.id}`, payload: { carrier: 'kt' } }],
      ['sim made', { method: 'POST', url: '/api/resources/sims', payload: { iccid: '8998', carrier: 'kt' } }],
      ['batch renamed', { method: 'PUT', url: `/api/batches/${batch!.id}`, payload: { name: '다른 그룹' } }],
      [
        'client made',
        {
          method: 'PUT',
          url: '/api/clients/',
          payload: {
            id: 0,
            name: '가',
            email: 'new-one@roles.test',
            password: 'Far-enough1!',
            level: levels.master,
            role: WHO,
            zone: '개발',
          },
        },
      ],
      [
        'order of another command',
        {
          method: 'POST',
          url: '/api/orders/order',
          payload: { code: 'reset', data: 'NOW', targets: [home!.id] },
        },
      ],
      [
        'roster',
        {
          method: 'POST',
          url: '/api/devices/roster/ul',
          ...sheet('IMEI,전화번호,시리얼,모델,지역', '490154203237518,01055556666,1,FT-100,경기'),
        },
      ],
      [
        'roster update',
        { method: 'POST', url: '/api/devices/roster/update', ...sheet('IMEI,지역', `${home!.id},경기`) },
      ],
    ]
    for (const [what, request] of tries) {
      const answer = await ask(WHO, request)
      expect([what, answer.statusCode]).toEqual([what, 422])
      if (!what.startsWith('order')) expect([what, answer.json().message]).toEqual([what, OUT])
    }
    expect(await everything()).toEqual(before)
    // What stays within is saved.
    expect(
      (await ask(WHO, { method: 'PUT', url: `/api/devices/${home!.id}`, payload: { serial: '42' } }))
        .statusCode,
    ).toBe(200)
  })
})

it('a group is not deleted over the heads of the devices that a rule leaves out', async () => {
  const { db } = api
  const group = async (others: number) => {
    const { id } = await db
      .insertInto('batches')
      .values({ name: `그룹 ${others}`, model_id: 1, vendor_id: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [sido, count] of [
      [HOME, 1],
      ['KR-26', others],
    ] as const) {
      const some = db.selectFrom('devices').select('id').where('vendor_id', '=', 1).where('sido', '=', sido)
      await db
        .updateTable('devices')
        .set({ batch_id: id, bunch_id: null })
        .where('id', 'in', some.limit(count))
        .execute()
    }
    return id
  }
  const remove = (id: number) =>
    ask('warden', { method: 'DELETE', url: `/api/batches/${id}` }).then(({ statusCode }) => statusCode)
  const mixed = await group(1)
  expect(await remove(mixed)).toBe(422)
  expect(await db.selectFrom('devices').select('id').where('batch_id', '=', mixed).execute()).toHaveLength(2)
  expect(await remove(await group(0))).toBe(200)
})

describe('the role of an account', () => {
  it('that config does not have allows nothing but the own account, in a sentence, until it is mended', async () => {
    const list = await ask('gone', '/api/devices')
    expect([list.statusCode, list.json().message]).toEqual([
      403,
      '이 계정의 역할 "gone" 이(가) 설정에 없어 아무것도 할 수 없습니다. 관리자에게 문의해 주세요.',
    ])
    for (const { name, endpoint } of allEndpoints().filter(
      one => one.endpoint.method === 'GET' && one.endpoint.access !== 'public',
    )) {
      if (['auth.logins', 'exports.offer', 'search.find', 'events.stream'].includes(name)) continue
      const answer = await ask('gone', (await askedOf(api, { endpoint, name })) as never)
      expect([name, [403, 404].includes(answer.statusCode)]).toEqual([name, true])
    }
    expect((await read<{ payload: unknown[] }>('gone', '/api/search?q=client')).payload).toEqual([])
    expect((await read<{ payload: unknown[] }>('gone', '/api/exports')).payload).toEqual([])
    expect(
      (await read<{ payload: { email: string } }>('gone', `/api/clients/email/${emailOf('gone')}`)).payload
        .email,
    ).toBe(emailOf('gone'))
  })

  it('means what config says at the next request', async () => {
    const before = current
    current = configOfRoles({ ...ROLES, gone: { label: '복귀', level: 'vendor', resources: {} } })
    // Never more than the level of the role.
    expect((await ask('gone', '/api/devices')).statusCode).toBe(200)
    expect((await ask('gone', '/api/config/problems')).statusCode).toBe(403)
    current = before
    expect((await ask('gone', '/api/devices')).statusCode).toBe(403)
  })

  it('is said by the token, with the level in force', async () => {
    const claim = async (role: string) =>
      JSON.parse(Buffer.from((await api.login(emailOf(role))).split('.')[1]!, 'base64url').toString()).user
    expect(await claim('auditor')).toMatchObject({ role: 'auditor', level: levels.master })
    expect(await claim('gone')).toMatchObject({ role: 'gone', level: levels.guest })
  })

  describe('is given', () => {
    const save = (who: string, payload: object) =>
      api.ask(who, { method: 'PUT', url: '/api/clients/', payload })
    let at = 0
    const made = async (level: number, role: string | null = null) => {
      const email = `given-${++at}@roles.test`
      const id = await api.addAccount({ email, level, vendor: 1 })
      await api.db.updateTable('clients').set({ role }).where('id', '=', id).execute()
      return id
    }
    const errorsOf = (answer: { json(): { errors?: object } }) => answer.json().errors ?? {}
    const { vendor, client, master } = levels

    it.each([
      ['its own level', 'vendor@demo.local', vendor, 'storekeeper', {}],
      ['none again', 'vendor@demo.local', vendor, '', {}],
      [
        'one above',
        'vendor@demo.local',
        vendor,
        'auditor',
        { role: '자신보다 높은 등급의 역할은 줄 수 없습니다.' },
      ],
      [
        'one of another level',
        'vendor@demo.local',
        client,
        'storekeeper',
        { role: '이 역할은 "업체" 권한의 역할입니다. 권한을 맞추거나 다른 역할을 고르세요.' },
      ],
      ['one that there is not', 'vendor@demo.local', vendor, 'nobody-has-it', { role: expect.any(String) }],
    ])('%s', async (_what, who, level, role, errors) => {
      const id = await made(client, role === '' ? 'storekeeper' : null)
      const answer = await save(who, { id, level, role })
      expect([answer.statusCode, errorsOf(answer)]).toEqual([
        Object.keys(errors).length === 0 ? 200 : 422,
        errors,
      ])
      const { role: stored } = await api.db
        .selectFrom('clients')
        .select('role')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(stored).toBe(answer.statusCode === 200 ? role || null : role === '' ? 'storekeeper' : null)
    })

    it.each([
      ['its own, at its level', vendor, 'storekeeper', 200],
      ['another of its level', vendor, 'regional-manager', 422],
      ['none at its level', vendor, '', 422],
      ['none below its level, through which it would get rid of its own', client, '', 422],
      ['none to a guest', levels.guest, '', 422],
    ])('by a role to a new account: %s', async (_what, level, role, status) => {
      const email = `new-${++at}@roles.test`
      const answer = await save(emailOf('storekeeper'), {
        id: 0,
        name: '새 계정',
        email,
        password: 'Far-enough1!',
        level,
        role,
      })
      expect([answer.statusCode, Object.keys(errorsOf(answer))]).toEqual([
        status,
        status === 200 ? [] : ['role'],
      ])
      const found = await api.db.selectFrom('clients').select('role').where('email', '=', email).execute()
      expect(found).toEqual(status === 200 ? [{ role }] : [])
    })

    it('to nobody by themselves, and accounts of other rights are not changed by a role', async () => {
      const own = await api.db
        .selectFrom('clients')
        .select('id')
        .where('email', '=', emailOf('storekeeper'))
        .executeTakeFirstOrThrow()
      const owned = await save(emailOf('storekeeper'), { id: own.id, role: '' })
      expect(errorsOf(owned)).toEqual({
        role: '자신의 역할은 바꿀 수 없습니다. 다른 관리자에게 요청해 주세요.',
      })
      const colleague = await made(vendor)
      for (const id of [colleague, await made(client), await made(levels.guest)]) {
        const taken = await save(emailOf('storekeeper'), { id, password: 'Far-enough1!' })
        expect(taken.statusCode).toBe(403)
      }
      const removed = await api.ask(emailOf('storekeeper'), {
        method: 'DELETE',
        url: `/api/admin/clients/${colleague}`,
      })
      expect(removed.statusCode).toBe(403)
      const level = await save('master@demo.local', { id: await made(vendor, 'storekeeper'), level: master })
      expect(Object.keys(errorsOf(level))).toEqual(['role'])
    })
  })
})
