/** A repeated request with the same Idempotency-Key creates one record, for every call of the console that creates. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type CallName, effectOf } from '../../src/console/api/calls'
import { allEndpoints } from '../../src/contract/endpoints'
import { countRows, findRows, insertRow } from '../support/rows'
import { refusalOf, startTestApp, uploadOf } from '../support/server'

/** A call that creates a record. With `change` in its body it must be refused under the same key. */
type Creation = [
  method: 'PUT' | 'POST',
  url: string,
  body: object,
  change: object,
  table: 'clients' | 'vendors' | 'batches' | 'devices' | 'orders' | 'models',
]

const rosterOf = (imei: string) => ({ sheet: `IMEI,전화번호,시리얼,모델\n${imei},01012340001,1,FT-100\n` })
const ROSTER = '/api/devices/roster/ul'
const [IMEI, OTHER] = ['490154203237518', '356938035643809']
const signUp = { email: 'first@test.local', password: 'haneul-2026' }
const client = { id: 0, name: '홍길동', email: 'new@test.local', password: 'Journey-1!', level: 3, vendor: 1 }
const vendor = { id: 0, name: '누리통신', brn: '2208162517', active: true }
const batch = { id: -1, name: '새 그룹', comment: '시험용', model: 1 }
const order = { code: 'reboot', data: 'NOW', targets: ['356938035643817'] }
const named = (name: string) => ({ sheet: `name\n${name}\n` })
const CREATIONS: Partial<Record<CallName, Creation>> = {
  'auth.signup': ['POST', '/api/auth/signup', signUp, { password: 'haneul-2027' }, 'clients'],
  'clients.save': ['PUT', '/api/clients/', client, { password: 'Journey-2!' }, 'clients'],
  'vendors.create': ['PUT', '/api/admin/vendors', vendor, { brn: '1208147521' }, 'vendors'],
  'batches.save': ['PUT', '/api/batches/-1', batch, { name: '다른 그룹' }, 'batches'],
  'records.create': ['POST', '/api/resources/models', { name: 'FT-900' }, { name: 'FT-901' }, 'models'],
  'devices.rosterUpload': ['POST', ROSTER, rosterOf(IMEI), rosterOf(OTHER), 'devices'],
  'imports.run': ['POST', '/api/import/models', named('FT-910'), named('FT-911'), 'models'],
  'orders.register': ['POST', '/api/orders/order', order, { data: 'NIGHT' }, 'orders'],
}

const api = await startTestApp()
await insertRow(api.db, 'models', { name: 'FT-100' })
const content = JSON.stringify({ Type: 'array', Value: ['NOW', 'NIGHT'] })
await insertRow(api.db, 'methods', { code: 'reboot', caption: '재시작', content })
const device = { id: '356938035643817', isdn: '01099998888', model_id: 1, vendor_id: 1 }
await insertRow(api.db, 'devices', device)

const ask = ([method, url, body]: Creation, key: string, change = {}) => {
  const payload: { sheet?: string } = { ...body, ...change }
  const headers = { 'idempotency-key': key }
  const sent = payload.sheet ? uploadOf(payload.sheet, headers) : { payload, headers }
  return api.ask('master', { method, url, ...sent })
}
const count = (creation: Creation) => countRows(api.db, creation[4])

it('The table has every call of the console that creates', () => {
  const creating = allEndpoints()
    .map(({ name }) => name as CallName)
    .filter(name => effectOf(name) === 'create')
  expect(Object.keys(CREATIONS).sort()).toEqual(creating.sort())
})

describe.each(Object.entries(CREATIONS))('%s', (name, creation) => {
  it('creates once when it arrives five times at once, and gives the same answer to all', async () => {
    const before = await count(creation)
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(creation, `${name}-repeated`)))
    expect(answers.map(answer => answer.statusCode)).toEqual([200, 200, 200, 200, 200])
    const [first, ...repeated] = answers.map(answer => answer.json())
    for (const answer of repeated) expect(answer).toEqual(first)
    expect(await count(creation)).toBe(before + 1)
  })

  it('is refused with another body under the same key', async () => {
    const before = await count(creation)
    const refusal = await refusalOf(ask(creation, `${name}-repeated`, creation[3]))
    expect(refusal).toEqual([422, 'idempotency.otherRequest'])
    expect(await count(creation)).toBe(before)
  })
})

it('The stored fingerprint of a request does not reveal its password', async () => {
  const stored = await findRows(api.db, 'idempotency')
  expect(JSON.stringify(stored)).not.toContain(client.password)
  const plainHash = createHash('sha256').update(JSON.stringify(client)).digest('hex')
  expect(stored.map(({ request }) => request)).not.toContain(plainHash)
})
