/** Every call of the contract: an example request, and the response for each kind of user (security 1 and 2). */
import { sql } from 'kysely'
import type { Endpoint } from '../../src/contract/endpoint'
import type { LevelName } from '../../src/domain/authority'
import { luhnDigit } from '../../src/domain/imei'
import type { RecordAction } from '../../src/engine/registry'
import { makeFleet } from '../../src/server/demo'
import type { Db } from '../../src/server/store/database'
import { insertMany } from '../../src/server/store/insertMany'
import { testConfig } from './config'
import { picture } from './pictures'
import { insertRow, insertRows, updateRows } from './rows'
import { TEST_NOW, type TestApp } from './server'

export const USERS = {
  nobody: undefined,
  guest: 'guest@demo.local',
  client: 'client@demo.local',
  vendor: 'vendor@demo.local',
  'other vendor': 'other@test.local',
  master: 'master@demo.local',
} as const
export type User = keyof typeof USERS

export const LEVEL_OF: Record<Exclude<User, 'nobody'>, LevelName> = {
  guest: 'guest',
  client: 'client',
  vendor: 'vendor',
  'other vendor': 'vendor',
  master: 'master',
}

export const config = testConfig()
export const levels = config.current().shared.levels.numbers
const fleet = makeFleet({ seed: 1, now: TEST_NOW, levels })
export const owner = fleet.clients.find(({ email }) => email === 'client@demo.local')!
/** A device of client@demo.local, in reach of this client, its vendor, the vendor's guests and masters. */
export const device = fleet.devices.find(({ client_id, batch_id }) => client_id === owner.id && batch_id)!

/** The first devices of a vendor are in different provinces, so eight are enough for the dashboard. */
const DEVICES_OF_VENDOR = 8
const firstDevicesOf = (vendor: number) =>
  fleet.devices.filter(({ vendor_id }) => vendor_id === vendor).slice(0, DEVICES_OF_VENDOR)
const devices = [...new Set([device, ...fleet.vendors.flatMap(({ id }) => firstDevicesOf(id))])]

/** The demo's vendors, accounts, models and groups with a few of its devices, and without orders. */
export async function seedSmallFleet(db: Db): Promise<void> {
  const clients = fleet.clients.map(client => ({ ...client, password_hash: 'unused' }))
  const { vendors, models, batches, bunches, methods } = fleet
  const tables: Record<string, object[]> = { vendors, models, batches, bunches, clients, methods, devices }
  for (const [table, rows] of Object.entries(tables))
    await insertMany(db, table, Object.keys(rows[0]!) as never[], rows)
  for (const table of ['vendors', 'models', 'batches', 'bunches', 'clients'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      db,
    )
}

const FORM_PART = 'Content-Disposition: form-data; name="file"; filename="a.csv"'
const csvForm = (...lines: string[]) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  body: ['--edge', FORM_PART, '', ...lines, '--edge--', ''].join('\r\n'),
})

/** The status, or a pattern that the body of a 200 matches. */
type Cell = number | RegExp

interface Row {
  query?: string
  body?: object | string | ((target: Target) => object)
  headers?: Record<string, string>
  /** Fills the path: a new record for each request, of the vendor of vendor@demo.local. */
  target?: keyof typeof TARGETS
  /** Resource and action in config that the call needs, beyond the level in the contract. */
  right?: `${string}.${RecordAction}`
  expected: Record<User, Cell>
}

/** The values of a path such as `/api/clients/{id}`. */
export interface Target {
  id?: number | string
  email?: string
  resource?: string
  field?: string
  upload?: string
  name?: string
  provider?: string
}

let count = 0
/** A name that no other record has. */
const unique = (name: string) => `${name} ${++count}`

async function addClient({ addAccount }: TestApp) {
  const email = `new-${++count}@test.local`
  return { id: await addAccount({ email, level: levels.client, vendor: owner.vendor_id }), email }
}

const OWNED = { client_id: owner.id, vendor_id: owner.vendor_id }
/** Adds a group of client@demo.local. */
const addBatch = ({ db }: TestApp) =>
  insertRow(db, 'batches', { name: unique('그룹'), model_id: 1, ...OWNED })

/** Adds a device of client@demo.local, with a secret. */
async function addDevice({ db }: TestApp, batch_id: number | null = null) {
  const digits = `35999900${String(++count).padStart(6, '0')}`
  const id = digits + luhnDigit(digits)
  const isdn = `0109${String(count).padStart(7, '0')}`
  await insertRow(db, 'devices', { id, isdn, model_id: 1, batch_id, ...OWNED })
  await insertRows(db, 'device_secrets', [{ device_id: id, hash: id }])
  return { id }
}

export const TARGETS = {
  upload: () => ({ upload: 'upload-1' }),
  client: addClient,
  /** A change of a client that can be undone. */
  change: async api => {
    const { id } = await addClient(api)
    const values = { before: '{"duty":"팀장"}', after: '{"duty":""}' }
    const about = {
      resource: 'clients',
      record: String(id),
      vendor_id: owner.vendor_id,
      level: levels.client,
    }
    return { id: await insertRow(api.db, 'history', { action: 'changed', ...about, ...values }) }
  },
  picture: async api => {
    const { id } = await addClient(api)
    await updateRows(api.db, 'clients', { id }, { img: picture() })
    return { id, resource: 'clients', field: 'img' }
  },
  vendor: async ({ db }) => ({ id: await insertRow(db, 'vendors', { name: unique('업체') }) }),
  batch: async api => ({ id: await addBatch(api) }),
  device: api => addDevice(api),
  batchWithDevice: async api => {
    const id = await addBatch(api)
    await addDevice(api, id)
    return { id }
  },
  batchOfDevice: () => ({ id: device.batch_id! }),
  /** A waiting order of client@demo.local to `device`. */
  order: async ({ db }) => {
    const sender = { sender_id: owner.id, sender_name: owner.name, vendor_id: owner.vendor_id }
    const command = { code: 'reboot', caption: '단말 재시작', theme: 'device' as const }
    const id = await insertRow(db, 'orders', { ...sender, ...command, waiting: 1 })
    await insertRows(db, 'order_targets', [{ order_id: id, device_id: device.id, number: device.isdn }])
    return { id }
  },
  /** An account at Google, linked to each of the users. */
  login: async ({ db }) => {
    const emails = Object.values(USERS).filter(email => email !== undefined)
    await sql`insert into account_logins (issuer, provider, client_id, subject)
      select 'https://accounts.google.com', 'google', id, 'login ' || id from clients
      where email in (${sql.join(emails)})
      on conflict do nothing`.execute(db)
    return { provider: 'google' }
  },
  /** A running bulk change of client@demo.local. */
  bulk: async ({ db }) => {
    const name = `matrix-${++count}`
    await insertRow(db, 'bulk_changes', { client_id: owner.id, name, action: 'change' })
    return { resource: 'devices', name }
  },
  devices: () => ({ resource: 'devices' }),
  clients: () => ({ resource: 'clients' }),
  models: () => ({ resource: 'models' }),
  model: async ({ db }) => ({
    id: await insertRow(db, 'models', { name: unique('모델') }),
    resource: 'models',
  }),
} satisfies Record<string, (api: TestApp) => Target | Promise<Target>>

const responses = (
  guest: Cell,
  client: Cell,
  vendor: Cell,
  otherVendor: Cell,
  master: Cell,
  nobody: Cell = 401,
): Record<User, Cell> => ({ nobody, guest, client, vendor, 'other vendor': otherVendor, master })

const SIGNED_IN = responses(200, 200, 200, 200, 200)
const MASTER = responses(403, 403, 403, 403, 200)
const STAFF = responses(403, 403, 200, 200, 200)
/** The record is reached by users of its vendor from this level up, and by masters. */
const GUEST_UP = responses(200, 200, 200, 404, 200)
const CLIENT_UP = responses(403, 200, 200, 404, 200)
const VENDOR_UP = responses(403, 403, 200, 404, 200)
/** Clients find only their own bulk changes and uploads. */
const NOT_FOUND = responses(403, 404, 404, 404, 404)
const OF_CLIENT = responses(403, 200, 404, 404, 404)
const forGuestUp = (cell: Cell, otherVendor: Cell) => responses(cell, cell, cell, otherVendor, cell)
const forClientUp = (cell: Cell, otherVendor: Cell = 404) => responses(403, cell, cell, otherVendor, cell)
const forVendorUp = (cell: Cell, otherVendor: Cell = 404) => responses(403, 403, cell, otherVendor, cell)
/** Without a configured provider there is nothing to exchange or link; see `server/socialSignIn`. */
const NO_PROVIDER = responses(404, 404, 404, 404, 404, 404)

const matching = (text: string) => new RegExp(text)
const without = (text: string) => new RegExp(`^(?!.*${text})`, 's')
const hasDevice = matching(device.id)
const order = { code: 'reboot', data: 'NOW', targets: [device.id] }
const WRONG_ROSTER = csvForm('IMEI,전화번호,시리얼,모델', '1,2,3,4')
const serialSheet = (serial: string) => csvForm('IMEI,시리얼', `${device.id},${serial}`)

const COMMENT = { comment: '바뀐 설명' }
const newModel = () => ({ name: unique('모델') })

export const MATRIX: Record<string, Row> = {
  'auth.login': {
    // The users sign in one after the other with the same address; the last attempt is one too many.
    body: { email: 'nobody@test.local', password: 'x' },
    expected: responses(401, 401, 401, 401, 429),
  },
  'auth.signup': {
    body: () => ({ email: `signup-${++count}@test.local`, password: 'far-enough' }),
    expected: responses(200, 200, 200, 200, 200, 200),
  },
  'auth.refresh': { expected: SIGNED_IN },
  'auth.logout': { expected: SIGNED_IN },
  'auth.exchange': {
    body: { token: `once_${'x'.repeat(43)}` },
    expected: responses(401, 401, 401, 401, 401),
  },
  'auth.pendingLink': { expected: NO_PROVIDER },
  'auth.link': { body: { password: 'x' }, expected: NO_PROVIDER },
  'auth.logins': { expected: SIGNED_IN },
  'auth.addLogin': { target: 'login', body: {}, expected: responses(404, 404, 404, 404, 404) },
  'auth.removeLogin': { target: 'login', expected: SIGNED_IN },
  'clients.list': {
    right: 'clients.list',
    expected: forVendorUp(matching(owner.email), without('client@demo')),
  },
  'clients.images': { right: 'clients.list', expected: STAFF },
  'pictures.get': { target: 'picture', right: 'clients.list', expected: VENDOR_UP },
  'clients.get': { target: 'client', expected: responses(404, 404, 200, 404, 200) },
  'clients.byEmail': { target: 'client', expected: responses(404, 404, 200, 404, 200) },
  'clients.save': {
    target: 'client',
    right: 'clients.edit',
    body: ({ id }) => ({ id, ...COMMENT }),
    expected: VENDOR_UP,
  },
  'clients.saveOwn': { body: { duty: '담당' }, expected: SIGNED_IN },
  'clients.remove': { target: 'client', right: 'clients.delete', expected: VENDOR_UP },
  'vendors.list': { right: 'vendors.list', expected: MASTER },
  'vendors.images': { right: 'vendors.list', expected: MASTER },
  'vendors.get': { target: 'vendor', right: 'vendors.show', expected: MASTER },
  'vendors.create': {
    right: 'vendors.create',
    body: { name: '새 업체', brn: '1208147521' },
    expected: MASTER,
  },
  'vendors.update': { target: 'vendor', right: 'vendors.edit', body: COMMENT, expected: MASTER },
  'vendors.remove': { target: 'vendor', right: 'vendors.delete', expected: MASTER },
  'batches.get': { target: 'batchOfDevice', expected: GUEST_UP },
  'batches.save': { target: 'batch', right: 'batches.edit', body: COMMENT, expected: CLIENT_UP },
  'batches.remove': { target: 'batch', right: 'batches.delete', expected: CLIENT_UP },
  'batches.images': { expected: SIGNED_IN },
  'batches.download': { target: 'batchOfDevice', expected: GUEST_UP },
  // 422: allowed, and the rows are wrong.
  'batches.upload': { target: 'batch', ...WRONG_ROSTER, expected: forClientUp(422) },
  'deviceSecrets.get': { target: 'device', right: 'devices.secrets', expected: VENDOR_UP },
  'deviceSecrets.issue': {
    target: 'device',
    right: 'devices.secrets',
    expected: forVendorUp(/"secret":"[a-z2-7]{32}"/),
  },
  'deviceSecrets.revoke': { target: 'device', right: 'devices.secrets', expected: VENDOR_UP },
  'deviceSecrets.ofBatch': { target: 'batchOfDevice', right: 'batches.secrets', expected: VENDOR_UP },
  'deviceSecrets.issueBatch': {
    target: 'batchWithDevice',
    right: 'batches.secrets',
    body: { devices: 1 },
    expected: VENDOR_UP,
  },
  'uploads.turn': { target: 'upload', expected: NOT_FOUND },
  'uploads.cancel': { target: 'upload', expected: NOT_FOUND },
  'records.list': { target: 'models', expected: SIGNED_IN },
  'records.get': { target: 'model', expected: SIGNED_IN },
  'records.create': { target: 'models', right: 'models.create', body: newModel, expected: MASTER },
  'records.update': { target: 'model', right: 'models.edit', body: newModel, expected: MASTER },
  'records.remove': { target: 'model', right: 'models.delete', expected: MASTER },
  'records.counts': { target: 'models', body: { filters: [{}] }, expected: SIGNED_IN },
  'records.removal': {
    target: 'model',
    right: 'models.delete',
    expected: responses(403, 403, 403, 403, /{"deleted":\[\],"cleared":\[\]}/),
  },
  'history.list': { query: 'resource=clients', expected: STAFF },
  'history.undo': { target: 'change', expected: responses(403, 404, 200, 404, 200) },
  'search.find': { query: `q=${device.isdn}`, expected: forGuestUp(hasDevice, /"payload":\[\]/) },
  'events.stream': { expected: SIGNED_IN },
  'batches.models': { expected: SIGNED_IN },
  'batches.list': { expected: SIGNED_IN },
  'batches.bunches': { query: `batch=${device.batch_id}`, expected: SIGNED_IN },
  'dashboard.stats': { expected: SIGNED_IN },
  'dashboard.place': { query: 'sido=KR-11', expected: SIGNED_IN },
  'dashboard.attention': { expected: SIGNED_IN },
  'dashboard.history': { expected: SIGNED_IN },
  'devices.list': {
    query: `search[topic]=imei&search[alike]=${device.id}`,
    expected: forGuestUp(hasDevice, /"count":0/),
  },
  'devices.search': {
    body: { topic: 'number', alike: device.isdn },
    expected: forGuestUp(hasDevice, /"length":0/),
  },
  'devices.rosterSample': { expected: SIGNED_IN },
  'devices.rosterUpload': { ...WRONG_ROSTER, expected: forClientUp(422, 422) },
  'devices.rosterCheck': {
    body: { rows: [{ row: 2, values: { id: device.id, isdn: '01099990000', model: 'x' }, extra: {} }] },
    expected: forClientUp(/imeiTaken/, /imeiTaken/),
  },
  'devices.rosterCompare': {
    ...serialSheet('M1'),
    right: 'devices.edit',
    expected: forClientUp(/"changed":1/, /"unknown":1/),
  },
  'devices.rosterUpdate': { ...serialSheet('M2'), right: 'devices.edit', expected: forClientUp(200, 422) },
  'devices.numbers': { body: { numbers: [device.isdn] }, expected: forClientUp(hasDevice, /"found":\[\]/) },
  'devices.update': { target: 'device', body: { version: 'v2' }, right: 'devices.edit', expected: CLIENT_UP },
  'devices.remove': { target: 'device', right: 'devices.delete', expected: VENDOR_UP },
  'bulk.change': {
    target: 'devices',
    body: () => ({
      name: `matrix-${++count}`,
      kind: 'change',
      ids: [device.id],
      expected: 1,
      values: { version: 'v3' },
    }),
    right: 'devices.edit',
    expected: forClientUp(200, 409),
  },
  'bulk.progress': { target: 'bulk', expected: OF_CLIENT },
  'bulk.cancel': { target: 'bulk', expected: OF_CLIENT },
  'bulk.undo': { target: 'bulk', body: {}, right: 'devices.edit', expected: NOT_FOUND },
  'bulk.targets': { body: { ids: [device.id], expected: 1 }, expected: forClientUp(hasDevice, 409) },
  'bulk.values': {
    target: 'devices',
    body: { ids: [device.id], expected: 1 },
    expected: forClientUp(200, 200),
  },
  'devicePage.get': { target: 'device', expected: GUEST_UP },
  'devicePage.signals': {
    query: 'from=2026-11-19T00:00:00Z&to=2026-11-20T00:00:00Z',
    target: 'device',
    expected: GUEST_UP,
  },
  'devicePage.timeline': { target: 'device', expected: GUEST_UP },
  'orders.methods': { expected: SIGNED_IN },
  'orders.register': { body: order, expected: CLIENT_UP },
  'orders.list': { body: {}, expected: SIGNED_IN },
  'orders.counts': { expected: SIGNED_IN },
  'orders.get': { target: 'order', right: 'orders.show', expected: forGuestUp(hasDevice, 404) },
  'orders.targets': { target: 'order', right: 'orders.show', expected: forGuestUp(hasDevice, 404) },
  'orders.results': { target: 'order', right: 'orders.show', expected: GUEST_UP },
  'orders.recipients': { target: 'order', right: 'orders.create', expected: forClientUp(hasDevice) },
  'orders.cancel': { target: 'order', right: 'orders.create', expected: forClientUp(/"cancelled":1/) },
  'orders.marks': {
    target: 'order',
    body: ({ id }) => ({ ids: [id], read: true, archived: true }),
    expected: GUEST_UP,
  },
  'orders.preview': { body: order, expected: forClientUp(/"devices":1/) },
  'exports.offer': {
    expected: responses(without('clients'), without('clients'), /clients/, /clients/, /vendors/),
  },
  'exports.devices': {
    query: `export[format]=csv&search[topic]=imei&search[alike]=${device.id}`,
    expected: forGuestUp(hasDevice, without(device.id)),
  },
  'exports.chosen': {
    query: 'export[format]=csv',
    body: { ids: [device.id] },
    expected: forGuestUp(hasDevice, without(device.id)),
  },
  'exports.orders': {
    target: 'order',
    query: `export[format]=csv&export[columns]=from&search=${encodeURIComponent(owner.name)}`,
    right: 'orders.list',
    expected: forGuestUp(matching(owner.name), without(owner.name)),
  },
  'exports.records': {
    query: 'export[format]=csv',
    target: 'clients',
    right: 'clients.list',
    expected: forVendorUp(matching(owner.email), without('client@demo')),
  },
  'exports.chosenRecords': {
    query: 'export[format]=csv',
    body: { ids: [String(owner.id)] },
    target: 'clients',
    right: 'clients.list',
    expected: forVendorUp(matching(owner.email), without(owner.email)),
  },
  'imports.sample': { target: 'clients', right: 'clients.create', expected: STAFF },
  'imports.check': {
    target: 'clients',
    body: { rows: [{ row: 2, values: {}, extra: { name: '회원', email: owner.email } }] },
    right: 'clients.create',
    expected: forVendorUp(/client.emailTaken/, /client.emailTaken/),
  },
  'imports.differences': {
    target: 'clients',
    query: 'mode=update',
    ...csvForm('이메일,부서', `${owner.email},D1`),
    right: 'clients.edit',
    expected: forVendorUp(/"changed":1/, /"unknown":1/),
  },
  'imports.run': {
    target: 'clients',
    query: 'mode=update',
    ...csvForm('이메일,부서', `${owner.email},D2`),
    right: 'clients.edit',
    expected: forVendorUp(200, 422),
  },
  'config.problems': { expected: MASTER },
}

/** The resource and the action whose right in config a call needs. */
export const rightOf = (name: string) =>
  MATRIX[name]!.right?.split('.') as [resource: string, action: RecordAction] | undefined

/** The request of a row, for this target or a new one. */
type Call = { endpoint: Endpoint; name: string }
export async function requestOf(api: TestApp, { endpoint, name }: Call, given?: Target) {
  const row = MATRIX[name]!
  const target: Target = given ?? (row.target ? await TARGETS[row.target](api) : {})
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, part: string) =>
    encodeURIComponent(String(target[part as keyof Target])),
  )
  const payload = typeof row.body === 'function' ? row.body(target) : row.body
  return {
    method: endpoint.method,
    url: path + (row.query ? `?${row.query}` : ''),
    headers: row.headers ?? {},
    ...(payload === undefined ? {} : { payload }),
  }
}
