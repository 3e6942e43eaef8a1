/** Models of devices. */
import { isRecordId } from '../../../../domain/recordId'
import { Refusal } from '../../../refusal'
import { touched } from '../conflict'
import { textsOf } from '../recordColumns'
import { uniqueBut } from '../uniqueBut'
import { type Keeper, type Kept, NONE, problem, taken } from './keeper'

export const models: Keeper = {
  /** A model belongs to the provider or to a vendor that makes devices (decision 25). */
  async check(tenant, { vendor }, current) {
    // What is no id at all is refused by the validator.
    if (!isRecordId(vendor) || vendor === current?.vendor) return NONE
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

function columnsOfModel(values: Kept['values']) {
  const { vendor } = values
  return {
    ...textsOf(values, ['name']),
    ...(typeof vendor === 'number' ? { vendor_id: Math.max(vendor, 0) } : {}),
  }
}
