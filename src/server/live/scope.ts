/**
 * Decides which part of a batch of changes a listener is sent: the ids of records that it sees. If its vendor has lost
 * a record, it is only notified that the resource has changed (security 66).
 */
import type { Change } from '../../contract/events'
import { may } from '../../engine/access'
import type { Compiled, CompiledConfig } from '../../engine/compiled'
import { isMaster } from '../caller'
import type { Deps } from '../deps'
import { configOf, withCurrentRole } from '../roles'
import type { Changes } from '../store/announce'
import type { Db } from '../store/database'
import { readOwners } from '../store/recordOwners'
import { seenIds } from '../store/seenChanges'
import { tenantOf } from '../store/tenancy'
import type { Reader } from './connection'

type Caller = Reader['caller']

/** A message with more ids of a resource leaves them out: the console reads everything that it shows again. */
const MOST_IDS = 300

/** A caller with the present rights of its role, and config as the role has it. */
export interface Listener {
  caller: Caller
  config: CompiledConfig
}

/** Returns what of the changes the listener is sent. */
type Filter = (listener: Listener, changes: readonly Changes[]) => Change[]

/** Looks up the present rights of callers, once for each caller while config is the same. */
export class Listeners {
  #config: Compiled | undefined
  #known = new WeakMap<Caller, Listener>()

  constructor(private readonly source: Deps['config']) {}

  of(caller: Caller): Listener {
    const config = this.source.current()
    if (this.#config !== config) {
      this.#config = config
      this.#known = new WeakMap()
    }
    const known = this.#known.get(caller)
    if (known) return known
    const now = withCurrentRole(caller, config)
    const listener = { caller: now, config: configOf(this.source, now).shared }
    this.#known.set(caller, listener)
    return listener
  }
}

/**
 * Names the lane of a listener. Listeners of a lane share one query for a batch of changes, and lanes do not wait for
 * each other. `all` needs no query. `owners` reads the owners of the changed records and sorts in memory. Each role
 * with row rules has lanes of callers with the same rows, for which the database is queried by tenant.
 */
export function laneOf({ caller }: Listener): string {
  const { id, level, vendor, levels, role } = caller
  if (!hasRowRules(caller)) return seesAll(caller) ? 'all' : 'owners'
  const isAccount = level < levels.vendor || !role?.hasSharedRows
  return `rules ${role?.name} ${level} ${vendor}${isAccount ? ` ${id}` : ''}`
}

/** Listeners of a lane with the same key are sent the same. Clients, guests and receivers of marks have a key each. */
export function listenerKey({ caller }: Listener, changes: readonly Changes[]): string {
  const { id, level, vendor, levels, role } = caller
  const isAccount = level < levels.vendor || changes.some(({ client }) => client === id)
  return `${role?.name ?? ''} ${level} ${vendor}${isAccount ? ` ${id}` : ''}`
}

const hasRowRules = ({ role }: Caller) =>
  role !== undefined && !role.isMissing && Object.keys(role.rows).length > 0

const seesAll = (caller: Caller) => isMaster(caller) && !caller.role?.isMissing && !hasRowRules(caller)

/** Reads for the listeners of one lane what they see of the changed records: one query at most. */
export async function filterFor(
  db: Db,
  listeners: readonly Listener[],
  changes: readonly Changes[],
): Promise<Filter> {
  const [first] = listeners
  const named = changes.filter(change => change.ids && listeners.some(listener => concerns(change, listener)))
  if (!first || named.length === 0 || seesAll(first.caller)) return (listener, some) => sentTo(listener, some)
  if (hasRowRules(first.caller)) {
    const seen = await seenIds(tenantOf(db, first.caller), named)
    return (listener, some) => sentTo(listener, some, resource => seen.get(resource))
  }
  const callers = listeners.map(({ caller }) => caller)
  const owners = await readOwners(db, idsIn(named), callers)
  return (listener, some) => sentTo(listener, some, resource => owners.seenBy(listener.caller, resource))
}

/** Returns what a single caller is sent of the changes. */
export async function changesFor(db: Db, listener: Listener, changes: readonly Changes[]): Promise<Change[]> {
  const filter = await filterFor(db, [listener], changes)
  return filter(listener, changes)
}

function idsIn(changes: readonly Changes[]): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, Set<string>>()
  for (const { resource, ids: some = [] } of changes) {
    const known = ids.get(resource) ?? new Set()
    for (const id of some) known.add(String(id))
    ids.set(resource, known)
  }
  return new Map([...ids].map(([resource, some]) => [resource, [...some]]))
}

/** @param seen ids that the listener sees, by resource; without it the listener sees all */
function sentTo(
  listener: Listener,
  changes: readonly Changes[],
  seen?: (resource: string) => ReadonlySet<string> | undefined,
): Change[] {
  const { caller } = listener
  return merged(
    changes.flatMap((change): Sent[] => {
      const { resource, ids, vendors } = change
      if (!concerns(change, listener)) return []
      if (!ids || !seen) return [{ resource, ids: ids?.map(String) }]
      const visible = among(ids, seen(resource))
      const isLost = visible.length < ids.length && vendors?.includes(caller.vendor)
      return isLost ? [{ resource, ids: undefined }] : visible.length ? [{ resource, ids: visible }] : []
    }),
  )
}

/** Ids of a change that are in the set. */
const among = (ids: NonNullable<Changes['ids']>, seen: ReadonlySet<string> | undefined): string[] =>
  seen && seen.size > 0 ? ids.map(String).filter(id => seen.has(id)) : []

function concerns({ resource, client, ids, vendors }: Changes, { caller, config }: Listener): boolean {
  if (resource === 'sessions' || (client !== undefined && client !== caller.id)) return false
  if (Object.hasOwn(config.resources, resource) && !may(config, caller.level, resource, 'list')) return false
  return ids !== undefined || !vendors || isMaster(caller) || vendors.includes(caller.vendor)
}

interface Sent {
  resource: string
  ids: readonly string[] | undefined
}

/** Each resource once. */
function merged(changes: readonly Sent[]): Change[] {
  const all = new Map<string, Set<string> | undefined>()
  for (const { resource, ids } of changes) {
    const known = all.has(resource) ? all.get(resource) : new Set<string>()
    all.set(resource, ids && known && new Set([...known, ...ids]))
  }
  return [...all].map(([resource, ids]) =>
    ids && ids.size <= MOST_IDS ? { resource, ids: [...ids] } : { resource },
  )
}
