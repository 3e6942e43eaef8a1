/** Two records of every kind, one inside the row rule of a role and one outside, and the calls that read each kind. */
import type { InjectOptions } from 'fastify'
import type { Db } from '../../src/server/store/database'
import { compileWith } from './config'
import { insertRow, insertRows } from './rows'

/** Names of the records inside and outside the rule; a search for the word finds both. */
const WORD = 'zone'
const NAMES = { inside: `within ${WORD}`, outside: `outside ${WORD}` }
/** Devices have numbers and no name. */
const IMEIS = { inside: '490154203237518', outside: '356938035643809' }
const PHONES = { inside: '01012345678', outside: '01012349999' }

export type Side = 'inside' | 'outside'
export const SIDES: readonly Side[] = ['inside', 'outside']
type Id = number | string

export interface Kind {
  /** How a response shows the records. */
  marks: Record<Side, string>
  /** The row rule of the roles. */
  rule: object | string
  list: InjectOptions
  /** Further lists of the same records. */
  moreLists?: string[]
  url?: (id: Id) => string
  /** How a record is changed and deleted, where not by PUT and DELETE at its address. */
  changes?: (id: Id, record: object) => InjectOptions[]
  search?: InjectOptions
  /** The column of spreadsheets that shows the mark. */
  column?: string
  /** Orders are neither deleted nor referred to. */
  isOrder?: true
}

const ALL = { marks: NAMES, rule: { field: 'name', eq: NAMES.inside } }
const searchBox = (text: string) => ({ url: `/api/search?q=${text}` })

const described = (name: string, ...moreLists: string[]): Kind => ({
  ...ALL,
  list: { url: `/api/resources/${name}` },
  url: id => `/api/resources/${name}/${id}`,
  search: { url: `/api/resources/${name}?filter=${encodeURIComponent(JSON.stringify({ q: WORD }))}` },
  moreLists: [...moreLists, `/api/resources/${name}?range=[0,99]&sort=["id","DESC"]`],
})

export const KINDS: Readonly<Record<string, Kind>> = {
  devices: {
    marks: IMEIS,
    rule: { field: 'sido', eq: 'KR-11' },
    list: { url: '/api/devices?page_limit=100' },
    url: id => `/api/devices/${id}`,
    search: searchBox('01012'),
    moreLists: ['/api/devices?sido=KR-11&page_limit=100', '/api/devices?sido=KR-41&page_limit=100'],
    column: 'id',
  },
  orders: {
    ...ALL,
    rule: { field: 'title', eq: NAMES.inside },
    list: { method: 'POST', url: '/api/orders', payload: { page_limit: 100 } },
    url: id => `/api/orders/${id}`,
    changes: id => [{ method: 'POST', url: `/api/orders/${id}/cancel` }],
    search: { method: 'POST', url: '/api/orders', payload: { page_limit: 100, search: WORD } },
    column: 'title',
    isOrder: true,
  },
  clients: {
    ...ALL,
    rule: { field: 'zone', eq: NAMES.inside },
    list: { url: `/api/admin/clients?page_limit=100&search=${WORD}` },
    url: id => `/api/clients/${id}`,
    changes: (id, record) => [
      { method: 'PUT', url: '/api/clients/', payload: record },
      { method: 'DELETE', url: `/api/admin/clients/${id}` },
    ],
    search: searchBox(WORD),
    moreLists: ['/api/admin/clients'],
  },
  vendors: {
    ...ALL,
    list: { url: '/api/admin/vendors?page_limit=100' },
    url: id => `/api/admin/vendors/${id}`,
    search: searchBox(WORD),
    moreLists: ['/api/admin/vendors'],
  },
  batches: {
    ...ALL,
    list: { url: '/api/batches?page_limit=100' },
    url: id => `/api/batches/${id}`,
    search: searchBox(WORD),
    moreLists: ['/api/batches'],
  },
  models: described('models', '/api/models'),
  bunches: described('bunches', '/api/bunches?batch=100'),
  methods: {
    ...described('methods', '/api/methods'),
    marks: { inside: 'within_zone', outside: 'outside_zone' },
    rule: { field: 'code', eq: 'within_zone' },
    column: 'code',
  },
  places: { ...described('places'), rule: `name == '${NAMES.inside}' && user.vendor == 0` },
  quotes: described('quotes'),
  'quote-lines': described('quote-lines'),
}

/** A resource described by config only. */
const resource = (fields: object = {}) => ({
  label: 'records',
  recordName: 'name',
  source: { dialect: 'simple-rest' },
  access: { list: 'guest', show: 'guest', create: 'client', edit: 'client', delete: 'client' },
  fields: { name: { type: 'text', label: 'name', required: true }, ...fields },
  list: { columns: ['name'], filters: [{ name: 'q', type: 'search', label: 'search' }], export: 'guest' },
})

/** The fields of `links` that refer to one record and to several. */
export const linkTo = (kind: string) => `to_${kind.replaceAll('-', '_')}`
const linksTo = (kind: string) => [
  [linkTo(kind), { type: 'reference', label: kind, reference: kind }],
  [`${linkTo(kind)}_all`, { type: 'references', label: kind, reference: kind }],
]

export const RESOURCES = {
  places: resource(),
  quotes: resource({
    lines: { type: 'children', label: 'lines', reference: 'quote-lines', by: 'quote', fields: ['name'] },
  }),
  'quote-lines': resource({ quote: { type: 'reference', label: 'quote', reference: 'quotes' } }),
  links: resource(
    Object.fromEntries(Object.keys(KINDS).flatMap(kind => (KINDS[kind]!.isOrder ? [] : linksTo(kind)))),
  ),
}

const resources = Object.fromEntries(Object.entries(KINDS).map(([kind, { rule }]) => [kind, { rows: rule }]))
const ROLES = {
  narrow: { label: 'row rules', level: 'master', resources },
  staff: { label: 'row rules, of a vendor', level: 'vendor', resources },
  closed: {
    label: 'no lists',
    level: 'master',
    resources: { '*': { access: { list: false, show: false, delete: false } } },
  },
} as const

export const configOfKinds = () =>
  compileWith({
    ...Object.fromEntries(Object.entries(RESOURCES).map(([name, file]) => [`resources/${name}.json`, file])),
    'roles.json': { roles: ROLES },
  })

/** Adds both records of each kind, all of the provider, each with a row of history. Returns their ids. */
export async function fillKinds(db: Db): Promise<Record<string, Record<Side, Id>>> {
  const ids: Record<string, Record<Side, Id>> = {}
  for (const [at, side] of SIDES.entries()) {
    const name = NAMES[side]
    const id = 100 + at
    const record = (kind: string, data: object = {}) =>
      insertRow(db, 'records', { resource: kind, data: JSON.stringify({ name, ...data }) })
    await insertRow(db, 'vendors', { id, name })
    await insertRow(db, 'models', { id, name })
    // The model and batch of others are inside the rules: only the own rule of a record hides it.
    await insertRow(db, 'batches', { id, name, model_id: 100 })
    await insertRow(db, 'bunches', { id, name, batch_id: 100 })
    const content = JSON.stringify({ Type: 'none' })
    await insertRow(db, 'methods', { id, code: KINDS.methods!.marks[side], caption: name, content })
    const email = `${at}@${WORD}.test`
    await insertRow(db, 'clients', { id, name, zone: name, email, level: 1, password_hash: null })
    const sido = side === 'inside' ? 'KR-11' : 'KR-41'
    await insertRow(db, 'devices', { id: IMEIS[side], isdn: PHONES[side], model_id: 100, sido })
    const order = { sender_name: 'sender', code: 'reboot', caption: 'reboot', theme: 'device' as const }
    await insertRow(db, 'orders', { id, ...order, title: name, waiting: 1 })
    const target = { order_id: id, device_id: IMEIS.inside, number: PHONES.inside }
    await insertRows(db, 'order_targets', [target])
    const quote = await record('quotes')
    const own: Record<string, Id> = {
      devices: IMEIS[side],
      places: await record('places'),
      quotes: quote,
      'quote-lines': await record('quote-lines', { quote }),
    }
    for (const kind of Object.keys(KINDS)) {
      ids[kind] = { ...ids[kind]!, [side]: own[kind] ?? id }
      const entry = { action: 'changed', resource: kind, record: String(ids[kind]![side]) }
      const label = KINDS[kind]!.marks[side]
      await insertRows(db, 'history', [{ ...entry, label, before: null, after: null } as never])
    }
  }
  return ids
}
