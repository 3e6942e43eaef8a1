/** Bunches, the subdivisions of batches. */
import { Refusal } from '../../../refusal'
import { touched } from '../conflict'
import { textsOf } from '../recordColumns'
import { type Keeper, NONE, problem } from './keeper'

export const bunches: Keeper = {
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
