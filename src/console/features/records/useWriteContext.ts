/** The context of a save, also for what a page shows. */
import { useMemo } from 'react'
import type { CompiledResource } from '../../../engine/compiled'
import type { WriteContext } from '../../../engine/validation/writableRecord'
import { isOwnAccount, useConditionUser, useUser } from '../../auth/useSession'
import { useConfig } from '../../config'
import type { Values } from '../../forms/record/formValues'

/**
 * The context in which the validator and the conditions of config check a save.
 *
 * @param current when editing: the record as the server returned it
 */
export function useWriteContext(
  { name }: CompiledResource,
  action: WriteContext['action'],
  current?: Values,
): WriteContext {
  const {
    levels: { numbers },
    resources,
  } = useConfig()
  const account = useUser()
  const { level } = account
  const user = useConditionUser()
  return useMemo(
    () => ({
      action,
      level,
      levels: numbers,
      user,
      resources,
      own: isOwnAccount(name, current ?? {}, account),
      ...(current ? { current } : {}),
    }),
    [name, action, level, numbers, resources, user, current, account],
  )
}
