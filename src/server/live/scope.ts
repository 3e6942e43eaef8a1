/**
 * What a tenant is sent of a batch: ids of records in its scope; where records have left its scope, only that something
 * changed.
 */
import type { Change } from '../../contract/events'
import { may } from '../../engine/access'
import type { CompiledConfig } from '../../engine/compiled'
import { isMaster } from '../caller'
import type { Deps } from '../deps'
import { asOfNow, configOf } from '../roles'
import type { Changes } from '../store/announce'
import type { Db } from '../store/database'
import { seenIds } from '../store/seenChanges'
import { tenantOf } from '../store/tenancy'
import type { Reader } from './connection'

type Asking = Reader['caller']

/** With more ids a console reads everything that it shows again. */
const MOST_IDS = 300

/** Callers with the same key are sent the same. Clients and guests have a scope each; marks belong to one account. */
export function tenantKey(caller: Asking, changes: readonly Changes[]): string {
  const { id, level, vendor, levels, role } = caller
  const own = changes.some(({ client }) => client === id) ? ` ${id}` : ''
  // A row rule may depend on the caller.
  if (role) return `role ${role.name} ${id}`
  if (isMaster(caller)) return `all${own}`
  return level >= levels.vendor ? `vendor ${vendor} ${level}${own}` : `client ${id}`
}

/** What a listening caller is sent, by the present rights of its role. */
export function heardBy(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  caller: Asking,
  changes: readonly Changes[],
): Promise<Change[]> {
  const asking = asOfNow(caller, config.current())
  return changesFor(db, asking, changes, configOf(config, asking).shared)
}

/**
 * One query for each tenant; none for masters without a role, who see everything.
 *
 * @param config as the caller's role has it
 */
async function changesFor(
  db: Db,
  caller: Asking,
  changes: readonly Changes[],
  config: CompiledConfig,
): Promise<Change[]> {
  const mine = changes.filter(change => concerns(change, caller, config))
  if (mine.length === 0) return []
  if (isMaster(caller) && !caller.role)
    return merged(mine.map(({ resource, ids }) => ({ resource, ids: ids?.map(String) })))
  const named = mine.filter(({ ids }) => ids !== undefined)
  const seen = await seenIds(tenantOf(db, caller), named)
  return merged(
    mine.flatMap(({ resource, ids, vendors }): Told[] => {
      if (!ids) return [{ resource, ids: undefined }]
      const visible = ids.map(String).filter(id => seen.get(resource)?.has(id))
      const isLost = visible.length < ids.length && vendors?.includes(caller.vendor)
      return isLost ? [{ resource, ids: undefined }] : visible.length ? [{ resource, ids: visible }] : []
    }),
  )
}

function concerns(
  { resource, client, ids, vendors }: Changes,
  caller: Asking,
  config: CompiledConfig,
): boolean {
  if (resource === 'sessions' || (client !== undefined && client !== caller.id)) return false
  if (Object.hasOwn(config.resources, resource) && !may(config, caller.level, resource, 'list')) return false
  return ids !== undefined || !vendors || isMaster(caller) || vendors.includes(caller.vendor)
}

interface Told {
  resource: string
  ids: readonly string[] | undefined
}

/** Each resource once. */
function merged(changes: readonly Told[]): Change[] {
  const all = new Map<string, Set<string> | undefined>()
  for (const { resource, ids } of changes) {
    const known = all.has(resource) ? all.get(resource) : new Set<string>()
    all.set(resource, ids && known && new Set([...known, ...ids]))
  }
  return [...all].map(([resource, ids]) =>
    ids && ids.size <= MOST_IDS ? { resource, ids: [...ids] } : { resource },
  )
}
