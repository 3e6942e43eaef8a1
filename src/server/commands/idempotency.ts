/** Executes a request once: a repeated one gets the response of the first (security 32). */
import { Refusal } from '../refusal'
import type { Db } from '../store/database'

export interface Repeatable {
  /** The header `Idempotency-Key`; without it every request is executed. */
  key: string | undefined
  /** The caller's account; keys are unique per account. */
  client: number
  /** Fingerprint of the request (`Tokens.fingerprint`). */
  fingerprint: string
  now: Date
  keptHours: number
}

const HOUR = 3_600_000
/** Up to 255 printable ASCII characters without spaces. */
const KEY = /^[\x21-\x7e]{1,255}$/

/**
 * Calls `act`, unless this account has sent the same request with this key before; then returns the earlier response.
 * The key is written in the transaction `tx`, so concurrent requests wait for the first one.
 *
 * @throws Refusal 400 for an invalid key, 422 if the key was used for a different request; also the errors of `act`,
 *   after which the key can be used again
 */
export async function idempotently<Answer>(
  tx: Db,
  repeat: Repeatable | undefined,
  act: () => Promise<Answer>,
): Promise<Answer> {
  if (repeat?.key === undefined) return act()
  const { key, client, fingerprint, now, keptHours } = repeat
  if (!KEY.test(key)) throw new Refusal(400, 'idempotency.key')
  await tx
    .deleteFrom('idempotency')
    .where('client_id', '=', client)
    .where('created', '<', new Date(now.getTime() - keptHours * HOUR))
    .execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency')
    .values({ client_id: client, key, request: fingerprint, created: now })
    .onConflict(conflict => conflict.columns(['client_id', 'key']).doNothing())
    .executeTakeFirst()
  const isFirst = Number(numInsertedOrUpdatedRows ?? 0) > 0
  if (isFirst) {
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
  if (earlier.request !== fingerprint) throw new Refusal(422, 'idempotency.otherRequest')
  return earlier.answer as Answer
}
