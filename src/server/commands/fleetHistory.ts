/**
 * Records how many devices are online, lost (offline since less than an hour) and weak, by scope of callers and by part
 * of the fleet. A sweep reads all devices for this, so that screens need not; old rows are thinned.
 */
import { sql } from 'kysely'
import { readValue } from '../store/counts'
import { type Db, inTransaction } from '../store/database'
import { slotOf } from '../store/devices/fleetHistory'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Every row is kept for `FINE_MS`; then only the rows of full hours are, until `HOURLY_MS`. */
const FINE_MS = 2 * DAY
const HOURLY_MS = 35 * DAY

/** Of vendors and clients, only the ones with the most lost devices are recorded. */
const MAX_LOSERS = 10

/**
 * Records the present figures in the row of the current five minutes; later runs in the same five minutes update this
 * row. Does nothing while another process records.
 *
 * @param weakBelow the signal in dBm below which a device counts as weak
 */
export async function recordFleet(
  db: Db,
  { now, weakBelow }: { now: Date; weakBelow: number },
): Promise<void> {
  const lostSince = new Date(now.getTime() - HOUR)
  const at = slotOf(now)
  await inTransaction(db, async tx => {
    const lock = sql<boolean>`pg_try_advisory_xact_lock(hashtext(current_schema() || '.fleet_history'))`
    if (!(await readValue(tx, lock))) return
    await sql`
      with cells as materialized (
        select vendor_id, coalesce(client_id, 0) as client_id, model_id, coalesce(sido, '') as sido,
            count(*) as devices, count(*) filter (where online) as linked,
            count(*) filter (where not online and closed >= ${lostSince}) as lost,
            count(*) filter (where online and modem_rsrp <> 0 and modem_rsrp < ${weakBelow}::integer) as weak
          from devices group by 1, 2, 3, 4
      ), shares as (
        select scope, scope_id, part, key, sum(devices) as devices, sum(linked) as linked, sum(lost) as lost, sum(weak) as weak
          from cells,
            lateral (values ('all', 0), ('vendor', vendor_id), ('guest', case when client_id <> 0 then vendor_id end),
              ('client', nullif(client_id, 0))) as scopes(scope, scope_id),
            lateral (values ('', ''), ('sido', sido), ('model', model_id::text),
              ('vendor', case when scope = 'all' then vendor_id::text end),
              ('client', case when scope in ('vendor', 'guest') and client_id <> 0 then client_id::text end)
            ) as parts(part, key)
          where scope_id is not null and key is not null
          group by 1, 2, 3, 4 having part in ('', 'sido', 'model') or sum(lost) > 0
      ), ranked as (
        select *, row_number() over (partition by scope, scope_id, part order by lost desc, key) as rank from shares
      ), packed as (
        select scope, scope_id, part, sum(devices) as devices, sum(linked) as linked, sum(lost) as lost, sum(weak) as weak,
            jsonb_object_agg(key, jsonb_build_array(devices, linked, lost, weak)) as figures
          from ranked where part in ('', 'sido', 'model') or rank <= ${sql.lit(MAX_LOSERS)} group by 1, 2, 3
      )
      insert into fleet_history as kept (scope, scope_id, at, devices, linked, lost, weak, parts)
        select scope, scope_id, ${at}::timestamptz, max(devices) filter (where part = ''), max(linked) filter (where part = ''),
            max(lost) filter (where part = ''), max(weak) filter (where part = ''),
            jsonb_object_agg(part, figures) filter (where part <> '')
          from packed group by 1, 2
        on conflict (scope, scope_id, at) do update set devices = excluded.devices, linked = excluded.linked,
            lost = excluded.lost, weak = excluded.weak, parts = excluded.parts
          where (kept.devices, kept.linked, kept.lost, kept.weak, kept.parts)
            is distinct from (excluded.devices, excluded.linked, excluded.lost, excluded.weak, excluded.parts)`.execute(
      tx,
    )
  })
}

/** Deletes older rows except the rows of full hours, and the oldest rows altogether. */
export async function thinFleetHistory(db: Db, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await sql`
    delete from fleet_history where at < ${before(HOURLY_MS)}
      or (at < ${before(FINE_MS)} and at <> date_trunc('hour', at, 'UTC'))`.execute(db)
}
