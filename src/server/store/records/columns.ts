/**
 * Fields that a table of the product keeps in columns, as SQL in a query whose rows are called `row`. Every other field is read
 * from the JSON of the row (`recordFields`).
 */
import { type RawBuilder, sql } from 'kysely'
import { LEVEL_NAMES } from '../../../domain/authority'
import type { CompiledConfig, Locale } from '../../../engine/compiled'
import type { DerivationName } from '../../../engine/registry'
import { pick } from '../../../engine/text'

/** How values compare. */
export type Comparison = 'text' | 'number' | 'boolean' | 'time' | 'list'

export interface Column {
  value: RawBuilder<unknown>
  compares: Comparison
  /** Some rows have none. */
  nullable?: true
}

export type Columns = Readonly<Record<string, Column>>

const column =
  (compares: Comparison, nullable?: true) =>
  (name: string): Column => ({ value: sql.ref(`row.${name}`), compares, ...(nullable && { nullable }) })
const text = column('text')
const number = column('number')
const flag = column('boolean')
const time = column('time')
const maybeTime = column('time', true)

/** By resource and field on the wire. */
const COLUMNS: Readonly<Record<string, Columns>> = {
  vendors: {
    name: text('name'),
    brn: text('brn'),
    comment: text('comment'),
    addr: text('addr'),
    post: text('post'),
    page: text('page'),
    active: flag('active'),
    maker: flag('maker'),
    paid: flag('paid'),
    expired: maybeTime('expired'),
    created: time('created'),
    updated: time('updated'),
  },
  clients: {
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    zone: text('zone'),
    duty: text('duty'),
    comment: text('comment'),
    level: number('level'),
    vendor: number('vendor_id'),
    vendor_name: text('vendor_name'),
    vendor_paid: flag('vendor_paid'),
    vendor_expired: maybeTime('vendor_expired'),
    active: flag('active'),
    paid: flag('paid'),
    expired: maybeTime('expired'),
    created: time('created'),
    updated: time('updated'),
  },
  batches: {
    name: text('name'),
    comment: text('comment'),
    model: number('model_id'),
    model_name: text('model_name'),
    vendor: number('vendor_id'),
    maker: text('maker'),
    devices: number('devices'),
    created: time('created'),
    updated: time('updated'),
  },
  models: { name: text('name'), vendor: number('vendor_id') },
  bunches: { name: text('name'), batch: number('batch_id') },
  methods: { code: text('code'), caption: text('caption'), position: number('position') },
}

/** The columns of a resource; none where it has no table of its own. */
export function columnsOf(config: CompiledConfig, resource: string, locale: Locale): Columns {
  const columns = Object.hasOwn(COLUMNS, resource) ? COLUMNS[resource]! : {}
  return resource === 'clients' ? { ...columns, level_name: levelName(config, locale) } : columns
}

/** What lists show in place of a field's own value (`engine/shown`). */
export const SHOWN: Readonly<Record<DerivationName, Column | undefined>> = {
  // Of devices, which have a query of their own (`deviceFields`).
  connectivity: undefined,
  clientPaid: {
    value: sql`("row".paid or ("row".vendor_id <> 0 and "row".vendor_paid))`,
    compares: 'boolean',
  },
  clientExpired: {
    value: sql`(case when "row".vendor_id <> 0 then "row".vendor_expired else "row".expired end)`,
    compares: 'time',
    nullable: true,
  },
}

/** `domain/authority` `levelName` with the labels of config: the highest level that the number reaches. */
function levelName({ levels }: CompiledConfig, locale: Locale): Column {
  const cases = LEVEL_NAMES.toReversed().map(
    name =>
      sql`when "row".level >= ${levels.numbers[name]}::integer then ${pick(levels.labels[name], locale)}::text`,
  )
  return { value: sql`(case ${sql.join(cases, sql` `)} else '' end)`, compares: 'text' }
}
