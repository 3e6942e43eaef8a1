/** Two people edit one record: the second is told, and shown what the first has saved (issue 3, bad input). */
import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '../../refusal'

/**
 * @param sent the `updated` that came with the save; a caller that does not know it overwrites
 * @param shown the record as it is, as the caller may see it
 * @throws Refusal 409 `conflict`
 */
export function refuseConflict(
  sent: string | undefined,
  row: { updated: Date },
  shown: () => Readonly<Record<string, unknown>>,
): void {
  if (!sent || new Date(sent).getTime() === row.updated.getTime()) return
  throw new Refusal(409, 'conflict', {}, { record: shown() })
}

/** The new `updated` of a row: later than the old one, also where a clock runs behind or two saves share a moment. */
export const touched: RawBuilder<Date> = sql<Date>`greatest(
  date_trunc('milliseconds', clock_timestamp()), updated + interval '1 millisecond')`
