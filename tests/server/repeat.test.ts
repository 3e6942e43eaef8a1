/**
 * Every creation that the console asks for is done once, however often the request arrives with the same
 * Idempotency-Key.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { type CallName, effectOf } from '../../src/console/api/calls'
import { allEndpoints } from '../../src/contract/endpoints'
import { newDatabase } from '../support/databases'
import { startTestApp, type TestApp } from '../support/server'

const ROSTER = 'IMEI,전화번호,시리얼,모델\n490154203237518,01012340001,1,FT-100\n'
const sheetOf = (text: string) =>
  [
    '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv',
    text,
    '--edge--\r\n',
  ].join('\r\n\r\n')
const brns = ['2208162517', '1208147521']

/** By the call's name: what is asked, how often it is there, and the same with another content. */
interface Creation {
  url: string
  method: 'PUT' | 'POST'
  body: object | string
  other: object | string
  table: 'clients' | 'vendors' | 'batches' | 'devices' | 'orders' | 'models'
}

const client = { id: 0, name: '홍길동', email: 'new@test.local', password: 'Journey-1!', level: 3, vendor: 1 }
const batch = { id: -1, name: '새 그룹', comment: '시험용', model: 1 }
const CREATIONS: Partial<Record<CallName, Creation>> = {
  'auth.signup': {
    url: '/api/auth/signup',
    method: 'POST',
    body: { email: 'first@test.local', password: 'haneul-2026' },
    other: { email: 'first@test.local', password: 'haneul-2027' },
    table: 'clients',
  },
  'clients.save': {
    url: '/api/clients/',
    method: 'PUT',
    body: client,
    other: { ...client, password: 'Journey-2!' },
    table: 'clients',
  },
  'vendors.create': {
    url: '/api/admin/vendors',
    method: 'PUT',
    body: { id: 0, name: '누리통신', brn: brns[0], active: true },
    other: { id: 0, name: '누리통신', brn: brns[1], active: true },
    table: 'vendors',
  },
  'batches.save': {
    url: '/api/batches/-1',
    method: 'PUT',
    body: batch,
    other: { ...batch, name: '다른 그룹' },
    table: 'batches',
  },
  'records.create': {
    url: '/api/resources/models',
    method: 'POST',
    body: { name: 'FT-900' },
    other: { name: 'FT-901' },
    table: 'models',
  },
  'devices.rosterUpload': {
    url: '/api/devices/roster/ul',
    method: 'POST',
    body: sheetOf(ROSTER),
    other: sheetOf(ROSTER.replace('490154203237518', '356938035643809')),
    table: 'devices',
  },
  'orders.register': {
    url: '/api/orders/order',
    method: 'POST',
    body: { code: 'reboot', data: 'NOW', targets: ['356938035643817'] },
    other: { code: 'reboot', data: 'NIGHT', targets: ['356938035643817'] },
    table: 'orders',
  },
}

let api: TestApp
beforeAll(async () => {
  api = await startTestApp(await newDatabase())
  await api.db.insertInto('models').values({ name: 'FT-100' }).execute()
  await api.db
    .insertInto('methods')
    .values({
      code: 'reboot',
      caption: '재시작',
      content: JSON.stringify({ Type: 'array', Value: ['NOW', 'NIGHT'] }),
    })
    .execute()
  await api.db
    .insertInto('devices')
    .values({ id: '356938035643817', isdn: '01099998888', serial: '9', model_id: 1, vendor_id: 1 })
    .execute()
})

const ask = ({ url, method }: Creation, body: object | string, key: string) =>
  api.ask('master', {
    method,
    url,
    payload: body,
    headers: {
      'idempotency-key': key,
      'content-type': typeof body === 'string' ? 'multipart/form-data; boundary=edge' : 'application/json',
    },
  })
const count = async ({ table }: Creation) => {
  const { number } = await api.db
    .selectFrom(table)
    .select(eb => eb.fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  return Number(number)
}

it('no creation of the console is without a row here', () => {
  const creations = allEndpoints()
    .map(({ name }) => name as CallName)
    .filter(name => effectOf(name) === 'create')
  expect(Object.keys(CREATIONS).sort()).toEqual(creations.sort())
})

describe.each(Object.entries(CREATIONS))('%s', (name, creation) => {
  it('is done once when it arrives five times at once, and all are answered the same', async () => {
    const before = await count(creation)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask(creation, creation.body, `${name}-at-once`)),
    )
    expect(answers.map(answer => answer.statusCode)).toEqual([200, 200, 200, 200, 200])
    const [first, ...others] = answers.map(answer => answer.json())
    for (const other of others) expect(other).toEqual(first)
    expect(await count(creation)).toBe(before + 1)
  })

  it('is refused when the same key comes with another content', async () => {
    const before = await count(creation)
    const answer = await ask(creation, creation.other, `${name}-at-once`)
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'idempotency.otherRequest'])
    expect(await count(creation)).toBe(before)
  })
})

it('what is kept of a request gives no password away', async () => {
  const kept = await api.db.selectFrom('idempotency').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain(client.password)
  const { createHash } = await import('node:crypto')
  const guess = createHash('sha256').update(JSON.stringify(client)).digest('hex')
  expect(kept.map(({ request }) => request)).not.toContain(guess)
})
