/**
 * Writes the history (decision 114): action, actor, old and new values without secrets, in the change's transaction.
 */
import { sql } from 'kysely'
import type { User } from '../../contract/auth'
import type { HistoryAction } from '../../contract/history'
import type { CompiledField, CompiledResource } from '../../engine/compiled'
import { isSameValue } from '../../engine/recordValue'
import type { Caller } from '../caller'
import { announce } from '../store/announce'
import type { Db } from '../store/database'
import type { Extra } from '../store/schema'

/** An account, an origin without account (sign-in), or, if empty, the installation itself. */
export type Actor = Partial<
  Pick<Caller, 'id' | 'level' | 'name' | 'email' | 'vendor' | 'session' | 'origin' | 'request'>
>

interface HistoryEntry {
  action: HistoryAction
  resource?: string
  record?: number | string
  /** The name of the record. */
  label?: string
  /** The vendor of the record or records; default: that of the actor. */
  vendor?: number | undefined
  /** The level of the account that the entry is about. */
  level?: number | undefined
  before?: Fields | undefined
  after?: Fields | undefined
  /** The vendor of the record before the change: its consoles are notified too. */
  vendorBefore?: number | undefined
}

type Fields = Readonly<Record<string, unknown>>

/** The fields that name an account as the subject of an entry. */
export const aboutAccount = ({ id, name, vendor = 0, level }: Omit<User, 'role'>) => ({
  resource: 'clients',
  record: id,
  label: name,
  vendor,
  level,
})

/** Actions that change no record. */
const NO_CHANGE: ReadonlySet<HistoryAction> = new Set(['signedIn', 'signInRefused', 'refused', 'configured'])

/**
 * Writes the row and notifies consoles of the change (`announce`).
 *
 * @param tx the transaction of the change
 */
export async function addHistory(tx: Db, by: Actor, entry: HistoryEntry): Promise<void> {
  const { id = null, name, email, vendor: actorVendor = 0, session, origin, request } = by
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
      vendor_id: vendor ?? actorVendor,
      client_id: id,
      client: name || email,
      client_of: actorVendor,
      client_level: by.level,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    })
    .execute()
  if (NO_CHANGE.has(action)) return
  // Of these actions only `signedOut` has no resource: it ends a session.
  if (!resource) return announce(tx, { resource: 'sessions' })
  // A change of many records has no record id: it is announced to their vendor, or to all vendors if that is unknown.
  if (record === '') return announce(tx, { resource, ...(vendor !== undefined && { vendors: [vendor] }) })
  const vendors = [vendor ?? actorVendor, ...(entry.vendorBefore === undefined ? [] : [entry.vendorBefore])]
  await announce(tx, { resource, ids: [record], vendors })
}

/** Adds a row for a record: created without `before`, deleted without `after`. */
export function addRecordHistory(
  tx: Db,
  by: Actor,
  { vendor, level, ...versions }: Versions & Pick<HistoryEntry, 'vendor' | 'level'>,
): Promise<void> {
  const { resource, before, after } = versions
  const record = after ?? before ?? {}
  return addHistory(tx, by, {
    action: actionOf(versions),
    resource: resource.name,
    record: String(record.id ?? ''),
    label: String(record[resource.recordName ?? 'name'] ?? record.name ?? ''),
    vendor,
    level,
    vendorBefore: typeof before?.vendor === 'number' ? before.vendor : undefined,
    ...differences(versions),
  })
}

function actionOf({ before, after }: Versions): HistoryAction {
  if (!after) return 'deleted'
  return before ? 'changed' : 'created'
}

/** A repeated refusal adds one row in this time. */
const REFUSED_MINUTES = 1

/** Adds a row for a call that was refused for lack of rights, at most once in `REFUSED_MINUTES`. */
export async function addRefusal(db: Db, by: Caller, call: string): Promise<void> {
  const { rows } = await sql`
    select 1 from history where client_id = ${by.id}::integer and action = 'refused' and resource = ${call}
      and at > now() - make_interval(mins => ${REFUSED_MINUTES}::integer) limit 1`.execute(db)
  if (rows.length === 0) await addHistory(db, by, { action: 'refused', resource: call })
}

/** Adds a row for a failed sign-in by a provider, at most one per origin and reason in `REFUSED_MINUTES`. */
export async function addSignInRefusal(
  db: Db,
  by: Required<Pick<Actor, 'origin' | 'request'>>,
  account: Omit<User, 'role'> | undefined,
  reason: Record<string, string>,
): Promise<void> {
  const { rows } = await sql`
    select 1 from history where origin = ${by.origin} and action = 'signInRefused' and after = ${JSON.stringify(reason)}::jsonb
      and at > now() - make_interval(mins => ${REFUSED_MINUTES}::integer) limit 1`.execute(db)
  if (rows.length > 0) return
  const about = account ? aboutAccount(account) : { resource: 'clients' }
  await addHistory(db, by, { ...about, action: 'signInRefused', after: reason })
}

const DAY = 86_400_000

/** Deletes old rows. */
export async function sweepHistory(db: Db, { days }: { days: number }, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - days * DAY)
  await db.deleteFrom('history').where('at', '<', oldest).execute()
  // Moves are shown only with their history row.
  await db.deleteFrom('device_moves').where('at', '<', oldest).execute()
}

const SECRET = '***'
/** Not compared, since `updated` changes with every save, and `created` is set by the server. */
const STAMPS: ReadonlySet<string> = new Set(['updated', 'created'])

interface Versions {
  resource: CompiledResource
  /** The complete record; absent for a new one. */
  before?: Fields | undefined
  /** Absent for a deleted record. */
  after?: Fields | undefined
  /** Fields with a new secret. */
  secrets?: readonly string[]
}

/** The changed fields. A secret is replaced by `***`, a picture by its size. */
function differences({
  resource,
  before,
  after,
  secrets = [],
}: Versions): Pick<HistoryEntry, 'before' | 'after'> {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    name => !STAMPS.has(name) && !isSameValue(before?.[name], after?.[name]),
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

/** Names of added password fields with a new value. */
export function newSecrets({ fields }: CompiledResource, before: Extra | undefined, after: Extra): string[] {
  return Object.values(fields)
    .filter(({ type, name }) => type === 'password' && after[name] !== before?.[name] && after[name])
    .map(({ name }) => name)
}
