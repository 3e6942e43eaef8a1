/** The signal of a device over time, in at most `MOST_SIGNAL_POINTS` points. */
import { sql } from 'kysely'
import { MAX_SIGNAL_POINTS, type SignalHistory, type SignalPoint } from '../../../contract/devicePage'
import type { Tenant } from '../tenancy'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long a point may last, in seconds. */
const WIDTHS = [5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR, DAY, 7 * DAY]

/** The shortest points of which not too many fit into the time. The first and the last may lie in it partly. */
function widthOf(seconds: number): number {
  const fits = (width: number) => seconds / width <= MAX_SIGNAL_POINTS - 2
  return WIDTHS.find(fits) ?? Math.ceil(seconds / (MAX_SIGNAL_POINTS - 2) / DAY) * DAY
}

/**
 * Measurements of all grains lie in the points of their time, each with the weight of its samples, so that it does not
 * matter which part of the time is kept raw, by hour or by day. A point lasts as long as the coarsest grain in it.
 */
export async function signalHistory(
  tenant: Tenant,
  device: string,
  { from, to }: { from: Date; to: Date },
): Promise<SignalHistory> {
  const width = widthOf((to.getTime() - from.getTime()) / 1000)
  const at = sql.ref('device_signals.at')
  const points = tenant
    .signals()
    .where('device_signals.device_id', '=', device)
    .where('device_signals.at', '>=', from)
    .where('device_signals.at', '<', to)
    // 0 is no signal.
    .where('device_signals.rsrp', '<>', 0)
    .select([
      sql<number>`(floor(extract(epoch from ${at}) / ${width}::integer) * ${width}::integer)::bigint`.as(
        'start',
      ),
      sql<number>`(sum(device_signals.rsrp::bigint * samples)::numeric / sum(samples))::double precision`.as(
        'rsrp',
      ),
      sql<number>`min(rsrp_min)::integer`.as('min'),
      sql<number>`max(rsrp_max)::integer`.as('max'),
      sql<number>`greatest(${width}::integer,
        case max(grain) when 0 then 0 when 1 then ${HOUR}::integer else ${DAY}::integer end)`.as('seconds'),
    ])
    .groupBy('start')
  const rows = await tenant
    .from(points)
    .selectAll()
    .select([
      sql<number | null>`lag("row".start + "row".seconds) over (order by "row".start)::double precision`.as(
        'before',
      ),
    ])
    .orderBy('row.start')
    .execute()
  const ends = rows.filter(({ before, start }) => before !== null && start - before > width)
  const interrupted = await interruptions(tenant, device, ends)
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    points: rows.map(
      ({ start, seconds, rsrp, min, max }): SignalPoint => ({
        at: new Date(start * 1000).toISOString(),
        seconds,
        min,
        max,
        rsrp: Math.round(rsrp * 10) / 10,
        gap: interrupted.has(start),
      }),
    ),
  }
}

/** The stretches without a measurement in which the device was not connected all the time, by their end. */
async function interruptions(
  tenant: Tenant,
  device: string,
  stretches: readonly { before: number | null; start: number }[],
): Promise<ReadonlySet<number>> {
  if (stretches.length === 0) return new Set()
  const ends = sql`${stretches.map(({ before }) => before)}::double precision[]`
  const starts = sql`${stretches.map(({ start }) => start)}::double precision[]`
  const connections = tenant
    .connections()
    .where('device_connections.device_id', '=', device)
    .select(['device_connections.linked', 'device_connections.closed'])
  // The connection that had begun last before the stretch must still have been there at its end.
  const rows = await tenant
    .from(sql<{ start: number }>`(
      select s.start from unnest(${ends}, ${starts}) as s (before, start)
      where not coalesce((
        select coalesce(c.closed >= to_timestamp(s.start), true) from (${connections}) c
        where c.linked <= to_timestamp(s.before) order by c.linked desc limit 1), false))`)
    .selectAll()
    .execute()
  return new Set(rows.map(({ start }) => start))
}
