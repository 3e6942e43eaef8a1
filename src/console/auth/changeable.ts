/** Which records a user may change. Not in `access`: evaluating conditions needs code that most lists do without. */
import { isChangeable } from '../../engine/changeable'
import type { CompiledResource } from '../../engine/compiled'
import type { RuleContext } from '../../engine/conditions'
import { useConfig } from '../config'
import { useConditionUser, useUser } from './useSession'

/** Whether the user may edit and delete a record of a resource, besides its levels (`access.rows` of config). */
export function useIsChangeable(): (resource: CompiledResource, record: RuleContext['record']) => boolean {
  const { numbers: levels } = useConfig().levels
  const { level } = useUser()
  const user = useConditionUser()
  return (resource, record) => isChangeable(resource, record, { level, levels, user })
}
