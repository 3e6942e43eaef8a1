/** Every call of the contract with what is asked, of what, and what each kind of user is answered (security 1 and 2). */
import type { Endpoint } from '../../src/contract/endpoint'
import type { LevelName } from '../../src/domain/authority'
import { luhnDigit } from '../../src/domain/imei'
import type { RecordAction } from '../../src/engine/registry'
import { makeFleet } from '../../src/server/demo'
import { testConfig } from './config'
import { picture } from './pictures'
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
/** A device of client@demo.local: reached by it, its vendor, a guest of it, and masters. */
export const device = fleet.devices.find(({ client_id, batch_id }) => client_id === owner.id && batch_id)!

const sheetOf = (...rows: string[]) =>
  [
    '--edge',
    'Content-Disposition: form-data; name="file"; filename="a.csv"',
    '',
    ...rows,
    '--edge--',
    '',
  ].join('\r\n')
const ROSTER = sheetOf('IMEI,전화번호,시리얼,모델', '1,2,3,4')
const serialOf = (serial: string) => sheetOf('IMEI,시리얼', `${device.id},${serial}`)

type Cell = number | RegExp
/**
 * For each call: what is asked, and the expected status for each user; a pattern is what the answer of a 200 says. 200s of
 * lists name what the foreign vendor must not see.
 */
interface Row {
  query?: string
  /** Of the record that is aimed at, if there is one. */
  body?: object | string | ((aim: Aim) => object)
  headers?: Record<string, string>
  /** What fills the places of the path: a new record for each question, of the vendor of vendor@demo.local. */
  aim?: keyof typeof AIMS
  /** What config is asked about it, beyond the level of the contract. */
  asks?: [resource: string, action: RecordAction]
  expected: Record<User, Cell>
}

export interface Aim {
  id: number | string
  email?: string
  resource?: string
  field?: string
  upload?: string
  name?: string
  provider?: string
}

let made = 0
export const AIMS = {
  upload: async (): Promise<Aim> => ({ id: 0, upload: 'upload-1' }),
  client: async ({ addAccount }: TestApp): Promise<Aim> => {
    const email = `made-${++made}@test.local`
    return { id: await addAccount({ email, level: levels.client, vendor: owner.vendor_id }), email }
  },
  picture: async (api: TestApp): Promise<Aim> => {
    const { id } = await AIMS.client(api)
    await api.db.updateTable('clients').set({ img: picture() }).where('id', '=', Number(id)).execute()
    return { id, resource: 'clients', field: 'img' }
  },
  vendor: ({ db }: TestApp): Promise<Aim> =>
    db
      .insertInto('vendors')
      .values({ name: `업체 ${++made}` })
      .returning('id')
      .executeTakeFirstOrThrow(),
  batch: ({ db }: TestApp): Promise<Aim> =>
    db
      .insertInto('batches')
      .values({ name: `그룹 ${++made}`, model_id: 1, vendor_id: owner.vendor_id })
      .returning('id')
      .executeTakeFirstOrThrow(),
  /** A new one of client@demo.local, with a secret. */
  device: async ({ db }: TestApp, batch_id: number | null = null): Promise<Aim> => {
    made += 1
    const digits = `35999900${String(made).padStart(6, '0')}`
    const id = digits + luhnDigit(digits)
    const values = { id, isdn: `0109${String(made).padStart(7, '0')}`, model_id: 1, batch_id }
    await db
      .insertInto('devices')
      .values({ ...values, client_id: owner.id, vendor_id: owner.vendor_id })
      .execute()
    await db.insertInto('device_secrets').values({ device_id: id, hash: id }).execute()
    return { id }
  },
  /** A new batch with one such device. */
  oneDevice: async (api: TestApp): Promise<Aim> => {
    const { id } = await AIMS.batch(api)
    await AIMS.device(api, Number(id))
    return { id }
  },
  /** One that holds a device of client@demo.local. */
  home: async (): Promise<Aim> => ({ id: device.batch_id! }),
  /** One that client@demo.local has sent to its device, which waits for it. */
  order: async ({ db }: TestApp): Promise<Aim> => {
    const { id } = await db
      .insertInto('orders')
      .values({
        sender_id: owner.id,
        sender_name: owner.name,
        vendor_id: owner.vendor_id,
        code: 'reboot',
        caption: '단말 재시작',
        theme: 'device',
        waiting: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('order_targets')
      .values({ order_id: id, device_id: device.id, number: device.isdn })
      .execute()
    return { id }
  },
  /** An account at Google by which each of the users signs in. */
  login: async ({ db }: TestApp): Promise<Aim> => {
    const emails = Object.values(USERS).filter(email => email !== undefined)
    const accounts = await db.selectFrom('clients').select('id').where('email', 'in', emails).execute()
    const rows = accounts.map(({ id }) => ({
      issuer: 'https://accounts.google.com',
      provider: 'google',
      client_id: id,
      subject: `made ${++made}`,
    }))
    await db
      .insertInto('account_logins')
      .values(rows)
      .onConflict(conflict => conflict.doNothing())
      .execute()
    return { id: 0, provider: 'google' }
  },
  /** A change of client@demo.local that is under way. */
  bulk: async ({ db }: TestApp): Promise<Aim> => {
    const name = `matrix-${++made}`
    await db.insertInto('bulk_changes').values({ client_id: owner.id, name, action: 'change' }).execute()
    return { id: 0, name }
  },
  clients: async (): Promise<Aim> => ({ id: 0, resource: 'clients' }),
  models: async (): Promise<Aim> => ({ id: 0, resource: 'models' }),
  model: async ({ db }: TestApp): Promise<Aim> => {
    const values = { name: `모델 ${++made}` }
    const { id } = await db.insertInto('models').values(values).returning('id').executeTakeFirstOrThrow()
    return { id, resource: 'models' }
  },
}

const signedIn = { guest: 200, client: 200, vendor: 200, 'other vendor': 200, master: 200 }
const sees = new RegExp(device.id)
const seesNoDevice = new RegExp(`^(?!.*${device.id})`, 's')
const seesOwner = new RegExp(owner.email)
const seesNoOwner = /^(?!.*client@demo)/s
const seesSender = new RegExp(owner.name)
const seesNoSender = new RegExp(`^(?!.*${owner.name})`, 's')
const order = { code: 'reboot', data: 'NOW', targets: [device.id] }

export const MATRIX: Record<string, Row> = {
  'auth.login': {
    body: { email: 'nobody@test.local', password: 'x' },
    expected: { nobody: 401, guest: 401, client: 401, vendor: 401, 'other vendor': 401, master: 429 },
  },
  'auth.signup': {
    body: () => ({ email: `new-${++made}@test.local`, password: 'far-enough' }),
    expected: { nobody: 200, ...signedIn },
  },
  'auth.refresh': { expected: { nobody: 401, ...signedIn } },
  'auth.logout': { expected: { nobody: 401, ...signedIn } },
  // Without a provider there is nothing to exchange, to link or to go to: `server/socialSignIn` has one.
  'auth.exchange': {
    body: { token: `once_${'x'.repeat(43)}` },
    expected: { nobody: 401, guest: 401, client: 401, vendor: 401, 'other vendor': 401, master: 401 },
  },
  'auth.pendingLink': {
    expected: { nobody: 404, guest: 404, client: 404, vendor: 404, 'other vendor': 404, master: 404 },
  },
  'auth.link': {
    body: { password: 'x' },
    expected: { nobody: 404, guest: 404, client: 404, vendor: 404, 'other vendor': 404, master: 404 },
  },
  'auth.logins': { expected: { nobody: 401, ...signedIn } },
  'auth.addLogin': {
    aim: 'login',
    body: {},
    expected: { nobody: 401, guest: 404, client: 404, vendor: 404, 'other vendor': 404, master: 404 },
  },
  'auth.removeLogin': { aim: 'login', expected: { nobody: 401, ...signedIn } },
  'clients.list': {
    asks: ['clients', 'list'],
    expected: {
      nobody: 401,
      guest: 403,
      client: 403,
      vendor: seesOwner,
      'other vendor': seesNoOwner,
      master: seesOwner,
    },
  },
  'clients.images': {
    asks: ['clients', 'list'],
    expected: { nobody: 401, guest: 403, client: 403, vendor: 200, 'other vendor': 200, master: 200 },
  },
  'pictures.get': {
    aim: 'picture',
    asks: ['clients', 'list'],
    expected: { nobody: 401, guest: 403, client: 403, vendor: 200, 'other vendor': 404, master: 200 },
  },
  'clients.get': {
    aim: 'client',
    expected: { nobody: 401, guest: 404, client: 404, vendor: 200, 'other vendor': 404, master: 200 },
  },
  'clients.byEmail': {
    aim: 'client',
    expected: { nobody: 401, guest: 404, client: 404, vendor: 200, 'other vendor': 404, master: 200 },
  },
  'clients.save': {
    aim: 'client',
    asks: ['clients', 'edit'],
    body: ({ id }) => ({ id, comment: '바뀐 설명' }),
    expected: { nobody: 401, guest: 403, client: 403, vendor: 200, 'other vendor': 404, master: 200 },
  },
  'clients.saveOwn': {
    body: { duty: '담당' },
    expected: { nobody: 401, ...signedIn },
  },
  'clients.remove': {
    aim: 'client',
    asks: ['clients', 'delete'],
    expected: { nobody: 401, guest: 403, client: 403, vendor: 200, 'other vendor': 404, master: 200 },
  },
  'vendors.list': {
    asks: ['vendors', 'list'],
    expected: { nobody: 401, guest: 403, client: 403, vendor: 403, 'other vendor': 403, master: 200 },
  },
  'vendors.images': {
    asks: ['vendors', 'list'],
    expected: { nobody: 401, guest: 403, client: 403, vendor: 403, 'other vendor': 403, master: 200 },
  },
  'vendors.get': {
    aim: 'vendor',
    asks: ['vendors', 'show'],
    expected: { nobody: 401, guest: 403, client: 403, vendor: 403, 'other vendor': 403, master: 200 },
  },
  'vendors.create': {
    asks: ['vendors', 'create'],
    body: { name: '새 업체', brn: '1208147521' },
    expected: { nobody: 401, guest: 403, client: 403, vendor: 403, 'other vendor': 403, master: 200 },
  },
  'vendors.update': {
    aim: 'vendor',
    asks: ['vendors', 'edit'],
    body: { comment: '바뀐 설명' },
    expected: { nobody: 401, guest: 403, client: 403, vendor: 403, 'other vendor': 403, master: 200 },
  },
  'vendors.remove': {
    aim: 'vendor',
    asks: ['vendors', 'delete'],
    expected: { nobody: 401, guest: 403, client: 403, vendor: 403, 'other vendor': 403, master: 200 },
  },
  'batches.get': {
    aim: 'home',
    expected: { nobody: 401, guest: 200, client: 200, vendor: 200, 'other vendor': 404, master: 200 },
  },
  'batches.save': {
    aim: 'batch',
    asks: ['batches', 'edit'],
    body: { comment: '바뀐 설명' },
    expected: { nobody: 401, guest: 403, client: 403, vendor: 200, 'other vendor': 404, master: 200 },
  },
  'batches.remove': {
    aim: 'batch',
    asks: ['batches', 'delete'],
    expected: { nobody: 401, guest: 403, client: 403, vendor: 200, 'other vendor': 404, master: 200 },
  },
  'batches.images': { expected: { nobody: 401, ...signedIn } },
  'batches.download': {
    aim: 'home',
    expected: { nobody: 401, guest: 200, client: 200, vendor: 200, 'other vendor': 404, master: 200 },
  },
  'batches.upload': {
    aim: 'home',
    body: ROSTER,
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    // 422: let through as far as the judgement of the rows.
    expected: { nobody: 401, guest: 403, client: 403, vendor: 422, 'other vendor': 404, master: 422 },
  },
  'deviceSecrets.get': {
    aim: 'device',
    asks: ['devices', 'secrets'],
    expected: { nobody: 401, guest: 403, client: 403, vendor: 200, 'other vendor': 404, master: 200 },
  },
  'deviceSecrets.issue': {
    aim: 'device',
    asks: ['devices', 'secrets'],
    expected: {
      nobody: 401,
      guest: 403,
      client: 403,
      vendor: /"secret":"[a-z2-7]{32}"/,
      'other vendor': 404,
      master: /"secret":"[a-z2-7]{32}"/,
    },
  },
  'deviceSecrets.revoke': {
    aim: 'device',
    asks: ['devices', 'secrets'],
    expected: { nobody: 401, guest: 403, client: 403, vendor: 200, 'other vendor': 404, master: 200 },
  },
  'deviceSecrets.ofBatch': {
    aim: 'home',
    asks: ['batches', 'secrets'],
    expected: { nobody: 401, guest: 403, client: 403, vendor: 200, 'other vendor': 404, master: 200 },
  },
  'deviceSecrets.issueBatch': {
    aim: 'oneDevice',
    asks: ['batches', 'secrets'],
    body: { devices: 1 },
    expected: { nobody: 401, guest: 403, client: 403, vendor: 200, 'other vendor': 404, master: 200 },
  },
  'uploads.turn': {
    aim: 'upload',
    // Nobody follows what others send, or what is not under way.
    expected: { nobody: 401, guest: 403, client: 404, vendor: 404, 'other vendor': 404, master: 404 },
  },
  'uploads.cancel': {
    aim: 'upload',
    // Nobody stops what others send, or what is not under way.
    expected: { nobody: 401, guest: 403, client: 404, vendor: 404, 'other vendor': 404, master: 404 },
  },
  'records.list': { aim: 'models', expected: { nobody: 401, ...signedIn } },
  'records.get': { aim: 'model', expected: { nobody: 401, ...signedIn } },
  'records.create': {
    aim: 'models',
    asks: ['models', 'create'],
    body: () => ({ name: `모델 ${++made}` }),
    expected: { nobody: 401, guest: 403, client: 403, vendor: 403, 'other vendor': 403, master: 200 },
  },
  'records.update': {
    aim: 'model',
    asks: ['models', 'edit'],
    body: () => ({ name: `모델 ${++made}` }),
    expected: { nobody: 401, guest: 403, client: 403, vendor: 403, 'other vendor': 403, master: 200 },
  },
  'records.remove': {
    aim: 'model',
    asks: ['models', 'delete'],
    expected: { nobody: 401, guest: 403, client: 403, vendor: 403, 'other vendor': 403, master: 200 },
  },
  'records.removal': {
    aim: 'model',
    asks: ['models', 'delete'],
    expected: {
      nobody: 401,
      guest: 403,
      client: 403,
      vendor: 403,
      'other vendor': 403,
      master: /{"deleted":\[\],"cleared":\[\]}/,
    },
  },
  'history.list': {
    query: 'resource=clients',
    expected: { nobody: 401, guest: 403, client: 403, vendor: 200, 'other vendor': 200, master: 200 },
  },
  'search.find': {
    query: `q=${device.isdn}`,
    expected: {
      nobody: 401,
      guest: sees,
      client: sees,
      vendor: sees,
      'other vendor': /"payload":\[\]/,
      master: sees,
    },
  },
  'events.stream': { expected: { nobody: 401, ...signedIn } },
  'batches.models': { expected: { nobody: 401, ...signedIn } },
  'batches.list': { expected: { nobody: 401, ...signedIn } },
  'batches.bunches': { query: `batch=${device.batch_id}`, expected: { nobody: 401, ...signedIn } },
  'dashboard.stats': { expected: { nobody: 401, ...signedIn } },
  'dashboard.place': { query: 'sido=KR-11', expected: { nobody: 401, ...signedIn } },
  'devices.list': {
    query: `search[topic]=imei&search[alike]=${device.id}`,
    expected: {
      nobody: 401,
      guest: sees,
      client: sees,
      vendor: sees,
      'other vendor': /"count":0/,
      master: sees,
    },
  },
  'devices.search': {
    body: { topic: 'number', alike: device.isdn },
    expected: {
      nobody: 401,
      guest: sees,
      client: sees,
      vendor: sees,
      'other vendor': /"length":0/,
      master: sees,
    },
  },
  'devices.rosterSample': { expected: { nobody: 401, ...signedIn } },
  'devices.rosterUpload': {
    body: ROSTER,
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    // 422: let through as far as the judgement of the rows.
    expected: { nobody: 401, guest: 403, client: 422, vendor: 422, 'other vendor': 422, master: 422 },
  },
  'devices.rosterCheck': {
    body: { rows: [{ row: 2, values: { id: device.id, isdn: '01099990000', model: 'x' }, extra: {} }] },
    expected: {
      nobody: 401,
      guest: 403,
      client: /imeiTaken/,
      vendor: /imeiTaken/,
      'other vendor': /imeiTaken/,
      master: /imeiTaken/,
    },
  },
  'devices.rosterCompare': {
    body: serialOf('M1'),
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    asks: ['devices', 'edit'],
    expected: {
      nobody: 401,
      guest: 403,
      client: /"changed":1/,
      vendor: /"changed":1/,
      'other vendor': /"unknown":1/,
      master: /"changed":1/,
    },
  },
  'devices.rosterUpdate': {
    body: serialOf('M2'),
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    asks: ['devices', 'edit'],
    expected: { nobody: 401, guest: 403, client: 200, vendor: 200, 'other vendor': 422, master: 200 },
  },
  'devices.numbers': {
    body: { numbers: [device.isdn] },
    expected: {
      nobody: 401,
      guest: 403,
      client: sees,
      vendor: sees,
      'other vendor': /"found":\[\]/,
      master: sees,
    },
  },
  'devices.update': {
    aim: 'device',
    body: { version: 'v2' },
    asks: ['devices', 'edit'],
    expected: { nobody: 401, guest: 403, client: 200, vendor: 200, 'other vendor': 404, master: 200 },
  },
  'devices.remove': {
    aim: 'device',
    asks: ['devices', 'delete'],
    expected: { nobody: 401, guest: 403, client: 403, vendor: 200, 'other vendor': 404, master: 200 },
  },
  'bulk.change': {
    body: () => ({
      name: `matrix-${++made}`,
      kind: 'change',
      ids: [device.id],
      expected: 1,
      values: { version: 'v3' },
    }),
    asks: ['devices', 'edit'],
    expected: { nobody: 401, guest: 403, client: 200, vendor: 200, 'other vendor': 409, master: 200 },
  },
  // A change is its sender's own: others find none of that name.
  'bulk.progress': {
    aim: 'bulk',
    expected: { nobody: 401, guest: 403, client: 200, vendor: 404, 'other vendor': 404, master: 404 },
  },
  'bulk.cancel': {
    aim: 'bulk',
    expected: { nobody: 401, guest: 403, client: 200, vendor: 404, 'other vendor': 404, master: 404 },
  },
  'bulk.undo': {
    aim: 'bulk',
    body: {},
    asks: ['devices', 'edit'],
    expected: { nobody: 401, guest: 403, client: 404, vendor: 404, 'other vendor': 404, master: 404 },
  },
  'bulk.targets': {
    body: { ids: [device.id], expected: 1 },
    expected: { nobody: 401, guest: 403, client: sees, vendor: sees, 'other vendor': 409, master: sees },
  },
  'devicePage.get': {
    aim: 'device',
    expected: { nobody: 401, guest: 200, client: 200, vendor: 200, 'other vendor': 404, master: 200 },
  },
  'devicePage.signals': {
    query: 'from=2026-11-19T00:00:00Z&to=2026-11-20T00:00:00Z',
    aim: 'device',
    expected: { nobody: 401, guest: 200, client: 200, vendor: 200, 'other vendor': 404, master: 200 },
  },
  'devicePage.timeline': {
    aim: 'device',
    expected: { nobody: 401, guest: 200, client: 200, vendor: 200, 'other vendor': 404, master: 200 },
  },
  'orders.methods': { expected: { nobody: 401, ...signedIn } },
  'orders.register': {
    body: order,
    expected: { nobody: 401, guest: 403, client: 200, vendor: 200, 'other vendor': 404, master: 200 },
  },
  'orders.list': { body: {}, expected: { nobody: 401, ...signedIn } },
  'orders.counts': { expected: { nobody: 401, ...signedIn } },
  'orders.get': {
    aim: 'order',
    asks: ['orders', 'show'],
    expected: { nobody: 401, guest: sees, client: sees, vendor: sees, 'other vendor': 404, master: sees },
  },
  'orders.targets': {
    aim: 'order',
    asks: ['orders', 'show'],
    expected: { nobody: 401, guest: sees, client: sees, vendor: sees, 'other vendor': 404, master: sees },
  },
  'orders.results': {
    aim: 'order',
    asks: ['orders', 'show'],
    expected: { nobody: 401, guest: 200, client: 200, vendor: 200, 'other vendor': 404, master: 200 },
  },
  'orders.recipients': {
    aim: 'order',
    asks: ['orders', 'create'],
    expected: { nobody: 401, guest: 403, client: sees, vendor: sees, 'other vendor': 404, master: sees },
  },
  'orders.cancel': {
    aim: 'order',
    asks: ['orders', 'create'],
    expected: {
      nobody: 401,
      guest: 403,
      client: /"cancelled":1/,
      vendor: /"cancelled":1/,
      'other vendor': 404,
      master: /"cancelled":1/,
    },
  },
  'orders.marks': {
    aim: 'order',
    body: ({ id }) => ({ ids: [id], read: true, archived: true }),
    expected: { nobody: 401, guest: 200, client: 200, vendor: 200, 'other vendor': 404, master: 200 },
  },
  'orders.preview': {
    body: order,
    expected: {
      nobody: 401,
      guest: 403,
      client: /"devices":1/,
      vendor: /"devices":1/,
      'other vendor': 404,
      master: /"devices":1/,
    },
  },
  'exports.offer': {
    expected: {
      nobody: 401,
      guest: /"payload":\[(?!.*clients)/,
      client: /"payload":\[(?!.*clients)/,
      vendor: /clients/,
      'other vendor': /clients/,
      master: /vendors/,
    },
  },
  'exports.devices': {
    query: `export[format]=csv&search[topic]=imei&search[alike]=${device.id}`,
    expected: {
      nobody: 401,
      guest: sees,
      client: sees,
      vendor: sees,
      'other vendor': seesNoDevice,
      master: sees,
    },
  },
  'exports.chosen': {
    query: 'export[format]=csv',
    body: { ids: [device.id] },
    expected: {
      nobody: 401,
      guest: sees,
      client: sees,
      vendor: sees,
      'other vendor': seesNoDevice,
      master: sees,
    },
  },
  'exports.orders': {
    aim: 'order',
    query: `export[format]=csv&export[columns]=from&search=${encodeURIComponent(owner.name)}`,
    asks: ['orders', 'list'],
    expected: {
      nobody: 401,
      guest: seesSender,
      client: seesSender,
      vendor: seesSender,
      'other vendor': seesNoSender,
      master: seesSender,
    },
  },
  'exports.records': {
    query: 'export[format]=csv',
    aim: 'clients',
    asks: ['clients', 'list'],
    expected: {
      nobody: 401,
      guest: 403,
      client: 403,
      vendor: seesOwner,
      'other vendor': seesNoOwner,
      master: seesOwner,
    },
  },
  'config.problems': {
    expected: { nobody: 401, guest: 403, client: 403, vendor: 403, 'other vendor': 403, master: 200 },
  },
}

/** What a row asks, of the record that it is aimed at; a new one where none is given. */
export async function askedOf(
  api: TestApp,
  { endpoint, name }: { endpoint: Endpoint; name: string },
  at?: Aim,
) {
  const { query, body, headers = {}, aim } = MATRIX[name]!
  const target: Aim = at ?? (aim ? await AIMS[aim](api) : { id: 0 })
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, place: string) =>
    encodeURIComponent(String(target[place as keyof Aim])),
  )
  const payload = typeof body === 'function' ? body(target) : body
  return {
    method: endpoint.method,
    url: path + (query ? `?${query}` : ''),
    headers,
    ...(payload === undefined ? {} : { payload }),
  }
}
