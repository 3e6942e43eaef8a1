/** Where records in the dialect of ra-data-simple-rest are written: tables of their own, or the one for all that config describes. */

import { reaches } from '../../domain/authority'
import type { MethodContent } from '../../domain/methodInput'
import type { CompiledField, CompiledResource } from '../../engine/compiled'
import { valueAt } from '../../engine/conditions'
import type { Caller } from '../caller'
import { Refusal } from '../refusal'
import type { Db } from '../store/database'
import type { RecordRow } from '../store/recordRows'
import type { Extra } from '../store/schema'
import type { Tenant } from '../store/tenancy'
import type { Problems } from './acceptRecord'
import { touched } from './conflict'
import { textsOf } from './recordColumns'
import { uniqueBut } from './uniqueBut'

/** What is written of a record. */
export interface Kept {
  /** Fields of the contract that were sent. */
  values: Readonly<Record<string, unknown>>
  /** All fields that config has added, those of before too. */
  data: Extra
}

export interface Keeper {
  /** What no rule of config can know. `taken`: what was sent, by field. */
  check?(
    tenant: Tenant,
    taken: Readonly<Record<string, unknown>>,
    current: Readonly<Record<string, unknown>> | undefined,
  ): Promise<Problems>
  /** @returns the id */
  insert(db: Db, caller: Caller, kept: Kept): Promise<number>
  update(db: Db, caller: Caller, row: RecordRow, kept: Kept): Promise<void>
  /** @throws Refusal 409 `inUse…` while something needs it */
  remove(db: Db, row: RecordRow): Promise<void>
}

/** By the name of the resource; those of config alone are kept together. */
export function keeperOf(resource: CompiledResource): Keeper {
  return Object.hasOwn(KEEPERS, resource.name) ? KEEPERS[resource.name]! : common(resource)
}

const NONE: Problems = {}
const problem = (field: string, code: string): Problems => ({ [field]: { code, params: {} } })
const taken = (field: string) => problem(field, 'field.taken')

const models: Keeper = {
  /** A model belongs to the provider or to a vendor that makes devices (decision 25). */
  async check(tenant, { vendor }, current) {
    if (typeof vendor !== 'number' || vendor === 0 || vendor === current?.vendor) return NONE
    const maker = await tenant
      .vendors()
      .where('vendors.id', '=', vendor)
      .where('vendors.maker', '=', true)
      .select('vendors.id')
      .executeTakeFirst()
    return maker ? NONE : problem('vendor', 'record.notMaker')
  },
  async insert(db, _caller, { values, data }) {
    const { id } = await uniqueBut(
      'models_name',
      taken('name'),
      db
        .insertInto('models')
        .values({ name: '', ...columnsOfModel(values), extra: JSON.stringify(data) })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return id
  },
  async update(db, _caller, { id }, { values, data }) {
    await uniqueBut(
      'models_name',
      taken('name'),
      db
        .updateTable('models')
        .set({ ...columnsOfModel(values), extra: JSON.stringify(data), updated: touched })
        .where('id', '=', id)
        .execute(),
    )
  },
  async remove(db, { id }) {
    const { devices, batches } = await db
      .selectNoFrom(eb => [
        eb
          .selectFrom('devices')
          .where('model_id', '=', id)
          .select(e => e.fn.countAll<number>().as('count'))
          .as('devices'),
        eb
          .selectFrom('batches')
          .where('model_id', '=', id)
          .select(e => e.fn.countAll<number>().as('count'))
          .as('batches'),
      ])
      .executeTakeFirstOrThrow()
    if (devices || batches)
      throw new Refusal(409, 'record.modelInUse', { devices: devices ?? 0, batches: batches ?? 0 })
    await db.deleteFrom('models').where('id', '=', id).execute()
  },
}

const bunches: Keeper = {
  async insert(db, _caller, { values, data }) {
    const { id } = await db
      .insertInto('bunches')
      .values({
        name: '',
        ...textsOf(values, ['name']),
        batch_id: Number(values.batch),
        extra: JSON.stringify(data),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  /** A bunch stays in its batch: its devices are devices of that batch. */
  async check(_tenant, { batch }, current) {
    const moved = current !== undefined && batch !== undefined && batch !== current.batch
    return moved ? problem('batch', 'record.bunchStays') : NONE
  },
  async update(db, _caller, { id }, { values, data }) {
    await db
      .updateTable('bunches')
      .set({ ...textsOf(values, ['name']), extra: JSON.stringify(data), updated: touched })
      .where('id', '=', id)
      .execute()
  },
  async remove(db, { id }) {
    const { devices } = await db
      .selectFrom('devices')
      .where('bunch_id', '=', id)
      .select(eb => eb.fn.countAll<number>().as('devices'))
      .executeTakeFirstOrThrow()
    if (devices) throw new Refusal(409, 'record.bunchInUse', { devices })
    await db.deleteFrom('bunches').where('id', '=', id).execute()
  },
}

const methods: Keeper = {
  async insert(db, _caller, { values, data }) {
    const { id } = await uniqueBut(
      'methods_pkey',
      taken('code'),
      db
        .insertInto('methods')
        .values({
          code: '',
          caption: '',
          ...columnsOfMethod(values, { Type: 'text' }),
          extra: JSON.stringify(data),
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return id
  },
  async update(db, _caller, { id, data: before }, { values, data }) {
    const content = before.content as MethodContent
    await uniqueBut(
      'methods_pkey',
      taken('code'),
      db
        .updateTable('methods')
        .set({ ...columnsOfMethod(values, content), extra: JSON.stringify(data), updated: touched })
        .where('id', '=', id)
        .execute(),
    )
  },
  async remove(db, { id, data }) {
    const { orders } = await db
      .selectFrom('orders')
      .where('code', '=', String(data.code))
      .where('status', 'in', ['waiting', 'ongoing'])
      .select(eb => eb.fn.countAll<number>().as('orders'))
      .executeTakeFirstOrThrow()
    if (orders) throw new Refusal(409, 'record.methodInUse', { orders })
    await db.deleteFrom('methods').where('id', '=', id).execute()
  },
}

const KEEPERS: Readonly<Record<string, Keeper>> = { models, bunches, methods }

/** Records belong to the vendor of who made them; masters may say whose, where the resource has a reference `vendor`. */
function common({ name: resource, fields }: CompiledResource): Keeper {
  const vendorOf = ({ level, levels }: Caller, data: Extra): number | undefined => {
    const chosen = isVendor(fields.vendor) && reaches(level, 'master', levels) ? data.vendor : undefined
    return typeof chosen === 'number' && Number.isInteger(chosen) ? Math.max(chosen, 0) : undefined
  }
  return {
    async insert(db, caller, { data }) {
      const vendor = vendorOf(caller, data) ?? caller.vendor
      const { id } = await db
        .insertInto('records')
        .values({
          resource,
          vendor_id: vendor,
          maker_id: caller.id,
          data: JSON.stringify(isVendor(fields.vendor) ? { ...data, vendor } : data),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    async update(db, caller, row, { data }) {
      const vendor = vendorOf(caller, data) ?? row.vendor_id
      await db
        .updateTable('records')
        .set({
          vendor_id: vendor,
          data: JSON.stringify(isVendor(fields.vendor) ? { ...data, vendor } : data),
          updated: touched,
        })
        .where('id', '=', row.id)
        .execute()
    },
    async remove(db, { id }) {
      await db.deleteFrom('records').where('id', '=', id).execute()
    },
  }
}

const isVendor = (field: CompiledField | undefined) =>
  field?.type === 'reference' && field.reference === 'vendors'

function columnsOfModel(values: Kept['values']) {
  const { vendor } = values
  return {
    ...textsOf(values, ['name']),
    ...(typeof vendor === 'number' ? { vendor_id: Math.max(vendor, 0) } : {}),
  }
}

/** The content is written as a whole: what was sent, over what there was. Config may name it whole or by its parts. */
function columnsOfMethod(values: Kept['values'], before: MethodContent) {
  const part = (name: 'Type' | 'Value' | 'Holder'): unknown => {
    const sent = valueAt(values, `content.${name}`)
    return sent === undefined ? before[name] : sent
  }
  const [Type, Value, Holder] = [part('Type'), part('Value'), part('Holder')]
  const content = {
    Type: String(Type),
    ...(Array.isArray(Value) && Value.length > 0 ? { Value } : {}),
    ...(typeof Holder === 'string' && Holder !== '' ? { Holder } : {}),
  }
  const { position } = values
  return {
    ...textsOf(values, ['code', 'caption']),
    ...(typeof position === 'number' ? { position: Math.trunc(position) } : {}),
    content: JSON.stringify(content),
  }
}
