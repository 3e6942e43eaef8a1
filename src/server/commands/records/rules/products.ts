/** Write rules of models, bunches and order methods. */
import { sql } from 'kysely'
import type { MethodContent } from '../../../../domain/methodInput'
import { OPEN_STATUSES } from '../../../../domain/orders'
import { isObject, isRecordId } from '../../../../domain/own'
import { valueAt } from '../../../../engine/recordValue'
import { schemaProblem } from '../../../../engine/valueObject/schemaProblem'
import { problem, Refusal } from '../../../refusal'
import { countRows } from '../../../store/counts'
import { readContent, type StoredContent, writeContent } from '../../../store/methodContent'
import { asId, isReferable } from '../../../store/records/references'
import type { StoredRow } from '../../../store/records/sources'
import { fieldColumns, integerColumn } from '../toRow'
import { countOwned, type RecordDraft, type WriteRules } from '../writeRules'

export const models: WriteRules = {
  table: 'models',
  blank: { name: '' },
  unique: { constraint: 'models_name', key: sql`lower(models.name)`, taken: problem('name', 'field.taken') },
  async columnsFor({ tenant, values, current }) {
    const { vendor } = values
    // A model belongs to the provider or to a vendor that makes devices (decision 25).
    const isNew = isRecordId(vendor) && vendor !== current?.vendor
    const isMaker = !isNew || (await isReferable(tenant, 'vendors', vendor, { maker: true }))
    return {
      columns: {
        ...fieldColumns('models', values),
        ...(typeof vendor === 'number' ? { vendor_id: Math.max(vendor, 0) } : {}),
      },
      ...(!isMaker && { problems: problem('vendor', 'record.notMaker') }),
    }
  },
  async refuseRemoval({ tenant, row: { id } }) {
    const devices = await countOwned(tenant, 'devices', 'model_id', id)
    const batches = await countOwned(tenant, 'batches', 'model_id', id)
    if (devices || batches) throw new Refusal(409, 'record.modelInUse', { devices, batches })
  },
}

export const bunches: WriteRules = {
  table: 'bunches',
  blank: { name: '' },
  columnsFor({ values, current }) {
    const { batch } = values
    // The batch cannot change: the bunch's devices belong to it.
    const isMoved = current !== undefined && batch !== undefined && batch !== current.batch
    return {
      columns: { ...fieldColumns('bunches', values), ...(current ? {} : { batch_id: asId(batch) }) },
      ...(isMoved && { problems: problem('batch', 'record.bunchStays') }),
    }
  },
  async refuseRemoval({ tenant, row: { id } }) {
    const devices = await countOwned(tenant, 'devices', 'bunch_id', id)
    if (devices) throw new Refusal(409, 'record.bunchInUse', { devices })
  },
}

export const methods: WriteRules = {
  table: 'methods',
  blank: { code: '', caption: '' },
  unique: { constraint: 'methods_pkey', key: sql`methods.code`, taken: problem('code', 'field.taken') },
  columnsFor(draft) {
    const content = contentOf(draft)
    return {
      columns: {
        ...fieldColumns('methods', draft.values),
        ...integerColumn(draft.values, 'position'),
        content: writeContent(content),
      },
      ...schemaProblems(content, draft),
    }
  },
  async refuseRemoval({ tenant, row }) {
    const orders = await countRows(
      tenant
        .unscoped('orders')
        .where('orders.code', '=', (row as StoredRow & { code: string }).code)
        .where('orders.status', 'in', OPEN_STATUSES),
    )
    if (orders) throw new Refusal(409, 'record.methodInUse', { orders })
  },
}

/** Checks a new schema, regardless of config: a command with an invalid schema could not be sent. */
function schemaProblems({ Type, Schema }: MethodContent, { config, row, values }: RecordDraft) {
  if (config.orderMethods[Type]?.value !== 'object') return {}
  // An unchanged schema is not checked: it may be older than the present rules.
  const before = contentBefore(row)
  if (before?.Type === Type && valueAt(values, 'content.Schema') === undefined) return {}
  const wrong = schemaProblem(Schema)
  return wrong ? { problems: problem('content.Schema', wrong.code, wrong.params) } : {}
}

function contentBefore(row: StoredRow | undefined): MethodContent | undefined {
  const stored = (row as { content?: StoredContent } | undefined)?.content
  return stored && readContent(stored)
}

/** The complete content: sent parts merged into the stored ones. */
function contentOf({ values, row, config }: RecordDraft): MethodContent {
  const before = contentBefore(row) ?? { Type: 'text' }
  const part = (name: keyof MethodContent): unknown => {
    const sent = valueAt(values, `content.${name}`)
    return sent === undefined ? before[name] : sent
  }
  const value = part('Value')
  const holder = part('Holder')
  const schema = part('Schema')
  const danger = part('Danger')
  const sent = part('Type')
  const type = typeof sent === 'string' ? sent : before.Type
  return {
    Type: type,
    ...(Array.isArray(value) && value.length > 0 ? { Value: value } : {}),
    ...(typeof holder === 'string' && holder !== '' ? { Holder: holder } : {}),
    ...(danger === true ? { Danger: true } : {}),
    ...(isObject(schema) && config.orderMethods[type]?.value === 'object' ? { Schema: schema } : {}),
  }
}
