/** Which records the user may change. Lists fetch it only where `access.rows` needs it: it evaluates conditions. */
import { useSyncExternalStore } from 'react'
import { isChangeable } from '../engine/changeable'
import type { CompiledResource } from '../engine/compiled'
import type { RuleContext } from '../engine/conditions'
import { useConfig } from './config'
import { conditionUser, session } from './session'

/** Whether the user may edit and delete a record of a resource, besides its levels (`access.rows` of config). */
export function useIsChangeable(): (resource: CompiledResource, record: RuleContext['record']) => boolean {
  const { numbers: levels } = useConfig().levels
  const current = useSyncExternalStore(session.subscribe, session.current)
  const context = { level: current?.user.level ?? 0, levels, user: conditionUser(current) }
  return (resource, record) => isChangeable(resource, record, context)
}
