/**
 * What the devices of the demo lived through before it began: connections of the last weeks, and their signal while
 * they were connected, by hour for the last day and by day before it. The database makes it from the devices, so that
 * the same fleet has the same past.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../store/database'

/** A number from 0 up to but without 1, the same for the same text. */
const chance = (text: RawBuilder<unknown>) => sql`((hashtext(${text}) & 1048575) / 1048576.0)`

/** Connections before the last one: each some days before the next, and shorter than that. */
const EARLIER = 2

/** @param now the demo's present */
export async function addLives(tx: Db, now: Date): Promise<void> {
  // PostgreSQL takes the statements below for large ones: compiling them would take longer than running them.
  await sql`set local jit = off`.execute(tx)
  await sql`
    insert into device_connections (device_id, session, linked, closed)
    select d.id, 'demo-0', d.linked, case when not d.online then d.closed end from devices d where d.linked is not null
    union all
    select d.id, 'demo-' || n, begun, case
        when n = 1 and d.online and d.closed is not null then d.closed
        else begun + (2 + 3 * ${chance(sql`'to' || n || d.id`)}) * interval '1 day' end
    from devices d cross join generate_series(1, ${EARLIER}::integer) n
    cross join lateral (
      select d.linked - n * interval '6 days' - ${chance(sql`'from' || n || d.id`)} * interval '20 hours' as begun) c
    where d.linked is not null`.execute(tx)
  const yesterday = new Date(now.getTime() - DAY * 1000)
  const longAgo = new Date(now.getTime() - 16 * DAY * 1000)
  await addSignals(tx, { grain: 1, seconds: HOUR, every: 2, from: yesterday, to: now })
  await addSignals(tx, { grain: 2, seconds: DAY, every: 1, from: longAgo, to: yesterday })
}

const HOUR = 3_600
const DAY = 24 * HOUR

interface Stretch {
  grain: 1 | 2
  /** How long a row of the grain lasts. */
  seconds: number
  /** One row in so many: fewer make the first start shorter. */
  every: number
  from: Date
  to: Date
}

/** A walk about the signal that the device has, or had, through the whole hours or days of its connections. */
async function addSignals(tx: Db, { grain, seconds, every, from, to }: Stretch): Promise<void> {
  const units = (at: RawBuilder<unknown>) => sql`extract(epoch from ${at}) / ${seconds}::integer`
  const begun = sql`greatest(c.linked, ${from}::timestamptz)`
  const ended = sql`least(c.closed, ${to}::timestamptz)`
  await sql`
    insert into device_signals (device_id, grain, at, rsrp, rsrp_min, rsrp_max, band, samples)
    select id, ${grain}::integer, to_timestamp(n * ${seconds}::double precision), rsrp, rsrp - 3 - n % 3, rsrp + 2 + n % 4,
      modem_band, ${seconds / 60}::integer
    from (
      select d.id, d.modem_band, n, level + round(4 * sin(n * 0.26 + level) + 2 * sin(n * 1.7 + level))::integer as rsrp
      from device_connections c
      join (select id, modem_band, case when modem_rsrp <> 0 then modem_rsrp
        else -72 - (30 * ${chance(sql`id`)})::integer end as level from devices) d on d.id = c.device_id
      cross join lateral generate_series(
        ceil(${units(begun)})::integer, floor(${units(ended)})::integer - 1, ${every}::integer) n) walk`.execute(
    tx,
  )
}
