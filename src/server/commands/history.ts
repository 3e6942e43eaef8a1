/**
 * History (decision 114): what was done, by whom, with what was there before and after; in the transaction of the
 * change, and without secrets.
 */
import { sql } from 'kysely'
import type { User } from '../../contract/auth'
import type { HistoryAction } from '../../contract/history'
import type { CompiledField, CompiledResource } from '../../engine/compiled'
import type { Caller } from '../caller'
import { announce } from '../store/announce'
import type { Db } from '../store/database'
import type { Extra } from '../store/schema'

/** Who does something: an account, an origin without one (sign-in), or, when empty, the installation itself. */
export type Actor = Partial<
  Pick<Caller, 'id' | 'level' | 'name' | 'email' | 'vendor' | 'session' | 'origin' | 'request'>
>

interface HistoryEntry {
  action: HistoryAction
  resource?: string
  record?: number | string
  /** What the record is called. */
  label?: string
  /** Whose record it is, or whose records these are; without it, of the one who does it. */
  vendor?: number | undefined
  /** The level of the account that the entry is about. */
  level?: number | undefined
  before?: Fields | undefined
  after?: Fields | undefined
  /** The former vendor of the record, where it has changed. */
  formerVendor?: number | undefined
}

type Fields = Readonly<Record<string, unknown>>

/** The part of an entry that says which account it is about. */
export const aboutAccount = ({ id, name, vendor = 0, level }: Omit<User, 'role'>) => ({
  resource: 'clients',
  record: id,
  label: name,
  vendor,
  level,
})

/** What changes no record: who came, who was refused, what the operator has set. */
const NO_CHANGE: ReadonlySet<HistoryAction> = new Set(['signedIn', 'signInRefused', 'refused', 'configured'])

/**
 * Writes the row, and tells those who have the record on their screens (`announce`).
 *
 * @param tx the transaction of the change: the row is there when the change is, and only then
 */
export async function addHistory(tx: Db, by: Actor, entry: HistoryEntry): Promise<void> {
  const { id = null, name, email, vendor: client_of = 0, session, origin, request } = by
  const { action, resource, record = '', label = '', vendor, level, before, after } = entry
  await tx
    .insertInto('history')
    .values({
      action,
      resource,
      level,
      session,
      origin,
      request,
      record: String(record),
      label: label.slice(0, 200),
      vendor_id: vendor ?? client_of,
      client_id: id,
      client: name || email,
      client_of,
      client_level: by.level,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    })
    .execute()
  if (NO_CHANGE.has(action)) return
  if (!resource) return announce(tx, { resource: 'sessions' })
  // A change of many records names none: it is announced to the vendor of the records, or to all where the vendor is
  // not known.
  if (record === '') return announce(tx, { resource, ...(vendor !== undefined && { vendors: [vendor] }) })
  const vendors = [vendor ?? client_of, ...(entry.formerVendor === undefined ? [] : [entry.formerVendor])]
  await announce(tx, { resource, ids: [record], vendors })
}

/** What became of a record: made without `before`, gone without `after`. */
export function addRecordHistory(
  tx: Db,
  by: Actor,
  { vendor, level, ...versions }: Versions & Pick<HistoryEntry, 'vendor' | 'level'>,
): Promise<void> {
  const { resource, before, after } = versions
  const record = after ?? before ?? {}
  return addHistory(tx, by, {
    action: !after ? 'deleted' : before ? 'changed' : 'created',
    resource: resource.name,
    record: String(record.id ?? ''),
    label: String(record[resource.recordName ?? 'name'] ?? record.name ?? ''),
    vendor,
    level,
    formerVendor: typeof before?.vendor === 'number' ? before.vendor : undefined,
    ...differences(versions),
  })
}

/** A repeated refusal leaves one row in so many minutes. */
const REFUSED_MINUTES = 1

/** Notes a call that was refused for lack of rights; repeats within a minute leave no further rows. */
export async function addRefusal(db: Db, by: Caller, call: string): Promise<void> {
  const { rows } = await sql`
    select 1 from history where client_id = ${by.id}::integer and action = 'refused' and resource = ${call}
      and at > now() - make_interval(mins => ${REFUSED_MINUTES}::integer) limit 1`.execute(db)
  if (rows.length === 0) await addHistory(db, by, { action: 'refused', resource: call })
}

/**
 * Notes a sign-in by another service that came to nothing; the same from one origin within a minute leaves no further
 * rows.
 */
export async function addSignInRefusal(
  db: Db,
  by: Required<Pick<Actor, 'origin' | 'request'>>,
  account: Omit<User, 'role'> | undefined,
  after: Record<string, string>,
): Promise<void> {
  const { rows } = await sql`
    select 1 from history where origin = ${by.origin} and action = 'signInRefused' and after = ${JSON.stringify(after)}::jsonb
      and at > now() - make_interval(mins => ${REFUSED_MINUTES}::integer) limit 1`.execute(db)
  if (rows.length > 0) return
  const about = account ? aboutAccount(account) : { resource: 'clients' }
  await addHistory(db, by, { ...about, action: 'signInRefused', after })
}

const DAY = 86_400_000

/** Rows of such an age go. */
export async function sweepHistory(db: Db, { days }: { days: number }, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - days * DAY)
  await db.deleteFrom('history').where('at', '<', oldest).execute()
  // What says nothing without its row of history.
  await db.deleteFrom('device_moves').where('at', '<', oldest).execute()
}

const SECRET = '***'
/** They change with every save. */
const STAMPS: ReadonlySet<string> = new Set(['updated', 'created'])

interface Versions {
  resource: CompiledResource
  /** The whole record on the wire; none for a new one. */
  before?: Fields | undefined
  /** Absent for a deleted record. */
  after?: Fields | undefined
  /** Fields with a new secret. */
  secrets?: readonly string[]
}

/** The fields whose value differs. A secret is neither shown before nor after, and a picture is its size. */
function differences({
  resource,
  before,
  after,
  secrets = [],
}: Versions): Pick<HistoryEntry, 'before' | 'after'> {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    name => !STAMPS.has(name) && JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  )
  const pick = (from: Fields | undefined) =>
    from &&
    Object.fromEntries(names.map(name => [name, historyValue(resource.fields[name], name, from[name])]))
  const hidden = Object.fromEntries(secrets.map(name => [name, SECRET]))
  return { before: pick(before), after: after && { ...pick(after), ...hidden } }
}

function historyValue(field: CompiledField | undefined, name: string, value: unknown): unknown {
  if (field?.type === 'password') return SECRET
  if ((field?.type === 'image' || name === 'img') && typeof value === 'string')
    return { length: value.length }
  return value
}

/** The password fields of config that hold another secret than before. */
export function newSecrets({ fields }: CompiledResource, before: Extra | undefined, after: Extra): string[] {
  return Object.values(fields)
    .filter(({ type, name }) => type === 'password' && after[name] !== before?.[name] && after[name])
    .map(({ name }) => name)
}
