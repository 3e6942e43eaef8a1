/** Tells which records the user may change. Lists load this code only if a resource has the rule `access.rows`. */
import { useSyncExternalStore } from 'react'
import { isChangeable } from '../engine/changeable'
import type { CompiledResource } from '../engine/compiled'
import type { RuleContext } from '../engine/conditions'
import { useConfig } from './config'
import { conditionUser, session } from './session'

/** Returns a function: whether `access.rows` lets the user edit and delete a record. Levels are not checked. */
export function useIsChangeable(): (resource: CompiledResource, record: RuleContext['record']) => boolean {
  const { numbers: levels } = useConfig().levels
  const current = useSyncExternalStore(session.subscribe, session.current)
  const context = { level: current?.user.level ?? 0, levels, user: conditionUser(current) }
  return (resource, record) => isChangeable(resource, record, context)
}
