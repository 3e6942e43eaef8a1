/** What a fleet is made of: models of devices, bunches of batches, and the order methods that devices understand. */
import type { MethodContent } from '../../../../domain/methodInput'
import { OPEN_STATUSES } from '../../../../domain/orders'
import { isRecordId } from '../../../../domain/recordId'
import { valueAt } from '../../../../engine/conditions'
import { problem, Refusal } from '../../../refusal'
import { countRows } from '../../../store/counts'
import { asId, isReferable } from '../../../store/records/references'
import type { StoredRow } from '../../../store/records/sources'
import { fieldColumns, integerColumn } from '../toRow'
import { countOwned, type Draft, type WriteRules } from '../writeRules'

export const models: WriteRules = {
  table: 'models',
  blank: { name: '' },
  unique: { index: 'models_name', taken: problem('name', 'field.taken') },
  async columnsFor({ tenant, values, current }) {
    const { vendor } = values
    // A model belongs to the provider or to a vendor that makes devices (decision 25).
    const isNew = isRecordId(vendor) && vendor !== current?.vendor
    const isMade = !isNew || (await isReferable(tenant, 'vendors', vendor, { maker: true }))
    return {
      columns: {
        ...fieldColumns('models', values),
        ...(typeof vendor === 'number' ? { vendor_id: Math.max(vendor, 0) } : {}),
      },
      ...(!isMade && { problems: problem('vendor', 'record.notMaker') }),
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
    // Its devices are devices of its batch.
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
  unique: { index: 'methods_pkey', taken: problem('code', 'field.taken') },
  columnsFor: draft => ({
    columns: {
      ...fieldColumns('methods', draft.values),
      ...integerColumn(draft.values, 'position'),
      content: JSON.stringify(contentOf(draft)),
    },
  }),
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

/** The content is written as a whole: what was sent, over what there was. Config may name it whole or by its parts. */
function contentOf({ values, row }: Draft): MethodContent {
  const before = (row as { content?: MethodContent } | undefined)?.content ?? { Type: 'text' }
  const part = (name: keyof MethodContent): unknown => {
    const sent = valueAt(values, `content.${name}`)
    return sent === undefined ? before[name] : sent
  }
  const [type, value, holder] = [part('Type'), part('Value'), part('Holder')]
  return {
    Type: typeof type === 'string' ? type : before.Type,
    ...(Array.isArray(value) && value.length > 0 ? { Value: value } : {}),
    ...(typeof holder === 'string' && holder !== '' ? { Holder: holder } : {}),
  }
}
