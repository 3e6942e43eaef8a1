/** The fields that config adds to orders, if the server stores them. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CompiledResource } from '../../../engine/compiled'
import { addedFields } from '../../../engine/fields/addedFields'
import type { WriteContext } from '../../../engine/validation/writableRecord'
import { useFleet } from '../../api/fleet'
import { useConditionUser, useUser } from '../../auth/useSession'
import { useConfig } from '../../config'

/**
 * The resource of orders with only the added fields. It has no fields until the server has confirmed that it stores
 * them: a basic server (§7 only) refuses or drops unknown keys.
 */
export function useAddedFields(): { added: CompiledResource; isPending: boolean } {
  const orders = useConfig().resources.orders!
  const fleet = useFleet()
  const declared = useMemo(() => addedFields(orders), [orders])
  const enabled = Object.keys(declared.fields).length > 0
  const { data, isError, isPending } = useQuery({
    queryKey: ['order fields'],
    queryFn: ({ signal }) => fleet.keepsOrderFields(signal),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const none = useMemo(() => ({ ...declared, fields: {} }), [declared])
  return { added: data || isError ? declared : none, isPending: enabled && isPending }
}

/** The context in which the added fields of an order with this command are validated. */
export function useOrderWriteContext(code: string): WriteContext {
  const { level } = useUser()
  const levels = useConfig().levels.numbers
  const user = useConditionUser()
  return useMemo(
    () => ({ action: 'create', level, levels, user, conditionValues: { code } }) as const,
    [level, levels, user, code],
  )
}
