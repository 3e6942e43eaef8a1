/** Two records of every kind that there is, one within the row rule of a role and one outside of it, and how each kind is asked for. */
import type { InjectOptions } from 'fastify'
import type { Compiled } from '../../src/engine/compiled'
import { compileConfig } from '../../src/engine/load/compileConfig'
import type { Db } from '../../src/server/store/database'
import { configFiles } from './configFiles'

/** What records within the rule are called, and those outside of it; both have a word in common, by which they are searched. */
const SEEN = 'within zone'
const UNSEEN = 'outside zone'
export const WORD = 'zone'

/** Devices have numbers in the place of a name. */
const IMEIS = { [SEEN]: '490154203237518', [UNSEEN]: '356938035643809' } as const
const NUMBERS = { [SEEN]: '01012345678', [UNSEEN]: '01012349999' } as const

interface Pair {
  seen: number | string
  unseen: number | string
}

export interface Kind {
  /** What tells a record in an answer. */
  marks: { seen: string; unseen: string }
  /** Which rows of it the role `narrow` has. */
  rule: object | string
  list: InjectOptions
  /** Further lists of the same records. */
  further?: string[]
  one?: (id: number | string) => string
  /** How a record that was read is changed, and how it is deleted, where that is not asked of `one`. */
  changes?: (id: number | string, record: object) => InjectOptions[]
  search?: InjectOptions
  /** The deletion's question; of orders there is none. */
  isRemoved: boolean
  isReferredTo: boolean
}

const NAMES = { seen: SEEN, unseen: UNSEEN }
const byName = { field: 'name', eq: SEEN }
const asked = (search: string) => `/api/search?q=${search}`
const filtered = (name: string) =>
  `/api/resources/${name}?filter=${encodeURIComponent(JSON.stringify({ q: WORD }))}`
const ALL = { marks: NAMES, rule: byName, isRemoved: true, isReferredTo: true } as const

/** In the dialect of ra-data-simple-rest. */
const described = (name: string, further: string[] = []): Kind => ({
  ...ALL,
  list: { url: `/api/resources/${name}` },
  one: id => `/api/resources/${name}/${id}`,
  search: { url: filtered(name) },
  further: [...further, `/api/resources/${name}?range=[0,99]&sort=["id","DESC"]`],
})

export const KINDS: Readonly<Record<string, Kind>> = {
  devices: {
    ...ALL,
    marks: { seen: IMEIS[SEEN], unseen: IMEIS[UNSEEN] },
    rule: { field: 'sido', eq: 'KR-11' },
    list: { url: '/api/devices?page_limit=100' },
    one: id => `/api/devices/${id}`,
    search: { url: asked('01012') },
    further: ['/api/devices?sido=KR-11&page_limit=100', '/api/devices?sido=KR-41&page_limit=100'],
  },
  orders: {
    ...ALL,
    rule: { field: 'title', eq: SEEN },
    list: { method: 'POST', url: '/api/orders', payload: { page_limit: 100 } },
    one: id => `/api/orders/${id}`,
    // Neither is asked of an order.
    changes: id => [{ method: 'POST', url: `/api/orders/${id}/cancel` }],
    search: { method: 'POST', url: '/api/orders', payload: { page_limit: 100, search: WORD } },
    isRemoved: false,
    isReferredTo: false,
  },
  clients: {
    ...ALL,
    rule: { field: 'zone', eq: SEEN },
    list: { url: `/api/admin/clients?page_limit=100&search=${WORD}` },
    one: id => `/api/clients/${id}`,
    changes: (id, record) => [
      { method: 'PUT', url: '/api/clients/', payload: record },
      { method: 'DELETE', url: `/api/admin/clients/${id}` },
    ],
    search: { url: asked(WORD) },
    further: ['/api/admin/clients'],
  },
  vendors: {
    ...ALL,
    list: { url: '/api/admin/vendors?page_limit=100' },
    one: id => `/api/admin/vendors/${id}`,
    search: { url: asked(WORD) },
    further: ['/api/admin/vendors'],
  },
  batches: {
    ...ALL,
    list: { url: '/api/batches?page_limit=100' },
    one: id => `/api/batches/${id}`,
    search: { url: asked(WORD) },
    further: ['/api/batches'],
  },
  models: described('models', ['/api/models']),
  bunches: described('bunches', ['/api/bunches?batch=100']),
  methods: {
    ...described('methods', ['/api/methods']),
    marks: { seen: 'within_zone', unseen: 'outside_zone' },
    rule: { field: 'code', eq: 'within_zone' },
  },
  places: { ...described('places'), rule: `name == '${SEEN}' && user.vendor == 0` },
  quotes: described('quotes'),
  'quote-lines': described('quote-lines'),
}

/** Config alone describes these: records, and such as have rows of others. */
const plain = (extra: object = {}) => ({
  label: 'records',
  recordName: 'name',
  source: { dialect: 'simple-rest' },
  access: { list: 'guest', show: 'guest', create: 'client', edit: 'client', delete: 'client' },
  fields: { name: { type: 'text', label: 'name', required: true }, ...extra },
  list: {
    columns: ['name'],
    filters: [{ name: 'q', type: 'search', label: 'search' }],
    export: 'guest',
  },
})

export const fieldOf = (kind: string) => `to_${kind.replaceAll('-', '_')}`

const referring = Object.keys(KINDS).filter(kind => KINDS[kind]!.isReferredTo && kind !== 'quote-lines')
export const RESOURCES = {
  places: plain(),
  quotes: plain({
    lines: { type: 'children', label: 'lines', reference: 'quote-lines', by: 'quote', fields: ['name'] },
  }),
  'quote-lines': plain({ quote: { type: 'reference', label: 'quote', reference: 'quotes' } }),
  links: plain(
    Object.fromEntries(
      [...referring, 'quote-lines'].flatMap(kind => [
        [fieldOf(kind), { type: 'reference', label: kind, reference: kind }],
        [`${fieldOf(kind)}_all`, { type: 'references', label: kind, reference: kind }],
      ]),
    ),
  ),
}

const resources = Object.fromEntries(Object.entries(KINDS).map(([kind, { rule }]) => [kind, { rows: rule }]))
const ROLES = {
  narrow: { label: 'rows of its own', level: 'master', resources },
  staff: { label: 'rows of its own, of its vendor', level: 'vendor', resources },
  closed: {
    label: 'no lists',
    level: 'master',
    resources: { '*': { access: { list: false, show: false, delete: false } } },
  },
} as const

export function configOfKinds(): Compiled {
  const files = Object.entries(RESOURCES).map(([name, file]) => [
    `resources/${name}.json`,
    JSON.stringify(file),
  ])
  const result = compileConfig({
    ...configFiles(),
    ...Object.fromEntries(files),
    'roles.json': JSON.stringify({ roles: ROLES }),
  })
  if (!result.ok) throw new Error(JSON.stringify(result.errors, null, 1))
  return result.config
}

/** Both records of each kind, all of the provider, so that nothing but the rule tells them apart; each with a row of history. */
export async function fillKinds(db: Db): Promise<Readonly<Record<string, Pair>>> {
  const made: Record<string, { [name in typeof SEEN | typeof UNSEEN]?: number | string }> = {}
  // Batches, bunches and devices need a model and a group that the rules leave.
  for (const [at, name] of ([SEEN, UNSEEN] as const).entries()) {
    const put = (kind: string, id: number | string) => {
      made[kind] = { ...made[kind], [name]: id }
    }
    const record = async (resource: string, data: object = {}) => {
      const { id } = await db
        .insertInto('records')
        .values({ resource, data: JSON.stringify({ name, ...data }) })
        .returning('id')
        .executeTakeFirstOrThrow()
      put(resource, id)
      return id
    }
    const id = { id: 100 + at }
    await db
      .insertInto('vendors')
      .values({ ...id, name })
      .execute()
    await db
      .insertInto('models')
      .values({ ...id, name })
      .execute()
    await db
      .insertInto('batches')
      .values({ ...id, name, model_id: 100 })
      .execute()
    await db
      .insertInto('bunches')
      .values({ ...id, name, batch_id: 100 })
      .execute()
    for (const kind of ['vendors', 'models', 'batches', 'bunches']) put(kind, id.id)
    const method = { code: name.replace(' ', '_'), caption: name, content: JSON.stringify({ Type: 'none' }) }
    await db
      .insertInto('methods')
      .values({ ...id, ...method })
      .execute()
    put('methods', id.id)
    const client = { ...id, name, zone: name, email: `${at}@${WORD}.test`, level: 1 }
    await db.insertInto('clients').values(client).execute()
    put('clients', id.id)
    const device = { id: IMEIS[name], isdn: NUMBERS[name], model_id: 100, sido: at === 0 ? 'KR-11' : 'KR-41' }
    await db.insertInto('devices').values(device).execute()
    put('devices', IMEIS[name])
    // To the device that the rule leaves: with a rule for devices, others are not there for that reason alone.
    const order = { sender_name: 'sender', code: 'reboot', caption: 'reboot', theme: 'device' as const }
    await db
      .insertInto('orders')
      .values({ ...id, ...order, title: name, waiting: 1 })
      .execute()
    const target = { order_id: id.id, device_id: IMEIS[SEEN], number: NUMBERS[SEEN] }
    await db.insertInto('order_targets').values(target).execute()
    put('orders', id.id)
    await record('places')
    const quote = await record('quotes')
    await record('quote-lines', { quote })
  }
  const pairs: Record<string, Pair> = {}
  for (const [kind, { [SEEN]: seen, [UNSEEN]: unseen }] of Object.entries(made)) {
    pairs[kind] = { seen: seen!, unseen: unseen! }
    for (const which of ['seen', 'unseen'] as const)
      await db
        .insertInto('history')
        .values({
          action: 'changed',
          resource: kind,
          record: String(pairs[kind][which]),
          label: KINDS[kind]!.marks[which],
          before: null,
          after: null,
        })
        .execute()
  }
  return pairs
}
