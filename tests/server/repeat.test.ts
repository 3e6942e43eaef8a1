/** A repeated request with the same Idempotency-Key creates one record, for every call of the console that creates. */
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CallName, effectOf } from '../../src/console/api/calls'
import { allEndpoints } from '../../src/contract/endpoints'
import { countRows } from '../support/rows'
import { startTestApp, type TestApp } from '../support/server'
import { fileBody } from '../support/walk'

interface Creation {
  method: 'PUT' | 'POST'
  url: string
  body: object | Buffer
  /** Another body, which must be refused with the same key. */
  other: object | Buffer
  table: 'clients' | 'vendors' | 'batches' | 'devices' | 'orders' | 'models'
}

const roster = (imei: string) => fileBody(`IMEI,전화번호,시리얼,모델\n${imei},01012340001,1,FT-100\n`).body
const signUp = { email: 'first@test.local', password: 'haneul-2026' }
const client = { id: 0, name: '홍길동', email: 'new@test.local', password: 'Journey-1!', level: 3, vendor: 1 }
const vendor = { id: 0, name: '누리통신', brn: '2208162517', active: true }
const batch = { id: -1, name: '새 그룹', comment: '시험용', model: 1 }
const order = { code: 'reboot', data: 'NOW', targets: ['356938035643817'] }
const CREATIONS: Partial<Record<CallName, Creation>> = {
  'auth.signup': {
    method: 'POST',
    url: '/api/auth/signup',
    body: signUp,
    other: { ...signUp, password: 'haneul-2027' },
    table: 'clients',
  },
  'clients.save': {
    method: 'PUT',
    url: '/api/clients/',
    body: client,
    other: { ...client, password: 'Journey-2!' },
    table: 'clients',
  },
  'vendors.create': {
    method: 'PUT',
    url: '/api/admin/vendors',
    body: vendor,
    other: { ...vendor, brn: '1208147521' },
    table: 'vendors',
  },
  'batches.save': {
    method: 'PUT',
    url: '/api/batches/-1',
    body: batch,
    other: { ...batch, name: '다른 그룹' },
    table: 'batches',
  },
  'records.create': {
    method: 'POST',
    url: '/api/resources/models',
    body: { name: 'FT-900' },
    other: { name: 'FT-901' },
    table: 'models',
  },
  'devices.rosterUpload': {
    method: 'POST',
    url: '/api/devices/roster/ul',
    body: roster('490154203237518'),
    other: roster('356938035643809'),
    table: 'devices',
  },
  'orders.register': {
    method: 'POST',
    url: '/api/orders/order',
    body: order,
    other: { ...order, data: 'NIGHT' },
    table: 'orders',
  },
}

let api: TestApp
beforeAll(async () => {
  api = await startTestApp()
  await api.db.insertInto('models').values({ name: 'FT-100' }).execute()
  const content = JSON.stringify({ Type: 'array', Value: ['NOW', 'NIGHT'] })
  await api.db.insertInto('methods').values({ code: 'reboot', caption: '재시작', content }).execute()
  const device = { id: '356938035643817', isdn: '01099998888', serial: '9', model_id: 1, vendor_id: 1 }
  await api.db.insertInto('devices').values(device).execute()
})

const ask = ({ method, url }: Creation, body: object | Buffer, key: string) => {
  const type = Buffer.isBuffer(body) ? fileBody('').type : 'application/json'
  const headers = { 'idempotency-key': key, 'content-type': type }
  return api.ask('master', { method, url, payload: body, headers })
}
const count = ({ table }: Creation) => countRows(api.db, table)

it('The table has every call of the console that creates', () => {
  const creating = allEndpoints()
    .map(({ name }) => name as CallName)
    .filter(name => effectOf(name) === 'create')
  expect(Object.keys(CREATIONS).sort()).toEqual(creating.sort())
})

describe.each(Object.entries(CREATIONS))('%s', (name, creation) => {
  it('creates once when it arrives five times at once, and gives the same answer to all', async () => {
    const before = await count(creation)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask(creation, creation.body, `${name}-repeated`)),
    )
    expect(answers.map(answer => answer.statusCode)).toEqual([200, 200, 200, 200, 200])
    const [first, ...repeated] = answers.map(answer => answer.json())
    for (const answer of repeated) expect(answer).toEqual(first)
    expect(await count(creation)).toBe(before + 1)
  })

  it('is refused with another body under the same key', async () => {
    const before = await count(creation)
    const answer = await ask(creation, creation.other, `${name}-repeated`)
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'idempotency.otherRequest'])
    expect(await count(creation)).toBe(before)
  })
})

it('The stored fingerprint of a request does not reveal its password', async () => {
  const stored = await api.db.selectFrom('idempotency').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(client.password)
  const plainHash = createHash('sha256').update(JSON.stringify(client)).digest('hex')
  expect(stored.map(({ request }) => request)).not.toContain(plainHash)
})
