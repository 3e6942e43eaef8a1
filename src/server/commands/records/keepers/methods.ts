/** Order methods: what devices can be told to do. */
import type { MethodContent } from '../../../../domain/methodInput'
import { valueAt } from '../../../../engine/conditions'
import { Refusal } from '../../../refusal'
import { touched } from '../conflict'
import { textsOf } from '../recordColumns'
import { uniqueBut } from '../uniqueBut'
import { type Keeper, type Kept, taken } from './keeper'

export const methods: Keeper = {
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
