/** The demo fleet and its logins. */
import { beforeAll, describe, expect, it } from 'vitest'
import { isBrn } from '../../src/domain/brn'
import { checkImei } from '../../src/domain/imei'
import { CONTENT_TYPES } from '../../src/domain/methodInput'
import { orderStatus } from '../../src/domain/orders'
import { DEMO_LOGINS, DEMO_PASSWORD, makeFleet, seedDemo } from '../../src/server/demo'
import { readEnv } from '../../src/server/start/env'
import { fillEmptyDatabase } from '../../src/server/start/firstStart'
import { assertDemoIsLocal } from '../../src/server/start/localDemo'
import { ordersWithWrongCounts } from '../support/crash'
import { newDatabase } from '../support/databases'
import { levels } from '../support/demo'
import { countRows, findRows } from '../support/rows'
import { startTestApp, statusOf, type TestApp } from '../support/server'

const now = new Date('2026-04-01T09:00:00Z')
const fleet = makeFleet({ seed: 7, now, levels })

it.each([
  ['HOST', { HOST: '0.0.0.0' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://fleet.example' }],
  ['TRUST_PROXY', { TRUST_PROXY: '1' }],
])('a server with demo logins refuses to start if other machines could reach it: %s', (name, variables) => {
  expect(() => assertDemoIsLocal(readEnv({}), true)).not.toThrow()
  expect(() => assertDemoIsLocal(readEnv(variables), false)).not.toThrow()
  const code = name === 'HOST' ? 'demoNotLoopback' : 'demoBehindProxy'
  expect(() => assertDemoIsLocal(readEnv(variables), true)).toThrow(expect.objectContaining({ code }))
})

describe('the demo fleet', () => {
  const { vendors, clients, devices, batches, bunches, orders } = fleet
  const account = (email: string) => clients.find(client => client.email === email)!
  const isPartial = (order: (typeof orders)[number]) => orderStatus(order) === 'failure' && order.success > 0

  it('has 5 vendors with valid business registration numbers, 12 clients and 2,000 devices in 17 provinces', () => {
    const customers = clients.filter(client => client.level === levels.client)
    expect([vendors.length, customers.length, devices.length]).toEqual([5, 12, 2000])
    expect(vendors.filter(({ name, brn }) => !isBrn(brn) || !/[가-힣]{4,}/.test(name))).toEqual([])
    expect(devices.filter(({ id }) => checkImei(id) !== undefined)).toEqual([])
    const provinces = new Set(devices.flatMap(({ sido }) => sido ?? []))
    expect([provinces.size, devices.some(({ sido }) => !sido)]).toEqual([17, true])
  })

  it('assigns devices only to batches, bunches and clients that fit their model and vendor', () => {
    const wrong = devices.filter(device => {
      const batch = batches.find(({ id }) => id === device.batch_id)
      const bunch = bunches.find(({ id }) => id === device.bunch_id)
      const client = clients.find(({ id }) => id === device.client_id)
      return (
        (batch && (batch.model_id !== device.model_id || batch.vendor_id !== device.vendor_id)) ||
        (bunch && bunch.batch_id !== device.batch_id) ||
        (client && client.vendor_id !== device.vendor_id)
      )
    })
    expect(wrong).toEqual([])
    expect(bunches.filter(({ id }) => !devices.some(device => device.bunch_id === id))).toEqual([])
  })

  it('has methods of each content type', () => {
    expect(new Set(fleet.methods.map(({ content }) => content.Type))).toEqual(new Set(CONTENT_TYPES))
  })

  it('has orders of each status and theme, also for each account that may send them', () => {
    const STATUSES = ['failure', 'ongoing', 'success', 'waiting']
    expect(new Set(orders.map(({ theme }) => theme))).toEqual(new Set(['device', 'search', 'batch', 'bunch']))
    for (const login of DEMO_LOGINS.filter(({ level }) => level !== 'guest')) {
      const sent = orders.filter(({ sender_id }) => sender_id === account(login.email).id)
      expect([login.email, [...new Set(sent.map(orderStatus))].sort()]).toEqual([login.email, STATUSES])
      expect(sent.some(isPartial)).toBe(true)
      expect(sent.filter(order => orderStatus(order) === 'success').length).toBeGreaterThan(sent.length / 4)
    }
  })
})

const db = await newDatabase()
await seedDemo(db, { now, seed: 7, levels })

it('the database has all devices and orders of the fleet, and their counts are right', async () => {
  const stored = await findRows(db, 'devices')
  const expected = [...fleet.devices].sort((a, b) => a.id.localeCompare(b.id))
  expect(stored.map(({ extra: _, updated: __, ...device }) => device)).toEqual(
    expected.map(device => ({
      ...device,
      linked: device.linked && new Date(device.linked),
      closed: device.closed && new Date(device.closed),
      created: new Date(device.created),
    })),
  )
  expect(await ordersWithWrongCounts(db)).toEqual([])
  expect(await countRows(db, 'orders')).toBe(fleet.orders.length)
})

describe('the demo logins', () => {
  let api: TestApp
  beforeAll(async () => {
    const db = await newDatabase()
    const secret = { password: DEMO_PASSWORD, reveal: async () => undefined }
    await fillEmptyDatabase(db, { demo: true }, { now, levels, secret })
    api = await startTestApp(db, { bare: true })
  })

  const signIn = (sent: Record<string, string>, password = DEMO_PASSWORD) => {
    const headers = { host: 'localhost:5080', ...sent }
    const payload = { email: 'master@demo.local', password }
    return api.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload })
  }

  it.each(['localhost:5080', '127.0.0.1', '[::1]:5080'])('sign in from this machine (%s)', async host => {
    expect(await statusOf(signIn({ host }))).toBe(200)
  })

  it.each<Record<string, string>>([
    { host: 'fleet.example' },
    { host: 'localhost.evil.example' },
    { forwarded: 'for=192.0.2.7' },
    { 'x-forwarded-for': '127.0.0.1' },
    { via: '1.1 cache' },
  ])('do not sign in from elsewhere or through a proxy (%j)', async headers => {
    const answer = await signIn(headers)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'signIn.demoAway'])
    expect(answer.json().message).toContain('localhost')
    // A wrong password gets the usual response.
    expect(await statusOf(signIn(headers, 'Wrong-pass1!'))).toBe(401)
    await api.db.deleteFrom('signin_failures').execute()
  })
})
