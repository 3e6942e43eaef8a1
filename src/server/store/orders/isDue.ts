/** When devices may get an order. */
import { type RawBuilder, sql } from 'kysely'

/** Whether an order, `o` in the query, may go to its devices: its start and hold are over, its end is not. */
export const isDue = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(coalesce(o.started, o.created) <= ${now} and coalesce(o.held_until, o.created) <= ${now}
    and (o.expired is null or o.expired > ${now}))`
