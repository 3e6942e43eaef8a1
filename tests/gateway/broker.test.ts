/** The answers to brokers that ask what a device may do (`/broker/…`). */
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { BrokerAnswers } from '../../src/server/gateway/brokerAnswers'
import { Tally } from '../../src/server/gateway/tally'
import type { Db } from '../../src/server/store/database'
import { hashOfSecret } from '../../src/server/store/gateway/secrets'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { silentLog } from '../support/gateway'
import { insertRow, insertRows } from '../support/rows'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'

const IMEI = '356938035643809'
const OTHER = '490154203237518'
const SECRET = 'abcdefghijklmnopqrstuvwxyz234567'
const BROKER_SECRET = 'kZ8vQ2nB7mX4cT1yR6wE9uH3jL5pS0aD'
const GATEWAY = { username: 'fleet-gateway', password: 'p@ss:word' }
const MQTT_URL = 'mqtt://fleet-gateway:p%40ss%3Aword@broker'

async function prepare(db: Db): Promise<void> {
  await sql`insert into vendors (id, name) values (1, '한빛') on conflict (id) do nothing`.execute(db)
  await insertRow(db, 'models', { name: 'FT-100' })
  for (const id of [IMEI, OTHER])
    await insertRow(db, 'devices', { id, isdn: `010${id.slice(-8)}`, vendor_id: 1, model_id: 1 })
}
const giveSecret = (db: Db) =>
  insertRows(db, 'device_secrets', [{ device_id: IMEI, hash: hashOfSecret(IMEI, SECRET) }])

const api = await startTestApp(await newDatabase(), {
  env: { trustProxy: false, brokerSecret: BROKER_SECRET, mqtt: { url: MQTT_URL } },
})
await prepare(api.db)
await giveSecret(api.db)
const basic = `Basic ${Buffer.from(`broker:${BROKER_SECRET}`).toString('base64')}`
const ask = (
  question: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
  { app }: Pick<TestApp, 'app'> = api,
) =>
  app.inject({
    method: 'POST',
    url: `/broker/${question}`,
    headers: { authorization: basic, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  })

const device = { username: IMEI, vhost: '/' }
const topic = (routing_key: string, permission: string) => ({
  ...device,
  resource: 'topic',
  name: 'amq.topic',
  routing_key,
  permission,
})
const queue = (name: string) => ({ ...device, resource: 'queue', name, permission: 'configure' })
const exchange = (name: string, permission: string) => ({ ...device, resource: 'exchange', name, permission })

test.each<[question: string, form: Record<string, string>, answer: 'allow' | 'deny']>([
  ['user', { ...device, password: SECRET }, 'allow'],
  ['user', { ...device, password: SECRET, client_id: OTHER }, 'deny'],
  ['user', { ...device, password: 'wrong' }, 'deny'],
  ['user', { username: OTHER, password: SECRET }, 'deny'],
  ['user', { username: 'guest', password: 'guest' }, 'deny'],
  ['user', { username: GATEWAY.username, password: 'p@ss' }, 'deny'],
  ['user', GATEWAY, 'allow'],
  ['vhost', { username: GATEWAY.username, vhost: '/' }, 'allow'],
  ['topic', { ...topic('#', 'read'), username: GATEWAY.username }, 'allow'],
  ['vhost', device, 'allow'],
  ['vhost', { ...device, username: OTHER }, 'deny'],
  ['vhost', { ...device, vhost: 'staging' }, 'deny'],
  ['vhost', { username: GATEWAY.username, vhost: 'staging' }, 'deny'],
  ['user', { ...device, password: SECRET, vhost: 'staging' }, 'deny'],
  ['resource', queue(`mqtt-subscription-${IMEI}qos1`), 'allow'],
  ['resource', queue(`mqtt-subscription-${OTHER}qos1`), 'deny'],
  ['resource', exchange('amq.topic', 'write'), 'allow'],
  ['resource', exchange('amq.topic', 'configure'), 'deny'],
  ['topic', topic(`fleet.v1.09.${IMEI}.up.telemetry`, 'write'), 'allow'],
  ['topic', topic(`fleet/v1/09/${IMEI}/up/telemetry`, 'publish'), 'allow'],
  ['topic', topic(`fleet.v1.09.${IMEI}.down.order`, 'read'), 'allow'],
  ['topic', topic('fleet.v1.09.all.down.hello', 'read'), 'allow'],
  ['topic', topic(`fleet.v1.09.${IMEI}.down.order`, 'write'), 'deny'],
  ['topic', topic(`fleet.v1.09.${IMEI}.up.telemetry`, 'read'), 'deny'],
  ['topic', topic(`fleet.v1.10.${IMEI}.up.telemetry`, 'write'), 'deny'],
  ['topic', topic(`fleet.v1.18.${OTHER}.up.telemetry`, 'write'), 'deny'],
  ['topic', topic('fleet.v1.*.*.down.order', 'read'), 'deny'],
])('the question %s with %j is answered by: %s', async (question, form, expected) => {
  const answer = await ask(question, form)
  expect([answer.statusCode, answer.body]).toEqual([200, expected])
})

it('responds in JSON if the broker accepts it', async () => {
  const answer = await ask('user', { ...device, password: SECRET }, { accept: 'application/json' })
  expect(answer.json()).toEqual({ result: 'allow' })
})

it('refuses requests without the secret of the broker, also requests of a master', async () => {
  const master = await api.tokenOf('master@test.local')
  const others = ['', 'Basic', `Basic ${Buffer.from('broker:wrong').toString('base64')}`, `Bearer ${master}`]
  for (const question of ['user', 'vhost', 'resource', 'topic'])
    for (const authorization of others) {
      const answer = await ask(question, device, { authorization })
      expect([question, authorization, answer.statusCode]).toEqual([question, authorization, 401])
    }
  expect(
    (await ask('user', { ...device, password: SECRET }, { authorization: `Bearer ${BROKER_SECRET}` })).body,
  ).toBe('allow')
})

it('accepts its secret at no other call, and only forms of limited size', async () => {
  const headers = { authorization: `Bearer ${BROKER_SECRET}` }
  expect((await api.app.inject({ url: '/api/devices', headers })).statusCode).toBe(401)
  const json = await ask('user', device, { 'content-type': 'application/json' })
  const large = await ask('user', { ...device, password: 'x'.repeat(20_000) })
  expect([json.statusCode, large.statusCode]).toEqual([415, 413])
})

it('answers 300 simultaneous requests of a broker with the right secret', async () => {
  const executor = api.db.getExecutor()
  const original = executor.executeQuery.bind(executor)
  let answerQueries = () => {}
  const stalled = new Promise<void>(resolve => {
    answerQueries = resolve
  })
  executor.executeQuery = async (...query) => stalled.then(() => original(...query))
  // `inject` sends a request when its response is awaited.
  const answers = Array.from({ length: 300 }, async () => ask('user', { ...device, password: SECRET }))
  // After this response all of them have arrived.
  expect((await api.app.inject('/livez')).statusCode).toBe(200)
  executor.executeQuery = original
  answerQueries()
  expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(answers.map(() => 'allow'))
})

it('limits requests with a wrong secret like the requests of other clients', async () => {
  let answerFirst = () => {}
  const held = new Promise<void>(resolve => {
    answerFirst = resolve
  })
  const { app } = await startTestApp(api.db, {
    bare: true,
    env: { trustProxy: false, brokerSecret: BROKER_SECRET },
    config: testConfig(({ server }) => Object.assign(server.bodies, { originRequests: 1 })),
    routes: routes => routes.post('/held', { config: { access: 'public' } }, () => held.then(() => '')),
  })
  const first = app.inject({ method: 'POST', url: '/held', payload: {} }).then(answer => answer)
  const answers = await Promise.all(
    ['wrong', BROKER_SECRET].map(secret =>
      ask('user', device, { authorization: `Bearer ${secret}` }, { app }),
    ),
  )
  answerFirst()
  await first
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([429, 200])
})

it('responds 404 if no secret is configured, and is not in the OpenAPI document', async () => {
  const withoutSecret = await startTestApp(api.db, { bare: true })
  const answer = await withoutSecret.app.inject({ method: 'POST', url: '/broker/user' })
  expect(answer.statusCode).toBe(404)
  expect((await api.app.inject('/api/openapi.json')).body).not.toContain('"/broker')
})

describe('answers are cached for seconds', () => {
  const tally = new Tally(silentLog)
  let db: Db
  let clockMs = 0
  beforeAll(async () => {
    db = await newDatabase()
    await prepare(db)
  })
  beforeEach(async () => {
    clockMs = 0
    await db.deleteFrom('device_secrets').execute()
  })
  const now = () => TEST_NOW
  const clock = () => clockMs
  const answers = (ofDb = db) => new BrokerAnswers(ofDb, now, undefined, tally, clock)
  const form = (form: Record<string, string>) => new Map(Object.entries(form))
  const login = form({ username: IMEI, password: SECRET })

  it('a revoked secret is refused within ten seconds, at login and afterwards', async () => {
    await giveSecret(db)
    const broker = answers()
    const vhost = form({ username: IMEI })
    const asked = async () => [await broker.allows('user', login), await broker.allows('vhost', vhost)]
    expect(await asked()).toEqual([true, true])
    await db.deleteFrom('device_secrets').execute()
    clockMs = 9_999
    expect(await asked()).toEqual([false, false])
  })

  it('a new secret is valid at once', async () => {
    const broker = answers()
    expect(await broker.allows('vhost', form({ username: IMEI }))).toBe(false)
    await giveSecret(db)
    expect(await broker.allows('user', login)).toBe(true)
    expect(await broker.allows('vhost', form({ username: IMEI }))).toBe(true)
  })

  it('simultaneous equal requests need one query', async () => {
    const broker = answers()
    let queries = 0
    const executor = db.getExecutor()
    const original = executor.executeQuery.bind(executor)
    executor.executeQuery = (...query) => {
      queries++
      return original(...query)
    }
    await Promise.all(Array.from({ length: 500 }, () => broker.allows('user', login)))
    executor.executeQuery = original
    expect(queries).toBe(1)
  })

  it('the cache stays limited when many names are tried', async () => {
    const fast = answers({ getExecutor: () => undefined } as unknown as Db)
    const names = Array.from({ length: 25_000 }, (_, n) => `35${String(n).padStart(13, '0')}`)
    await Promise.allSettled(names.map(name => fast.allows('user', form({ username: name, password: 'x' }))))
    expect(fast.size).toBeLessThanOrEqual(20_000)
  })
})
