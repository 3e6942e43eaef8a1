/** Aggregates the signal history of devices by hour and day as it gets older, and deletes the oldest. */
import { sql } from 'kysely'
import type { ServerSettings } from '../../../engine/compiled'
import type { Db } from '../../store/database'
import { deleteInSteps } from '../deleteInSteps'

type Retention = Pick<ServerSettings['gateway'], 'rawHours' | 'hourlyDays' | 'dailyDays' | 'connectionDays'>

const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * Merges raw signals (grain 0) into hourly rows (1) and hourly into daily rows (2); deletes old daily rows and
 * connections.
 */
export async function thinDeviceHistory(db: Db, retention: Retention, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await mergeSignals(db, { from: 0, to: 1, unit: 'hour', end: before(retention.rawHours * HOUR) })
  await mergeSignals(db, { from: 1, to: 2, unit: 'day', end: before(retention.hourlyDays * DAY) })
  await deleteInSteps(db, sql`device_signals`, sql`grain = 2 and at < ${before(retention.dailyDays * DAY)}`)
  await deleteInSteps(
    db,
    sql`device_connections`,
    sql`closed is not null and linked < ${before(retention.connectionDays * DAY)}`,
  )
}

interface Merging {
  /** The grain of the rows to merge, and the grain of the merged rows. */
  from: 0 | 1
  to: 1 | 2
  unit: 'hour' | 'day'
  /** Only hours or days that end before this time are merged. */
  end: Date
}

/**
 * Merges complete hours or days one at a time, for the devices with one last digit per statement, so that other
 * requests are served in between. Each statement deletes the rows that it merges, so a crash cannot count a row twice.
 */
async function mergeSignals(db: Db, { from, to, unit, end }: Merging): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ since: Date }>`
      select date_trunc(${unit}::text, min(at), 'UTC') as since from device_signals where grain = ${from}::smallint
      having date_trunc(${unit}::text, min(at), 'UTC') + ${`1 ${unit}`}::interval <= ${end}`.execute(db)
    if (!rows[0]) return
    const { since } = rows[0]
    for (let digit = 0; digit < 10; digit++)
      await sql`
        with merged as (
          delete from device_signals where grain = ${from}::smallint
            and at >= ${since}::timestamptz and at < ${since}::timestamptz + ${`1 ${unit}`}::interval
            and right(device_id, 1) = ${String(digit)}
          returning *
        )
        insert into device_signals as kept (device_id, grain, at, rsrp, rsrp_min, rsrp_max, band, samples)
        select device_id, ${to}::smallint, ${since}::timestamptz,
          -- 0 means no signal, and is not averaged.
          coalesce(round(sum(rsrp * samples) filter (where rsrp <> 0)::numeric / sum(samples) filter (where rsrp <> 0)), 0),
          coalesce(min(rsrp_min) filter (where rsrp_min <> 0), 0), coalesce(max(rsrp_max) filter (where rsrp_max <> 0), 0),
          mode() within group (order by band), sum(samples)
        from merged group by device_id
        on conflict (device_id, grain, at) do update set rsrp_min = least(kept.rsrp_min, excluded.rsrp_min),
          rsrp_max = greatest(kept.rsrp_max, excluded.rsrp_max), samples = kept.samples + excluded.samples,
          rsrp = round((kept.rsrp * kept.samples + excluded.rsrp * excluded.samples)::numeric / (kept.samples + excluded.samples))`.execute(
        db,
      )
  }
}
