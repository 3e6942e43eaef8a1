/** Two records of each kind that others refer to, one that all callers see and one that none but a master sees. */
import type { Db } from '../../src/server/store/database'
import { type ConfigFile, compileWith } from './config'
import { insertRow, insertRows, updateRows } from './rows'

type Id = number | string
export type Side = 'inside' | 'outside'
const SIDES: readonly Side[] = ['inside', 'outside']

/** Ids and names that occur nowhere else in a response. */
export const TARGETS: Readonly<Record<string, Record<Side, { id: Id; name: string }>>> = {
  devices: {
    inside: { id: '490154203237518', name: '01077110001' },
    outside: { id: '356938035643809', name: '01077220002' },
  },
  clients: { inside: { id: 771103, name: 'seen account' }, outside: { id: 772203, name: 'unseen account' } },
  vendors: { inside: { id: 1, name: 'seen vendor' }, outside: { id: 772204, name: 'unseen vendor' } },
  batches: { inside: { id: 771105, name: 'seen group' }, outside: { id: 772205, name: 'unseen group' } },
  places: { inside: { id: 771106, name: 'seen place' }, outside: { id: 772206, name: 'unseen place' } },
}

export const oneOf = (target: string) => `one_${target}`
export const allOf = (target: string) => `all_${target}`

/** Orders refer to nothing that their senders may not list. */
export const targetsOf = (resource: string): string[] =>
  resource === 'orders' ? LISTED : Object.keys(TARGETS)

/** Two fields for each target: to a record out of reach, and to several records of which one is in reach. */
const fieldsOf = (resource: string) =>
  Object.fromEntries(
    targetsOf(resource).flatMap(target => [
      [oneOf(target), { type: 'reference', label: `one ${target}`, reference: target }],
      [allOf(target), { type: 'references', label: `all ${target}`, reference: target }],
    ]),
  )
/** Accounts and vendors have no columns, because their lists are closed to guests. */
export const LISTED = ['devices', 'batches', 'places']
const COLUMNS = LISTED.flatMap(target => [{ field: oneOf(target) }, { field: allOf(target) }])
export const COLUMN_NAMES = COLUMNS.map(({ field }) => field)

const described = (more: object, columns: object[] = []) => ({
  label: 'records',
  recordName: 'name',
  source: { dialect: 'simple-rest' },
  access: { list: 'guest', show: 'guest', create: 'client', edit: 'client', delete: 'client' },
  fields: { name: { type: 'text', label: 'name' }, ...more },
  list: {
    columns: ['name', ...columns],
    filters: [{ name: 'q', type: 'search', label: 'search' }],
    export: 'guest',
  },
})

const refer = (resource: string) => (file: ConfigFile) => {
  Object.assign(file.fields, fieldsOf(resource))
  const columns = file.list.columns as unknown[]
  columns.push(...COLUMNS)
}

/** The resources whose records refer to the targets. */
const BUILT_IN = [
  'devices',
  'clients',
  'vendors',
  'batches',
  'models',
  'bunches',
  'methods',
  'orders',
] as const
export const REFERRING = [...BUILT_IN, 'links', 'remarks'] as const
export type Referring = (typeof REFERRING)[number]

/** A master with row rules for every kind of target. */
const ROLE = {
  label: 'some rows',
  level: 'master',
  resources: {
    devices: { rows: { field: 'sido', eq: 'KR-11' } },
    clients: { rows: { field: 'zone', eq: 'seen' } },
    vendors: { rows: { field: 'name', eq: TARGETS.vendors!.inside.name } },
    batches: { rows: { field: 'name', eq: TARGETS.batches!.inside.name } },
    places: { rows: { field: 'name', eq: TARGETS.places!.inside.name } },
  },
} as const

export const configOfReach = () =>
  compileWith({
    ...Object.fromEntries(BUILT_IN.map(name => [`resources/${name}.json`, refer(name)])),
    'resources/places.json': described({}),
    'resources/links.json': described(
      {
        ...fieldsOf('links'),
        remarks: {
          type: 'children',
          label: 'remarks',
          reference: 'remarks',
          by: 'link',
          fields: Object.keys(fieldsOf('remarks')),
        },
      },
      COLUMNS,
    ),
    'resources/remarks.json': described(
      { ...fieldsOf('remarks'), link: { type: 'reference', label: 'link', reference: 'links' } },
      COLUMNS,
    ),
    'roles.json': { roles: { rows: ROLE } },
  })

/** The values of the added fields. */
const referencesOf = (resource: string): Record<string, Id | Id[]> =>
  Object.fromEntries(
    targetsOf(resource).flatMap(target => {
      const { inside, outside } = TARGETS[target]!
      return [
        [oneOf(target), outside.id],
        [allOf(target), [outside.id, inside.id]],
      ]
    }),
  )
export const REFERENCES = referencesOf('links')

/** Adds targets and referring records of vendor 1; the device inside belongs to this account. Returns the ids. */
export async function fillReach(db: Db, client: number): Promise<Record<Referring, Id>> {
  const [extra, ofOrders] = [JSON.stringify(REFERENCES), JSON.stringify(referencesOf('orders'))]
  const { vendors, batches } = TARGETS
  const model = await insertRow(db, 'models', { name: 'model', extra } as never)
  await updateRows(db, 'vendors', { id: 1 }, { name: vendors!.inside.name, extra } as never)
  await insertRow(db, 'vendors', vendors!.outside as never)
  for (const [at, side] of SIDES.entries()) {
    const isSeen = side === 'inside'
    const vendor_id = vendors![side].id
    const referring = isSeen && { extra }
    const insert = (table: 'batches' | 'clients' | 'devices' | 'records', row: object) =>
      insertRow(db, table, { ...row, vendor_id } as never)
    await insert('batches', { ...batches![side], comment: 'group', model_id: model, ...referring })
    const account = { email: `${side}@test.local`, zone: isSeen ? 'seen' : 'unseen', level: 10 }
    await insert('clients', { ...TARGETS.clients![side], ...account, password_hash: null })
    const { id, name: isdn } = TARGETS.devices![side]
    const places = { model_id: model, batch_id: batches![side].id, sido: isSeen ? 'KR-11' : 'KR-41' }
    const client_id = isSeen ? client : null
    await insert('devices', { id, isdn, serial: String(at), client_id, ...places, ...referring })
    const { id: place, ...data } = TARGETS.places![side]
    await insert('records', { id: place, resource: 'places', data: JSON.stringify(data) })
  }
  await updateRows(db, 'clients', { id: client }, { extra, zone: 'seen' } as never)
  const batch_id = batches!.inside.id
  const bunch = await insertRow(db, 'bunches', { name: 'bunch', batch_id, extra } as never)
  const content = JSON.stringify({ Type: 'none' })
  const method = await insertRow(db, 'methods', { code: 'reach', caption: 'reach', content, extra } as never)
  const order = { sender_id: client, sender_name: 'sender', code: 'reach', caption: 'reach', title: 'reach' }
  const orders = await insertRow(db, 'orders', {
    ...order,
    theme: 'device',
    vendor_id: 1,
    waiting: 1,
    extra,
  } as never)
  const device = TARGETS.devices!.inside
  const target = { order_id: orders, device_id: device.id, number: device.name }
  await insertRows(db, 'order_targets', [target as never])
  const record = (resource: string, more: object = {}) => {
    const data = JSON.stringify({ name: 'record', ...REFERENCES, ...more })
    return insertRow(db, 'records', { resource, vendor_id: 1, maker_id: client, data } as never)
  }
  const links = await record('links')
  const ids: Record<Referring, Id> = {
    devices: device.id,
    clients: client,
    vendors: 1,
    batches: batch_id,
    models: model,
    bunches: bunch,
    methods: method,
    orders,
    links,
    remarks: await record('remarks', { link: links }),
  }
  for (const resource of REFERRING) {
    const values = resource === 'orders' ? ofOrders : extra
    const entry = { action: 'changed', resource, record: String(ids[resource]), label: 'changed' }
    await insertRows(db, 'history', [{ ...entry, vendor_id: 1, before: values, after: values } as never])
  }
  return ids
}
