/** Stores how devices are, in statements of some hundred. */
import { sql } from 'kysely'
import type { DeviceTelemetry } from '../../../contract/deviceMessages'
import { announce } from '../../store/announce'
import { type Db, inTransaction } from '../../store/database'

/** What a device last said about itself; its place is a province already. */
export interface Telemetry extends Omit<DeviceTelemetry, 'position'> {
  device: string
  at: Date
  /** Whether the signal goes into its history. */
  kept: boolean
}

/**
 * Stores the newest values and the history of the signal. A device stands in it once. What has not changed is not written, and what changes
 * all the time is in no index (decision 298).
 */
export function storeTelemetry(db: Db, said: readonly Telemetry[]): Promise<void> {
  return inTransaction(db, async tx => {
    const heard = sql`
      select * from json_to_recordset(${JSON.stringify(said)}::json) as h (device text, at timestamptz, kept boolean, rsrp integer,
        band integer, apn text, version text, release text, edition text, province text)`
    await sql`
      insert into device_signals (device_id, grain, at, rsrp, rsrp_min, rsrp_max, band)
      select d.id, 0, h.at, h.rsrp, h.rsrp, h.rsrp, coalesce(h.band, d.modem_band)
      from (${heard}) h join devices d on d.id = h.device where h.kept and h.rsrp is not null
      on conflict do nothing`.execute(tx)
    const { rows } = await sql<{ id: string }>`
      with heard as materialized (${heard}),
      news as (
        select d.id, coalesce(h.rsrp, d.modem_rsrp) as rsrp, coalesce(h.band, d.modem_band) as band,
          coalesce(h.apn, d.modem_apn) as apn, coalesce(h.version, d.version) as version,
          coalesce(h.release, d.release) as release, coalesce(h.edition, d.edition) as edition,
          coalesce(h.province, d.sido) as sido
        from heard h join devices d on d.id = h.device
      )
      update devices d set modem_rsrp = n.rsrp, modem_band = n.band, modem_apn = n.apn, version = n.version,
        release = n.release, edition = n.edition, sido = n.sido
      from news n where d.id = n.id and (d.modem_rsrp, d.modem_band, d.modem_apn, d.version, d.release, d.edition, d.sido)
        is distinct from (n.rsrp, n.band, n.apn, n.version, n.release, n.edition, n.sido)
      returning d.id`.execute(tx)
    await announce(tx, { resource: 'devices', ids: rows.map(({ id }) => id) })
  })
}
