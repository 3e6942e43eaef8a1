/** Reads the signal history of a device, aggregated to at most `MAX_SIGNAL_POINTS` points. */
import { sql } from 'kysely'
import { MAX_SIGNAL_POINTS, type SignalHistory, type SignalPoint } from '../../../contract/devicePage'
import type { Tenant } from '../tenancy'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The durations that a point of the history may have, in seconds. */
const POINT_SECONDS = [5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR, DAY, 7 * DAY]

/**
 * The shortest duration with which a period has at most `MAX_SIGNAL_POINTS` points. Points begin at multiples of the
 * duration, so there may be one more at each end.
 */
function pointSecondsFor(seconds: number): number {
  const fits = (duration: number) => seconds / duration <= MAX_SIGNAL_POINTS - 2
  return POINT_SECONDS.find(fits) ?? Math.ceil(seconds / (MAX_SIGNAL_POINTS - 2) / DAY) * DAY
}

/**
 * Reads the points of a period. Older measurements are stored only by hour or by day (`grain` 1 or 2). Each is weighted
 * by its number of samples, so that all grains can be mixed in one point. A point lasts at least as long as the
 * coarsest grain in it.
 */
export async function signalHistory(
  tenant: Tenant,
  device: string,
  { from, to }: { from: Date; to: Date },
): Promise<SignalHistory> {
  const pointSeconds = pointSecondsFor((to.getTime() - from.getTime()) / 1000)
  const at = sql.ref('device_signals.at')
  const points = tenant
    .signals()
    .where('device_signals.device_id', '=', device)
    .where('device_signals.at', '>=', from)
    .where('device_signals.at', '<', to)
    // 0 means that the device had no signal.
    .where('device_signals.rsrp', '<>', 0)
    .select([
      sql<number>`(floor(extract(epoch from ${at}) / ${pointSeconds}::integer) * ${pointSeconds}::integer)::bigint`.as(
        'start',
      ),
      sql<number>`(sum(device_signals.rsrp::bigint * samples)::numeric / sum(samples))::double precision`.as(
        'rsrp',
      ),
      sql<number>`min(rsrp_min)::integer`.as('min'),
      sql<number>`max(rsrp_max)::integer`.as('max'),
      sql<number>`greatest(${pointSeconds}::integer,
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
  const gaps = rows.filter(({ before, start }) => before !== null && start - before > pointSeconds)
  const interruptedAt = await findInterruptions(tenant, device, gaps)
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    points: rows.map(
      ({ start, seconds, rsrp, min, max }): SignalPoint => ({
        at: new Date(start * 1000).toISOString(),
        seconds,
        min,
        max,
        // One decimal.
        rsrp: Math.round(rsrp * 10) / 10,
        gap: interruptedAt.has(start),
      }),
    ),
  }
}

/**
 * Finds the gaps in which the device was not connected all the time.
 *
 * @param gaps each from `before` to `start`, in seconds since 1970
 * @returns their `start`
 */
async function findInterruptions(
  tenant: Tenant,
  device: string,
  gaps: readonly { before: number | null; start: number }[],
): Promise<ReadonlySet<number>> {
  if (gaps.length === 0) return new Set()
  const ends = sql`${gaps.map(({ before }) => before)}::double precision[]`
  const starts = sql`${gaps.map(({ start }) => start)}::double precision[]`
  const connections = tenant
    .connections()
    .where('device_connections.device_id', '=', device)
    .select(['device_connections.linked', 'device_connections.closed'])
  // No interruption if the last connection that began before the gap was still open at its end.
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
