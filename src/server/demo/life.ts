/**
 * Generates the past of the demo devices: connections of the last weeks, and the signal while they were connected, by
 * hour for the last day and by day before. SQL derives it from the devices, so that the same fleet has the same past.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../store/database'

/** A pseudorandom number in [0, 1) that depends only on the text: the last 20 bits of its hash. */
const chance = (text: RawBuilder<unknown>) => sql`((hashtext(${text}) & 1048575) / 1048576.0)`

/** The number of connections before the last one. Each begins six or seven days before the next, and is shorter. */
const EARLIER_CONNECTIONS = 2

/** Adds connections and signals of all devices. @param now the present of the demo */
export async function addLives(tx: Db, now: Date): Promise<void> {
  // PostgreSQL overestimates the statements below: compiling them would take longer than running them.
  await sql`set local jit = off`.execute(tx)
  await sql`
    insert into device_connections (device_id, session, linked, closed)
    select d.id, 'demo-0', d.linked, case when not d.online then d.closed end from devices d where d.linked is not null
    union all
    select d.id, 'demo-' || n, begun, case
        when n = 1 and d.online and d.closed is not null then d.closed
        else begun + (2 + 3 * ${chance(sql`'to' || n || d.id`)}) * interval '1 day' end
    from devices d cross join generate_series(1, ${EARLIER_CONNECTIONS}::integer) n
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

interface SignalPeriod {
  /** 1: rows per hour, 2: rows per day. */
  grain: 1 | 2
  /** How long a row of the grain lasts. */
  seconds: number
  /** Only every n-th row is inserted, so that the first start takes less time. */
  every: number
  from: Date
  to: Date
}

/** Adds a signal that oscillates around the device's last one, for each whole hour or day of its connections. */
async function addSignals(tx: Db, { grain, seconds, every, from, to }: SignalPeriod): Promise<void> {
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
