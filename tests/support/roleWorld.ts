/** Two records of every resource, one inside the row rule of the roles and one outside, and the calls to read them. */
import type { InjectOptions } from 'fastify'
import type { Db } from '../../src/server/store/database'
import { compileWith } from './config'
import { insertRow, insertRows } from './rows'

/** This word is in the names of both records, so that a search for it finds them. */
const WORD = 'zone'
const NAMES = { inside: `within ${WORD}`, outside: `outside ${WORD}` }
/** Devices have numbers and no name. */
const IMEIS = { inside: '490154203237518', outside: '356938035643809' }
const PHONES = { inside: '01012345678', outside: '01012349999' }

export type Side = 'inside' | 'outside'
export const SIDES: readonly Side[] = ['inside', 'outside']
type Id = number | string

export interface TestedResource {
  /** The text by which a response shows each of the two records. */
  shownAs: Record<Side, string>
  /** The row rule of the roles. */
  rule: object | string
  list: InjectOptions
  /** The list with a filter that both records pass, where a filtered list is counted in another way. */
  filteredList?: InjectOptions
  /** Further calls that list the records. */
  moreLists?: (InjectOptions | string)[]
  url: (id: Id) => string
  /** The calls that change and delete a record, if they are not PUT and DELETE at its address. */
  changes?: (id: Id, record: object) => InjectOptions[]
  search: InjectOptions
  /** The column of spreadsheets that shows the text; by default `name`. */
  column?: string
}

const BY_NAME = { shownAs: NAMES, rule: { field: 'name', eq: NAMES.inside } }
const searchBox = (text: string) => ({ url: `/api/search?q=${text}` })

const described = (name: string, ...moreLists: string[]): TestedResource => ({
  ...BY_NAME,
  list: { url: `/api/resources/${name}` },
  url: id => `/api/resources/${name}/${id}`,
  search: { url: `/api/resources/${name}?filter=${encodeURIComponent(JSON.stringify({ q: WORD }))}` },
  moreLists: [...moreLists, `/api/resources/${name}?range=[0,99]&sort=["id","DESC"]`],
})

export const RESOURCES: Readonly<Record<string, TestedResource>> = {
  devices: {
    shownAs: IMEIS,
    rule: { field: 'sido', eq: 'KR-11' },
    list: { url: '/api/devices?page_limit=100' },
    filteredList: { url: '/api/devices?model=100&page_limit=100' },
    url: id => `/api/devices/${id}`,
    search: searchBox('01012'),
    moreLists: [
      '/api/devices?sido=KR-11&page_limit=100',
      '/api/devices?sido=KR-41&page_limit=100',
      { method: 'POST', url: '/api/devices', payload: { topic: 'number', alike: '01012', status: 'all' } },
      { method: 'POST', url: '/api/devices/numbers', payload: { numbers: Object.values(PHONES) } },
    ],
    column: 'id',
  },
  orders: {
    ...BY_NAME,
    rule: { field: 'title', eq: NAMES.inside },
    list: { method: 'POST', url: '/api/orders', payload: { page_limit: 100 } },
    url: id => `/api/orders/${id}`,
    changes: id => [{ method: 'POST', url: `/api/orders/${id}/cancel` }],
    search: { method: 'POST', url: '/api/orders', payload: { page_limit: 100, search: WORD } },
    column: 'title',
  },
  clients: {
    ...BY_NAME,
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
    ...BY_NAME,
    list: { url: '/api/admin/vendors?page_limit=100' },
    url: id => `/api/admin/vendors/${id}`,
    search: searchBox(WORD),
    moreLists: ['/api/admin/vendors'],
  },
  batches: {
    ...BY_NAME,
    list: { url: '/api/batches?page_limit=100' },
    url: id => `/api/batches/${id}`,
    search: searchBox(WORD),
    moreLists: ['/api/batches'],
  },
  models: described('models', '/api/models'),
  bunches: described('bunches', '/api/bunches?batch=100'),
  methods: {
    ...described('methods', '/api/methods'),
    shownAs: { inside: 'within_zone', outside: 'outside_zone' },
    rule: { field: 'code', eq: 'within_zone' },
    column: 'code',
  },
  places: { ...described('places'), rule: `name == '${NAMES.inside}' && user.vendor == 0` },
  quotes: described('quotes'),
  'quote-lines': described('quote-lines'),
}

/** The file of a resource that config describes. */
const fileOf = (fields: object = {}) => ({
  label: 'records',
  recordName: 'name',
  source: { dialect: 'simple-rest' },
  access: { list: 'guest', show: 'guest', create: 'client', edit: 'client', delete: 'client' },
  fields: { name: { type: 'text', label: 'name', required: true }, ...fields },
  list: { columns: ['name'], filters: [{ name: 'q', type: 'search', label: 'search' }], export: 'guest' },
})

/** The field of `links` that refers to one record of a resource; the field of several ends with `_all`. */
export const linkTo = (resource: string) => `to_${resource.replaceAll('-', '_')}`
const linksTo = (resource: string) => [
  [linkTo(resource), { type: 'reference', label: resource, reference: resource }],
  [`${linkTo(resource)}_all`, { type: 'references', label: resource, reference: resource }],
]
const REFERABLE = Object.keys(RESOURCES).filter(name => name !== 'orders')

/** The files of the resources that config describes. */
export const DESCRIBED = {
  places: fileOf(),
  quotes: fileOf({
    lines: { type: 'children', label: 'lines', reference: 'quote-lines', by: 'quote', fields: ['name'] },
  }),
  'quote-lines': fileOf({ quote: { type: 'reference', label: 'quote', reference: 'quotes' } }),
  links: fileOf(Object.fromEntries(REFERABLE.flatMap(linksTo))),
}

const resources = Object.fromEntries(
  Object.entries(RESOURCES).map(([name, { rule }]) => [name, { rows: rule }]),
)
const ROLES = {
  narrow: { label: 'row rules', level: 'master', resources },
  staff: { label: 'row rules, of a vendor', level: 'vendor', resources },
  closed: {
    label: 'no lists',
    level: 'master',
    resources: { '*': { access: { list: false, show: false, delete: false } } },
  },
} as const

export const compileWithRoles = () =>
  compileWith({
    ...Object.fromEntries(Object.entries(DESCRIBED).map(([name, file]) => [`resources/${name}.json`, file])),
    'roles.json': { roles: ROLES },
  })

/** Adds both records of each resource, all of the provider, each with a row of history. Returns their ids. */
export async function fillResources(db: Db): Promise<Record<string, Record<Side, Id>>> {
  const ids: Record<string, Record<Side, Id>> = {}
  for (const [index, side] of SIDES.entries()) {
    const name = NAMES[side]
    const id = 100 + index
    const record = (resource: string, data: object = {}) =>
      insertRow(db, 'records', { resource, data: JSON.stringify({ name, ...data }) })
    await insertRow(db, 'vendors', { id, name })
    await insertRow(db, 'models', { id, name })
    // The model and batch of all records are inside the rules: only the rule of its own resource hides a record.
    await insertRow(db, 'batches', { id, name, model_id: 100 })
    await insertRow(db, 'bunches', { id, name, batch_id: 100 })
    const content = JSON.stringify({ Type: 'none' })
    await insertRow(db, 'methods', { id, code: RESOURCES.methods!.shownAs[side], caption: name, content })
    const email = `${index}@${WORD}.test`
    await insertRow(db, 'clients', { id, name, zone: name, email, level: 1, password_hash: null })
    const sido = side === 'inside' ? 'KR-11' : 'KR-41'
    await insertRow(db, 'devices', { id: IMEIS[side], isdn: PHONES[side], model_id: 100, sido })
    const order = { sender_name: 'sender', code: 'reboot', caption: 'reboot', theme: 'device' as const }
    await insertRow(db, 'orders', { id, ...order, title: name, waiting: 1 })
    const target = { order_id: id, device_id: IMEIS.inside, number: PHONES.inside }
    await insertRows(db, 'order_targets', [target])
    const quote = await record('quotes')
    const otherIds: Record<string, Id> = {
      devices: IMEIS[side],
      places: await record('places'),
      quotes: quote,
      'quote-lines': await record('quote-lines', { quote }),
    }
    for (const [resource, { shownAs }] of Object.entries(RESOURCES)) {
      ids[resource] = { ...ids[resource]!, [side]: otherIds[resource] ?? id }
      const entry = { action: 'changed', resource, record: String(ids[resource]![side]) }
      const label = shownAs[side]
      await insertRows(db, 'history', [{ ...entry, label, before: null, after: null } as never])
    }
  }
  return ids
}
