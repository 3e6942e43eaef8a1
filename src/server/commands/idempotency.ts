/** A repeated request is answered with what the first one got, and done once (security 32). */
import { Refusal } from '../refusal'
import type { Db } from '../store/database'

export interface Repeatable {
  /** The header `Idempotency-Key`; without one nothing is remembered. */
  key: string | undefined
  /** The account that asks: keys of different accounts have nothing to do with each other. */
  client: number
  /** Fingerprint of what is asked (`Tokens.fingerprint`). */
  asked: string
  now: Date
  keptHours: number
}

const HOUR = 3_600_000
const KEY = /^[\x21-\x7e]{1,255}$/

/**
 * Does it, in the transaction `tx`, unless the same account has asked the same with this key before; then gives the
 * answer of that time. Of requests at once one does it and the others wait: the key is written in the same transaction.
 *
 * @throws Refusal 400 for an unreadable key, 422 when the key came with another request; and whatever `act` throws,
 *   after which the key is as good as unused
 */
export async function idempotently<Answer>(
  tx: Db,
  { key, client, asked, now, keptHours }: Repeatable,
  act: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return act()
  if (!KEY.test(key)) throw new Refusal(400, 'idempotency.key')
  await tx
    .deleteFrom('idempotency')
    .where('client_id', '=', client)
    .where('created', '<', new Date(now.getTime() - keptHours * HOUR))
    .execute()
  const { numInsertedOrUpdatedRows: fresh } = await tx
    .insertInto('idempotency')
    .values({ client_id: client, key, request: asked, created: now })
    .onConflict(conflict => conflict.columns(['client_id', 'key']).doNothing())
    .executeTakeFirst()
  if (fresh) {
    const answer = await act()
    await tx
      .updateTable('idempotency')
      .set({ answer: JSON.stringify(answer) })
      .where('client_id', '=', client)
      .where('key', '=', key)
      .execute()
    return answer
  }
  const earlier = await tx
    .selectFrom('idempotency')
    .select(['request', 'answer'])
    .where('client_id', '=', client)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (earlier.request !== asked) throw new Refusal(422, 'idempotency.otherRequest')
  return earlier.answer as Answer
}
