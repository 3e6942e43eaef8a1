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
import { deleteInSteps } from './deleteInSteps'

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
const NO_CHANGE: ReadonlySet<HistoryAction> = new Set([
  ...(['signedIn', 'signInRefused', 'refused', 'downloaded', 'configured'] as const),
])

/**
 * Writes the row and notifies consoles of the change (`announce`).
 *
 * @param tx the transaction of the change
 */
export async function addHistory(tx: Db, by: Actor, entry: HistoryEntry): Promise<void> {
  await insertRows(tx, by, [entry])
  const { action, resource, record = '', vendor } = entry
  if (NO_CHANGE.has(action)) return
  // Of these actions only `signedOut` has no resource: it ends a session.
  if (!resource) return announce(tx, { resource: 'sessions' })
  // A change of many records has no record id: it is announced to their vendor, or to all vendors if that is unknown.
  if (record === '') return announce(tx, { resource, ...(vendor !== undefined && { vendors: [vendor] }) })
  await announce(tx, { resource, ids: [record], vendors: [vendor ?? by.vendor ?? 0] })
}

async function insertRows(tx: Db, by: Actor, entries: readonly HistoryEntry[]): Promise<void> {
  const { id = null, name, email, vendor: actorVendor = 0, session, origin, request } = by
  const rows = entries.map(({ action, resource, record = '', label = '', vendor, level, before, after }) => ({
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
  }))
  await tx.insertInto('history').values(rows).execute()
}

/** A changed record: created without `before`, deleted without `after`. */
export type RecordVersions = Omit<Versions, 'resource'> & Pick<HistoryEntry, 'vendor' | 'level'>

/** Adds a row for each record of a resource, and notifies consoles of all of them. */
export async function addRecordHistory(
  tx: Db,
  by: Actor,
  resource: CompiledResource,
  changed: readonly RecordVersions[],
): Promise<void> {
  if (changed.length === 0) return
  const entries = changed.map(({ vendor, level, ...versions }) => {
    const { before, after } = versions
    const record = after ?? before ?? {}
    return {
      action: actionOf(versions),
      resource: resource.name,
      record: String(record.id ?? ''),
      label: String(record[resource.recordName ?? 'name'] ?? record.name ?? ''),
      vendor,
      level,
      ...differences({ ...versions, resource }),
    }
  })
  await insertRows(tx, by, entries)
  // A vendor is notified only of its own records.
  const byVendors = new Map<string, { vendors: number[]; ids: string[] }>()
  for (const [index, { vendor = by.vendor ?? 0, before }] of changed.entries()) {
    const former = typeof before?.vendor === 'number' ? before.vendor : vendor
    const vendors = [...new Set([vendor, former])]
    const group = byVendors.get(vendors.join()) ?? { vendors, ids: [] }
    group.ids.push(entries[index]!.record)
    byVendors.set(vendors.join(), group)
  }
  const groups = [...byVendors.values()]
  await announce(tx, ...groups.map(group => ({ resource: resource.name, ...group })))
}

function actionOf({ before, after }: Omit<Versions, 'resource'>): HistoryAction {
  if (!after) return 'deleted'
  return before ? 'changed' : 'created'
}

const DAY = 86_400_000

/** Deletes old rows. */
export async function sweepHistory(db: Db, { days }: { days: number }, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - days * DAY)
  await deleteInSteps(db, sql`history`, sql`at < ${oldest}`)
  // Moves are shown only with their history row.
  await deleteInSteps(db, sql`device_moves`, sql`at < ${oldest}`)
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
