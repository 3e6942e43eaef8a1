/** Stores the telemetry of devices, some hundred per statement. */
import { sql } from 'kysely'
import type { DeviceTelemetry } from '../../../contract/deviceMessages'
import { announce } from '../../store/announce'
import { type Db, inTransaction } from '../../store/database'

/** The latest telemetry of a device; its position is already mapped to a province. */
export interface Telemetry extends Omit<DeviceTelemetry, 'position'> {
  device: string
  at: Date
  /** Whether to add the signal to the signal history. */
  isSignalDue: boolean
}

/**
 * Stores the newest values and the history of the signal; each device occurs once. Unchanged values are not written,
 * and no index contains a value that changes all the time (decision 298). The statement reads only the row that it
 * updates, so that a concurrent save of the device is not overwritten.
 */
export function storeTelemetry(db: Db, telemetry: readonly Telemetry[]): Promise<void> {
  return inTransaction(db, async tx => {
    const reported = sql`
      select * from json_to_recordset(${JSON.stringify(telemetry)}::json) as h (device text, at timestamptz, "isSignalDue" boolean, rsrp integer,
        band integer, apn text, version text, release text, edition text, province text)`
    await sql`
      insert into device_signals (device_id, grain, at, rsrp, rsrp_min, rsrp_max, band)
      select d.id, 0, h.at, h.rsrp, h.rsrp, h.rsrp, coalesce(h.band, d.modem_band)
      from (${reported}) h join devices d on d.id = h.device where h."isSignalDue" and h.rsrp is not null
      on conflict do nothing`.execute(tx)
    const { rows } = await sql<{ id: string }>`
      update devices d set modem_rsrp = coalesce(h.rsrp, d.modem_rsrp), modem_band = coalesce(h.band, d.modem_band),
        modem_apn = coalesce(h.apn, d.modem_apn), version = coalesce(h.version, d.version),
        release = coalesce(h.release, d.release), edition = coalesce(h.edition, d.edition), sido = coalesce(h.province, d.sido)
      from (${reported}) h
      where d.id = h.device
        and (d.modem_rsrp, d.modem_band, d.modem_apn, d.version, d.release, d.edition, d.sido) is distinct from (
          coalesce(h.rsrp, d.modem_rsrp), coalesce(h.band, d.modem_band), coalesce(h.apn, d.modem_apn),
          coalesce(h.version, d.version), coalesce(h.release, d.release), coalesce(h.edition, d.edition),
          coalesce(h.province, d.sido))
      returning d.id`.execute(tx)
    await announce(tx, { resource: 'devices', ids: rows.map(({ id }) => id) })
  })
}
