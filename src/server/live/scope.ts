/**
 * Decides which part of a batch of changes is sent to a listener: the ids of records that it sees. If a record may have
 * left the listener's vendor, the listener only learns that the resource has changed (security 66).
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

/** A message with more ids of a resource leaves them out: then the console reads everything that it shows again. */
const MAX_IDS = 300

/** A caller with the present rights of its role, and the config that applies to this role. */
export interface Listener {
  caller: Caller
  config: CompiledConfig
}

/** Returns the changes to send to a listener, with the ids of records that it sees. */
type Filter = (listener: Listener, changes: readonly Changes[]) => Change[]

/** Looks up the present rights of callers, once for each caller while config is the same. */
export class Listeners {
  #config: Compiled | undefined
  #cached = new WeakMap<Caller, Listener>()

  constructor(private readonly source: Deps['config']) {}

  of(caller: Caller): Listener {
    const config = this.source.current()
    if (this.#config !== config) {
      this.#config = config
      this.#cached = new WeakMap()
    }
    const cached = this.#cached.get(caller)
    if (cached) return cached
    const current = withCurrentRole(caller, config)
    const listener = { caller: current, config: configOf(this.source, current).shared }
    this.#cached.set(caller, listener)
    return listener
  }
}

/**
 * Names the lane of a listener. Listeners of a lane share one query for a batch of changes, and lanes do not wait for
 * each other.
 *
 * - `all`: sees every record, needs no query
 * - `owners`: the owners of the changed records are read, and compared in memory
 * - `rules …`: callers whose role gives them the same rows; the database is queried as one of them
 */
export function laneOf({ caller }: Listener): string {
  const { id, level, vendor, levels, role } = caller
  if (!hasRowRules(caller)) return seesAll(caller) ? 'all' : 'owners'
  const isPersonal = level < levels.vendor || !role?.hasSharedRows
  return `rules ${role?.name} ${level} ${vendor}${isPersonal ? ` ${id}` : ''}`
}

/**
 * Listeners of a lane with the same key get the same changes. Accounts below vendor level, and accounts with changes
 * for them alone (`client`), have a key each.
 */
export function listenerKey({ caller }: Listener, changes: readonly Changes[]): string {
  const { id, level, vendor, levels, role } = caller
  const isPersonal = level < levels.vendor || changes.some(({ client }) => client === id)
  return `${role?.name ?? ''} ${level} ${vendor}${isPersonal ? ` ${id}` : ''}`
}

const hasRowRules = ({ role }: Caller) =>
  role !== undefined && !role.isMissing && Object.keys(role.rows).length > 0

const seesAll = (caller: Caller) => isMaster(caller) && !caller.role?.isMissing && !hasRowRules(caller)

/** Reads which changed records the listeners of one lane see, with at most one query. */
export async function filterFor(
  db: Db,
  listeners: readonly Listener[],
  changes: readonly Changes[],
): Promise<Filter> {
  const [first] = listeners
  const withIds = changes.filter(
    change => change.ids && listeners.some(listener => concerns(change, listener)),
  )
  if (!first || withIds.length === 0 || seesAll(first.caller))
    return (listener, batch) => changesToSend(listener, batch)
  if (hasRowRules(first.caller)) {
    const visible = await seenIds(tenantOf(db, first.caller), idsIn(withIds))
    return (listener, batch) => changesToSend(listener, batch, resource => visible.get(resource))
  }
  const callers = listeners.map(({ caller }) => caller)
  const owners = await readOwners(db, idsIn(withIds), callers)
  return (listener, batch) =>
    changesToSend(listener, batch, resource => owners.seenBy(listener.caller, resource))
}

/** Returns the changes to send to a single listener. */
export async function changesFor(db: Db, listener: Listener, changes: readonly Changes[]): Promise<Change[]> {
  const filter = await filterFor(db, [listener], changes)
  return filter(listener, changes)
}

/** The ids of all changes by resource. */
function idsIn(changes: readonly Changes[]): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, Set<string>>()
  for (const { resource, ids: changedIds = [] } of changes) {
    const collected = ids.get(resource) ?? new Set()
    for (const id of changedIds) collected.add(String(id))
    ids.set(resource, collected)
  }
  return new Map([...ids].map(([resource, collected]) => [resource, [...collected]]))
}

/** @param seen ids that the listener sees, by resource; without it the listener sees all */
function changesToSend(
  listener: Listener,
  changes: readonly Changes[],
  seen?: (resource: string) => ReadonlySet<string> | undefined,
): Change[] {
  const { caller } = listener
  return mergeByResource(
    changes.flatMap((change): SentChange[] => {
      const { resource, ids, vendors } = change
      if (!concerns(change, listener)) return []
      if (!ids || !seen) return [{ resource, ids: ids?.map(String) }]
      const visible = idsWithin(ids, seen(resource))
      // A record of the caller's vendor is no longer visible: it may have gone to another vendor.
      const isLost = visible.length < ids.length && vendors?.includes(caller.vendor)
      if (isLost) return [{ resource, ids: undefined }]
      return visible.length > 0 ? [{ resource, ids: visible }] : []
    }),
  )
}

/** Ids of a change that are in the set. */
const idsWithin = (ids: NonNullable<Changes['ids']>, seen: ReadonlySet<string> | undefined): string[] =>
  seen && seen.size > 0 ? ids.map(String).filter(id => seen.has(id)) : []

/**
 * Whether the listener may learn of a change. A change without ids is for masters and for the vendors that it names; if
 * it names none, for all callers.
 */
function concerns({ resource, client, ids, vendors }: Changes, { caller, config }: Listener): boolean {
  if (resource === 'sessions' || (client !== undefined && client !== caller.id)) return false
  if (Object.hasOwn(config.resources, resource) && !may(config, caller.level, resource, 'list')) return false
  return ids !== undefined || !vendors || isMaster(caller) || vendors.includes(caller.vendor)
}

interface SentChange {
  resource: string
  ids: readonly string[] | undefined
}

/** Merges the changes so that each resource occurs once; without ids if one of them has none. */
function mergeByResource(changes: readonly SentChange[]): Change[] {
  const all = new Map<string, Set<string> | undefined>()
  for (const { resource, ids } of changes) {
    const previous = all.has(resource) ? all.get(resource) : new Set<string>()
    all.set(resource, ids && previous && new Set([...previous, ...ids]))
  }
  return [...all].map(([resource, ids]) =>
    ids && ids.size <= MAX_IDS ? { resource, ids: [...ids] } : { resource },
  )
}
