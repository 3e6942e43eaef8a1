import { verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Levels } from '../../src/domain/authority'
import { isBrn } from '../../src/domain/brn'
import { connectivity } from '../../src/domain/connectivity'
import { checkImei } from '../../src/domain/imei'
import { CONTENT_TYPES } from '../../src/domain/methodInput'
import { orderStatus } from '../../src/domain/orders'
import { signalGrade } from '../../src/domain/signal'
import { DEMO_LOGINS, DEMO_PASSWORD, makeFleet, seedDemo } from '../../src/server/demo'
import { keepDemoAtHome } from '../../src/server/start/demoAtHome'
import { readEnv } from '../../src/server/start/env'
import { fillEmptyDatabase } from '../../src/server/start/firstStart'
import type { Db } from '../../src/server/store/database'
import { newDatabase } from '../support/databases'
import { startTestApp, type TestApp } from '../support/server'

const levels: Levels = { none: 0, guest: 1, client: 3, vendor: 6, master: 9 }
const now = new Date('2026-04-01T09:00:00Z')
const fleet = makeFleet({ seed: 7, now, levels })
const unique = (values: unknown[]) => new Set(values).size
function by<T, K>(rows: T[], key: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row])
  return groups
}

it.each([
  ['HOST', { HOST: '0.0.0.0' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://fleet.example' }],
  ['TRUST_PROXY', { TRUST_PROXY: '1' }],
])('the demo fleet does not start where others could reach it: %s', (name, variables) => {
  expect(() => keepDemoAtHome(readEnv({}), true)).not.toThrow()
  expect(() => keepDemoAtHome(readEnv(variables), false)).not.toThrow()
  const code = name === 'HOST' ? 'demoNotLoopback' : 'demoBehindProxy'
  expect(() => keepDemoAtHome(readEnv(variables), true)).toThrow(expect.objectContaining({ code }))
})

describe('the demo fleet', () => {
  it('is the same for the same seed and moment, and another for another seed', () => {
    expect(makeFleet({ seed: 7, now, levels })).toEqual(fleet)
    expect(makeFleet({ seed: 8, now, levels }).devices).not.toEqual(fleet.devices)
  })

  it('has 2,000 devices of 5 vendors and 12 clients', () => {
    expect(fleet.devices).toHaveLength(2000)
    expect(fleet.vendors).toHaveLength(5)
    expect(fleet.clients.filter(client => client.level === levels.client)).toHaveLength(12)
  })

  it('has real-looking vendors with valid business registration numbers of their own', () => {
    for (const vendor of fleet.vendors) expect([vendor.name, isBrn(vendor.brn)]).toEqual([vendor.name, true])
    expect(unique(fleet.vendors.map(vendor => vendor.brn))).toBe(5)
    for (const vendor of fleet.vendors) expect(vendor.name).toMatch(/[가-힣]{4,}/)
  })

  it('spreads the devices over all 17 provinces and leaves some unplaced', () => {
    const provinces = by(fleet.devices, device => device.sido)
    expect([...provinces.keys()].filter(Boolean).sort()).toEqual(
      [11, 26, 27, 28, 29, 30, 31, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50].map(code => `KR-${code}`),
    )
    for (const [sido, devices] of provinces) expect([sido, devices.length >= 10]).toEqual([sido, true])
    expect(provinces.get(null)!.length).toBeGreaterThan(50)
  })

  it('gives every device a valid IMEI and a number of its own', () => {
    expect(fleet.devices.filter(device => checkImei(device.id) !== undefined)).toEqual([])
    expect(unique(fleet.devices.map(device => device.id))).toBe(2000)
    expect(unique(fleet.devices.map(device => device.isdn))).toBe(2000)
    expect(fleet.devices.filter(device => !/^010\d{8}$/.test(device.isdn))).toEqual([])
  })

  it('has about six in ten online, and says so as the console reads it', () => {
    const online = fleet.devices.filter(device => device.online)
    expect(online.length / 2000).toBeGreaterThan(0.55)
    expect(online.length / 2000).toBeLessThan(0.65)
    for (const device of fleet.devices)
      expect([device.id, connectivity(device)]).toEqual([device.id, device.online ? 'linked' : 'closed'])
    expect(fleet.devices.some(device => device.linked === null)).toBe(true)
  })

  it('has signals of every grade, and none where there is no connection', () => {
    const grades = by(fleet.devices, device =>
      signalGrade(device.modem_rsrp, { primary: -80, success: -90, warning: -100 }),
    )
    expect([...grades.keys()].map(String).sort()).toEqual([
      'danger',
      'primary',
      'success',
      'undefined',
      'warning',
    ])
    expect(fleet.devices.filter(device => !device.online && device.modem_rsrp !== 0)).toEqual([])
  })

  it('has devices with a VPN and without', () => {
    const vpn = fleet.devices.filter(device => Object.keys(device.vpn).length > 0).length
    expect(vpn).toBeGreaterThan(200)
    expect(vpn).toBeLessThan(1000)
  })

  it('keeps model, batch, bunch, client and vendor of a device in agreement', () => {
    const wrong = fleet.devices.filter(device => {
      const batch = fleet.batches.find(known => known.id === device.batch_id)
      const bunch = fleet.bunches.find(known => known.id === device.bunch_id)
      const client = fleet.clients.find(known => known.id === device.client_id)
      return (
        (batch && (batch.model_id !== device.model_id || batch.vendor_id !== device.vendor_id)) ||
        (bunch && bunch.batch_id !== device.batch_id) ||
        (client && client.vendor_id !== device.vendor_id)
      )
    })
    expect(wrong).toEqual([])
    for (const bunch of fleet.bunches)
      expect(fleet.devices.some(device => device.bunch_id === bunch.id)).toBe(true)
  })

  it('has methods of every content type, some of them for the VPN', () => {
    expect(new Set(fleet.methods.map(method => method.content.Type))).toEqual(new Set(CONTENT_TYPES))
    expect(fleet.methods.filter(method => method.caption.includes('VPN')).length).toBeGreaterThan(0)
    expect(fleet.methods.filter(method => !method.caption.includes('VPN')).length).toBeGreaterThan(0)
  })

  it('has past orders of every status and every theme, also partly successful ones', () => {
    expect(new Set(fleet.orders.map(order => orderStatus(order)))).toEqual(
      new Set(['success', 'failure', 'waiting', 'ongoing']),
    )
    expect(new Set(fleet.orders.map(order => order.theme))).toEqual(
      new Set(['device', 'search', 'batch', 'bunch']),
    )
    expect(fleet.orders.some(order => orderStatus(order) === 'failure' && order.success > 0)).toBe(true)
  })

  it('gives every demo login that may order orders of every status, and partly successful ones', () => {
    for (const sender of fleet.clients.filter(
      client => client.email.endsWith('@demo.local') && client.level >= levels.client,
    )) {
      const own = fleet.orders.filter(order => order.sender_id === sender.id)
      expect([sender.email, [...new Set(own.map(order => orderStatus(order)))].sort()]).toEqual([
        sender.email,
        ['failure', 'ongoing', 'success', 'waiting'],
      ])
      expect(own.some(order => orderStatus(order) === 'failure' && order.success > 0)).toBe(true)
      expect(own.filter(order => orderStatus(order) === 'success').length).toBeGreaterThan(own.length / 4)
    }
  })

  it('counts the targets of every order as they stand', () => {
    const targets = by(fleet.targets, target => target.order_id)
    for (const order of fleet.orders) {
      const own = targets.get(order.id)!
      const { success, failure, waiting, ongoing } = order
      const count = (status: string) => own.filter(target => target.status === status).length
      expect({ success, failure, waiting, ongoing }).toEqual({
        success: count('success'),
        failure: count('failure'),
        waiting: count('waiting'),
        ongoing: count('ongoing'),
      })
    }
  })

  it('lets nobody have ordered what they could not reach', () => {
    const devices = new Map(fleet.devices.map(device => [device.id, device]))
    const foreign = fleet.targets.filter(target => {
      const order = fleet.orders[target.order_id - 1]!
      const sender = fleet.clients.find(client => client.id === order.sender_id)!
      const device = devices.get(target.device_id)!
      return sender.level === levels.client
        ? device.client_id !== sender.id
        : device.vendor_id !== sender.vendor_id
    })
    expect(foreign).toEqual([])
  })

  it('gives vendor, client and guest login the same vendor, which has more than 400 devices', () => {
    const of = (email: string) => fleet.clients.find(client => client.email === email)!
    const vendor = of('vendor@demo.local').vendor_id
    expect([of('client@demo.local').vendor_id, of('guest@demo.local').vendor_id]).toEqual([vendor, vendor])
    expect(fleet.devices.filter(device => device.vendor_id === vendor).length).toBeGreaterThan(400)
    const client = of('client@demo.local').id
    expect(fleet.devices.filter(device => device.client_id === client).length).toBeGreaterThan(50)
    expect(fleet.orders.filter(order => order.sender_id === client).length).toBeGreaterThan(5)
  })
})

let db: Db
beforeAll(async () => {
  db = await newDatabase()
  await seedDemo(db, { now, seed: 7, levels })
})

it('stores what was made', async () => {
  const stored = await db.selectFrom('devices').selectAll().orderBy('id').execute()
  const made = [...fleet.devices].sort((a, b) => a.id.localeCompare(b.id))
  expect(stored.map(({ extra: _, updated: __, ...device }) => device)).toEqual(
    made.map(device => ({
      ...device,
      linked: device.linked && new Date(device.linked),
      closed: device.closed && new Date(device.closed),
      created: new Date(device.created),
    })),
  )
  const { rows } = await sql<{ wrong: number }>`
      select count(*) as wrong
      from orders o
      join (
        select order_id,
          count(*) filter (where status = 'waiting') as waiting, count(*) filter (where status = 'ongoing') as ongoing,
          count(*) filter (where status = 'success') as success, count(*) filter (where status = 'failure') as failure
        from order_targets group by order_id
      ) t on t.order_id = o.id
      where (o.waiting, o.ongoing, o.success, o.failure) <> (t.waiting, t.ongoing, t.success, t.failure)`.execute(
    db,
  )
  expect(rows[0]!.wrong).toBe(0)
  const { orders } = await db
    .selectFrom('orders')
    .select(eb => eb.fn.countAll<number>().as('orders'))
    .executeTakeFirstOrThrow()
  expect(orders).toBe(fleet.orders.length)
})

it(`makes a login for each level, with the password that the README names`, async () => {
  expect(DEMO_LOGINS.map(login => [login.email, login.level])).toEqual([
    ['master@demo.local', 'master'],
    ['vendor@demo.local', 'vendor'],
    ['client@demo.local', 'client'],
    ['guest@demo.local', 'guest'],
  ])
  for (const { email, level } of DEMO_LOGINS) {
    const account = await db
      .selectFrom('clients')
      .select(['level', 'password_hash'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(account.level).toBe(levels[level as keyof Levels])
    expect(account.password_hash).toMatch(/^\$argon2id\$.*m=19456,t=2,p=1/)
    expect(await verify(account.password_hash!, DEMO_PASSWORD)).toBe(true)
  }
})

it(`leaves room for the records that come after`, async () => {
  const { id } = await db
    .insertInto('vendors')
    .values({ name: '다음 업체' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(id).toBe(6)
})

describe('the demo logins', () => {
  let api: TestApp
  beforeAll(async () => {
    const db = await newDatabase()
    const secret = { password: DEMO_PASSWORD, tell: async () => undefined }
    await fillEmptyDatabase(db, { demo: true }, { now, levels, secret })
    api = await startTestApp(db, { bare: true })
  })

  const signIn = (headers: Record<string, string>, password = DEMO_PASSWORD) =>
    api.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { host: 'localhost:5080', ...headers },
      payload: { email: 'master@demo.local', password },
    })

  it.each<Record<string, string>>([{}, { host: '127.0.0.1' }, { host: '[::1]:5080' }])(
    'sign in on this machine (%j)',
    async headers => {
      expect((await signIn(headers)).statusCode).toBe(200)
    },
  )

  it.each<Record<string, string>>([
    { host: 'fleet.example' },
    { host: '10.0.0.5:5080' },
    { host: 'localhost.evil.example' },
    { forwarded: 'for=192.0.2.7' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-proto': 'https' },
    { 'x-real-ip': '192.0.2.7' },
    { via: '1.1 cache' },
  ])('do not from elsewhere or through a proxy (%j)', async headers => {
    const answer = await signIn(headers)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'signIn.demoAway'])
    expect(answer.json().message).toContain('localhost')
    // Any other password is wrong there as everywhere.
    expect((await signIn(headers, 'Wrong-pass1!')).statusCode).toBe(401)
    await api.db.deleteFrom('signin_failures').execute()
  })
})
