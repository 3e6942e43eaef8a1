/** Stores the parts of messages of devices that gateways did not understand. */
import { sql } from 'kysely'
import type { Misunderstood } from '../../../contract/deviceMessages'
import { announce } from '../../store/announce'
import { type Db, inTransaction } from '../../store/database'

export interface MisunderstoodMessage extends Omit<Misunderstood, 'at'> {
  imei: string
  at: Date
}

/**
 * Stores one message per device, the newest; each device occurs once in `messages`. A repeated fault is stored at most
 * once a minute.
 */
export function storeMisunderstood(db: Db, messages: readonly MisunderstoodMessage[]): Promise<void> {
  return inTransaction(db, async tx => {
    const { rows } = await sql<{ id: string }>`
      insert into device_misunderstood as kept (device_id, at, kind, reason, fields)
      select d.id, m.at, m.kind, m.reason, m.fields
      from json_to_recordset(${JSON.stringify(messages)}::json)
        as m (imei text, at timestamptz, kind text, reason text, fields text[])
      join devices d on d.id = m.imei order by d.id
      on conflict (device_id) do update
        set at = excluded.at, kind = excluded.kind, reason = excluded.reason, fields = excluded.fields
        where kept.at < excluded.at - interval '1 minute'
          or (kept.kind, kept.reason, kept.fields) is distinct from (excluded.kind, excluded.reason, excluded.fields)
      returning device_id as id`.execute(tx)
    await announce(tx, { resource: 'devices', ids: rows.map(({ id }) => id) })
  })
}
