/** Stores which devices are connected, some hundred per statement. */
import { sql } from 'kysely'
import { announce } from '../../store/announce'
import { type Db, inTransaction } from '../../store/database'
import { accessColumns } from '../../store/gateway/secrets'
import { inIds } from '../../store/sql'

/** A message about a connection, from the device or the broker (last will). */
export interface Presence {
  device: string
  session: string
  online: boolean
}

/**
 * Stores presence messages; the messages of one device in the given order. If an older connection of the device ends,
 * the device stays online.
 *
 * @returns the registered devices that have connected
 */
export function storePresence(
  db: Db,
  messages: readonly Presence[],
  now: Date,
): Promise<ReadonlySet<string>> {
  return inTransaction(db, async tx => {
    const registered = new Set<string>()
    const changed = new Set<string>()
    for (const round of roundsOf(messages)) {
      const begun = round.filter(({ online }) => online)
      for (const device of await openConnections(tx, begun, now)) {
        registered.add(device.id)
        if (device.changed) changed.add(device.id)
      }
      const ended = round.filter(({ online }) => !online)
      for (const id of await closeConnections(tx, ended, now)) changed.add(id)
    }
    await announce(tx, { resource: 'devices', ids: [...changed] })
    return registered
  })
}

/** Marks silent devices as offline, regardless of the session. @returns the number that were online */
export function markUnresponsiveOffline(db: Db, devices: readonly string[], now: Date): Promise<number> {
  if (devices.length === 0) return Promise.resolve(0)
  return inTransaction(db, async tx => {
    await sql`update device_connections set closed = ${now} where device_id = any(${devices}::text[]) and closed is null`.execute(
      tx,
    )
    const { rows } = await sql<{ id: string }>`
      update devices set online = false, closed = ${now} where ${inIds(sql`id`, devices)} and online returning id`.execute(
      tx,
    )
    await announce(tx, { resource: 'devices', ids: rows.map(({ id }) => id) })
    return rows.length
  })
}

/** Splits messages into rounds with at most one per device, since one statement cannot apply two in order. */
function roundsOf(messages: readonly Presence[]): Presence[][] {
  const rounds: Presence[][] = []
  const nextRoundOf = new Map<string, number>()
  for (const presence of messages) {
    const roundIndex = nextRoundOf.get(presence.device) ?? 0
    nextRoundOf.set(presence.device, roundIndex + 1)
    rounds[roundIndex] ??= []
    rounds[roundIndex].push(presence)
  }
  return rounds
}

/** The messages as the common table `reported`. */
const reportedTable = (messages: readonly Presence[]) =>
  sql`reported as materialized (
    select device, session from json_to_recordset(${JSON.stringify(messages)}::json) as h (device text, session text))`

/**
 * A device that reconnects all the time must not fill the table: after this many connections within `RECONNECTING`, the
 * next ones are counted in the row of the last connection, until the device has made no connection for that time.
 */
const SEPARATE_CONNECTIONS = 3
const RECONNECTING = sql`interval '1 minute'`

/**
 * Stores owner and secrets of a device with its connection. A session that was closed for silence is continued. A new
 * session takes owner and secrets from a session that has not ended, because it may use the same connection.
 *
 * - `registered` has the devices. `is_open` is true if the session is open already. `folded_linked` and
 *   `folded_session` name the row in which this connection is counted, because the device reconnects all the time
 * - `ended` closes the other open rows of the device
 * - `folded` counts the connection in the last row, and gives this row the new session
 * - `begun` inserts a row for any other new connection
 * - `linked` marks the devices as online
 *
 * @returns the registered devices; `changed` is false if the session was open already
 */
async function openConnections(tx: Db, messages: readonly Presence[], now: Date) {
  if (messages.length === 0) return []
  const { rows } = await sql<{ id: string; changed: boolean }>`
    with ${reportedTable(messages)},
    registered as materialized (
      select d.id, h.session, d.online and c.device_id is not null as is_open, f.linked as folded_linked, f.session as folded_session
      from reported h join devices d on d.id = h.device
      left join device_connections c on c.device_id = d.id and c.session = h.session and c.closed is null
      left join lateral (
        select latest.* from (
          select * from device_connections where device_id = d.id order by linked desc, closed desc nulls first limit 1
        ) latest
        where (latest.reconnected > ${now}::timestamptz - ${RECONNECTING} or ${SEPARATE_CONNECTIONS}::integer <= (
            select count(*) from device_connections recent
            where recent.device_id = d.id and recent.linked > ${now}::timestamptz - ${RECONNECTING}))
          -- The primary key would refuse the new session.
          and (latest.session = h.session or not exists (
            select from device_connections other
            where other.device_id = d.id and other.linked = latest.linked and other.session = h.session))
      ) f on true
    ),
    ended as (
      update device_connections c set closed = ${now}, owner = null, secrets = null from registered k
      where not k.is_open and c.device_id = k.id and c.closed is null
        and (c.linked, c.session) is distinct from (k.folded_linked, k.folded_session)
    ),
    folded as (
      update device_connections c set session = k.session, closed = null, reconnects = c.reconnects + 1, reconnected = ${now},
        owner = case when c.closed is null or c.session = k.session then coalesce(c.owner, a.owner) else a.owner end,
        secrets = case when c.closed is null or c.session = k.session then coalesce(c.secrets, a.secrets) else a.secrets end
      from registered k join devices d on d.id = k.id cross join lateral (select ${accessColumns('d', now)}) a
      where not k.is_open and c.device_id = k.id and c.linked = k.folded_linked and c.session = k.folded_session
    ),
    begun as (
      insert into device_connections (device_id, session, linked, owner, secrets)
      select k.id, k.session, ${now}::timestamptz, coalesce(l.owner, a.owner), coalesce(l.secrets, a.secrets)
      from registered k join devices d on d.id = k.id cross join lateral (select ${accessColumns('d', now)}) a
      left join lateral (
        select * from device_connections c where c.device_id = k.id order by c.linked desc limit 1
      ) l on l.session = k.session or l.closed is null
      where not k.is_open and k.folded_session is null
      on conflict (device_id, linked, session) do update set closed = null
    ),
    linked as (
      update devices d set online = true, linked = ${now}, closed = case when d.online then ${now}::timestamptz else d.closed end
      from registered k where d.id = k.id and not k.is_open
    )
    select id, not is_open as changed from registered`.execute(tx)
  return rows
}

/** @returns the ids of the devices that are offline now */
async function closeConnections(tx: Db, messages: readonly Presence[], now: Date): Promise<string[]> {
  if (messages.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    with ${reportedTable(messages)},
    ended as (
      update device_connections c set closed = ${now}, owner = null, secrets = null from reported h
      where c.device_id = h.device and c.session = h.session and c.closed is null
      returning c.device_id
    )
    update devices d set online = false, closed = ${now} from ended e where d.id = e.device_id and d.online returning d.id`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}
