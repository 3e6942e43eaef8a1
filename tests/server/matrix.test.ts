/** Who may call what, for every call of the contract and every kind of user (security.md 1 and 2). */

import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints, PENDING } from '../../src/contract/endpoints'
import type { LevelName } from '../../src/domain/authority'
import { reaches } from '../../src/domain/authority'
import { may } from '../../src/engine/access'
import type { RecordAction } from '../../src/engine/registry'
import { makeFleet, seedDemo } from '../../src/server/demo'
import { testConfig } from '../support/config'
import { openPglite } from '../support/databases'
import { picture } from '../support/pictures'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'

const USERS = {
  nobody: undefined,
  guest: 'guest@demo.local',
  client: 'client@demo.local',
  vendor: 'vendor@demo.local',
  'other vendor': 'other@test.local',
  master: 'master@demo.local',
} as const
type User = keyof typeof USERS

const LEVEL_OF: Record<Exclude<User, 'nobody'>, LevelName> = {
  guest: 'guest',
  client: 'client',
  vendor: 'vendor',
  'other vendor': 'vendor',
  master: 'master',
}

const config = testConfig()
const levels = config.current().console.levels.numbers
const fleet = makeFleet({ seed: 1, now: TEST_NOW, levels })
const owner = fleet.clients.find(({ email }) => email === 'client@demo.local')!
/** A device of client@demo.local: reached by it, its vendor, a guest of it, and masters. */
const device = fleet.devices.find(({ client_id, batch_id }) => client_id === owner.id && batch_id)!

const ROSTER = [
  '--edge',
  'Content-Disposition: form-data; name="file"; filename="a.csv"',
  '',
  'IMEI,전화번호,시리얼,모델',
  '1,2,3,4',
  '--edge--',
  '',
].join('\r\n')

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

interface Aim {
  id: number
  email?: string
  resource?: string
  field?: string
  upload?: string
}

let made = 0
const AIMS = {
  upload: async (): Promise<Aim> => ({ id: 0, upload: 'upload-1' }),
  client: async ({ addAccount }: TestApp): Promise<Aim> => {
    const email = `made-${++made}@test.local`
    return { id: await addAccount({ email, level: levels.client, vendor: owner.vendor_id }), email }
  },
  picture: async (api: TestApp): Promise<Aim> => {
    const { id } = await AIMS.client(api)
    await api.db.updateTable('clients').set({ img: picture() }).where('id', '=', id).execute()
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
  models: async (): Promise<Aim> => ({ id: 0, resource: 'models' }),
  model: async ({ db }: TestApp): Promise<Aim> => {
    const values = { name: `모델 ${++made}` }
    const { id } = await db.insertInto('models').values(values).returning('id').executeTakeFirstOrThrow()
    return { id, resource: 'models' }
  },
}

const signedIn = { guest: 200, client: 200, vendor: 200, 'other vendor': 200, master: 200 }
const sees = new RegExp(device.id)
const seesOwner = new RegExp(owner.email)
const seesNoOwner = /^(?!.*client@demo)/
const order = { code: 'reboot', data: 'NOW', targets: [device.id] }

const MATRIX: Record<string, Row> = {
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
  'config.problems': {
    expected: { nobody: 401, guest: 403, client: 403, vendor: 403, 'other vendor': 403, master: 200 },
  },
}

const built = allEndpoints().filter(({ name }) => !PENDING.includes(name))

describe('who may call what', () => {
  let api: TestApp
  beforeAll(async () => {
    const db = await openPglite()
    await seedDemo(db, { now: TEST_NOW, seed: 1, levels })
    api = await startTestApp(db, { bare: true, config })
    await api.addAccount({ email: 'other@test.local', level: levels.vendor, vendor: 2 })
  })

  it('is settled for every call that has a route, and for no other', () => {
    expect(Object.keys(MATRIX).sort()).toEqual(built.map(({ name }) => name).sort())
  })

  const ask = async (name: string, user: User, at?: Aim) => {
    const { endpoint } = built.find(known => known.name === name)!
    const { query, body, headers, aim } = MATRIX[name]!
    const target: Aim = at ?? (aim ? await AIMS[aim](api) : { id: 0 })
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, place: string) =>
      encodeURIComponent(String(target[place as keyof Aim])),
    )
    const payload = typeof body === 'function' ? body(target) : body
    return api.ask(USERS[user], {
      method: endpoint.method,
      url: path + (query ? `?${query}` : ''),
      ...(payload === undefined ? {} : { payload }),
      ...(headers ? { headers } : {}),
    })
  }

  for (const [name, { expected }] of Object.entries(MATRIX))
    for (const user of Object.keys(USERS) as User[])
      it(`${name} by ${user}: ${expected[user]}`, async () => {
        const answer = await ask(name, user)
        const cell = expected[user]
        if (typeof cell === 'number') expect(answer.statusCode).toBe(cell)
        else expect([answer.statusCode, answer.body]).toEqual([200, expect.stringMatching(cell)])
        if (answer.statusCode >= 400) expect(answer.json()).toMatchObject({ result: false })
      })

  it('follows the levels that contract and config declare: 401 to strangers, 403 to those below', async () => {
    for (const { name, endpoint } of built) {
      const { access } = endpoint
      if (access === 'public') continue
      expect([name, MATRIX[name]!.expected.nobody]).toEqual([name, 401])
      for (const [user, level] of Object.entries(LEVEL_OF)) {
        const { asks } = MATRIX[name]!
        const allowed =
          reaches(levels[level], access, levels) &&
          (!asks || may(config.current().console, levels[level], ...asks))
        const refused = MATRIX[name]!.expected[user as User] === 403
        expect([name, user, refused]).toEqual([name, user, !allowed])
      }
    }
  })

  it('says the same of what belongs to others as of what does not exist', async () => {
    const register = async (sheet: object) => {
      const payload = { code: 'reboot', data: 'NOW', ...sheet }
      const answer = await api.ask(USERS['other vendor'], {
        method: 'POST',
        url: '/api/orders/order',
        payload,
      })
      return [answer.statusCode, answer.body]
    }
    expect(await register({ targets: [device.id] })).toEqual(await register({ targets: ['000000000000000'] }))
    expect(await register({ batch: device.batch_id })).toEqual(await register({ batch: 987_654 }))
    expect(await register({ targets: [device.id] })).toEqual([404, expect.any(String)])
  })

  describe('a record of another vendor', () => {
    const aimed = built.filter(
      ({ name, endpoint }) =>
        /\{(id|email)\}/.test(endpoint.path) || ['clients.save', 'orders.marks'].includes(name),
    )
    /** Models have no tenant: everybody who may read them reads all. */
    const owned = aimed.filter(({ name }) => MATRIX[name]!.aim !== 'model')
    const strangers = Object.keys(LEVEL_OF).filter(user => user !== 'master') as Exclude<User, 'nobody'>[]

    it('can be aimed at by every call that names a record', () => {
      expect(aimed.filter(({ name }) => !MATRIX[name]!.aim).map(({ name }) => name)).toEqual([])
      expect(owned.length).toBeGreaterThan(10)
    })

    for (const { name } of owned)
      for (const user of strangers)
        it(`is for ${user} in ${name} as if it did not exist, and stays as it was`, async () => {
          const theirs = await foreign(MATRIX[name]!.aim!)
          const before = await everything()
          const refused = await ask(name, user, theirs)
          const unknown = await ask(name, user, { ...theirs, id: 987_654, email: 'no@test.local' })
          expect([refused.statusCode, refused.body]).toEqual([unknown.statusCode, unknown.body])
          expect([403, 404]).toContain(refused.statusCode)
          expect(await everything()).toEqual(before)
        })

    /** Of vendor 3, to which none of the users belongs. */
    const foreign = async (aim: keyof typeof AIMS): Promise<Aim> => {
      const target = await AIMS[aim === 'home' ? 'batch' : aim](api)
      if (aim === 'client' || aim === 'picture')
        await sql`update clients set vendor_id = 3 where id = ${target.id}`.execute(api.db)
      if (aim === 'batch' || aim === 'home')
        await sql`update batches set vendor_id = 3 where id = ${target.id}`.execute(api.db)
      if (aim === 'order')
        await sql`update orders set vendor_id = 3, sender_id = null where id = ${target.id}`.execute(api.db)
      return target
    }
    const everything = async () => {
      const { rows } = await sql`
        select (select json_agg(v order by id) from vendors v) as vendors,
               (select json_agg(c order by id) from clients c) as clients,
               (select json_agg(b order by id) from batches b) as batches,
               (select json_agg(o order by id) from orders o) as orders,
               (select json_agg(t order by order_id, device_id) from order_targets t) as targets,
               (select json_agg(m order by client_id, order_id) from order_marks m) as marks`.execute(api.db)
      return rows
    }
  })

  it.each(
    allEndpoints()
      .filter(({ name }) => PENDING.includes(name))
      .map(({ name, endpoint }) => [name, endpoint] as const),
  )('%s, which a later version brings, is answered as if it were not there', async (_name, endpoint) => {
    const url = endpoint.path.replace(/\{\w+\}/, '1')
    const answer = await api.ask(USERS.master, { method: endpoint.method, url })
    expect([404, 405]).toContain(answer.statusCode)
    expect(answer.json()).toMatchObject({ result: false, message: expect.stringMatching(/[가-힣]/) })
  })
})
