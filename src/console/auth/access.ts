/** What a user may do with a resource, by the levels in config (§6). The server checks it again (decision 24). */
import { useCallback } from 'react'
import { hasLevel, type Needed } from '../../domain/authority'
import { ownValue } from '../../domain/own'
import { may, mayWrite } from '../../engine/access'
import type { CompiledConfig } from '../../engine/compiled'
import { RECORD_ACTIONS, type RecordAction } from '../../engine/registry'
import { useConfig } from '../config'
import { useUser } from './useSession'

/** Actions that have another name in react-admin. */
const ALIASES: Record<string, RecordAction> = { export: 'list', read: 'show', write: 'edit', clone: 'create' }

/** @param resource may be a field of a resource, such as `devices.edition` */
export function mayAccess(config: CompiledConfig, level: number, resource: string, action: string): boolean {
  const [name = '', ...rest] = resource.split('.')
  if (rest.length > 0) {
    const field = ownValue(ownValue(config.resources, name)?.fields, rest.join('.'))
    if (!field) return false
    return action === 'write'
      ? mayWrite(config, level, field)
      : hasLevel(level, field.read, config.levels.numbers)
  }
  const recordAction = ALIASES[action] ?? action
  return isAction(recordAction) && may(config, level, name, recordAction)
}

const isAction = (action: string): action is RecordAction =>
  (RECORD_ACTIONS as readonly string[]).includes(action)

/** `const hasLevel = useHasLevel(); hasLevel('vendor')` */
export function useHasLevel(): (needed: Needed) => boolean {
  const { numbers } = useConfig().levels
  const { level } = useUser()
  return useCallback(needed => hasLevel(level, needed, numbers), [level, numbers])
}

/** `const may = useMayAccess(); may('batches', 'edit')`: like react-admin's `canAccess`, but synchronous. */
export function useMayAccess(): (resource: string, action: string) => boolean {
  const config = useConfig()
  const { level } = useUser()
  return useCallback((resource, action) => mayAccess(config, level, resource, action), [config, level])
}
