/**
 * The origin of a draft: another order (`?reply=`, `?forward=`, `?failed=`; decision 6), or devices selected in their
 * list (`?chosen=`). New orders have none.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type DataProvider, useDataProvider, useTranslate } from 'ra-core'
import type { Batch } from '../../../../contract/batches'
import type { DeviceHit } from '../../../../contract/devices'
import type { Order, OrderAim } from '../../../../contract/orders'
import { addedFields } from '../../../../engine/fields/addedFields'
import { useFleet } from '../../../api/fleet'
import { useConfig } from '../../../config'
import { startValues } from '../../../forms/record/formValues'
import { type Draft, EMPTY, withTargets } from './draft'

const KINDS = ['reply', 'forward', 'failed', 'chosen'] as const

export interface Origin {
  kind: (typeof KINDS)[number]
  id: number
}

/** The origin in the query string. */
export function originIn(query: URLSearchParams): Origin | undefined {
  return KINDS.map(kind => ({ kind, id: Number(query.get(kind)) })).find(
    ({ id }) => Number.isSafeInteger(id) && id > 0,
  )
}

/** As in the query string: `reply=12`; empty for none. */
export const originText = (origin: Origin | undefined) => (origin ? `${origin.kind}=${origin.id}` : '')

type OrderWithAim = Order & { aim?: OrderAim }

/** Loads the origin and builds a draft from it. `devicesMissing`: the devices of the origin cannot be read. */
export function useOriginDraft(origin: Origin | undefined) {
  const fleet = useFleet()
  const provider = useDataProvider()
  const translate = useTranslate()
  const queries = useQueryClient()
  const orders = useConfig().resources.orders!
  const commandOf = (order: Order) => ({
    title: order.title,
    code: order.code ?? '',
    value: order.data ?? '',
    extra: startValues(addedFields(orders), order),
  })
  return useQuery({
    queryKey: ['orders', 'origin', origin],
    enabled: origin !== undefined,
    // Read once: a later response must not replace the user's input.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<{ draft: Draft; devicesMissing: boolean }> => {
      const { kind, id } = origin!
      if (kind === 'chosen') {
        const chosen = queries.getQueryData<DeviceHit[]>(['orders', 'chosen', id]) ?? []
        const targets = withTargets(EMPTY.targets, chosen)
        return { draft: { ...EMPTY, mode: 'search', targets }, devicesMissing: chosen.length === 0 }
      }
      const { data: order } = await provider.getOne<OrderWithAim>('orders', { id, signal })
      if (kind === 'forward') return { draft: { ...EMPTY, ...commandOf(order) }, devicesMissing: false }
      const title = kind === 'reply' ? replyTitle(order.title, translate('compose.origin.re')) : order.title
      const base: Draft = { ...EMPTY, ...(kind === 'failed' && commandOf(order)), title }
      const group = kind === 'reply' ? await groupOf(order, provider, signal) : undefined
      if (group) return { draft: { ...base, ...group }, devicesMissing: false }
      const status = kind === 'failed' ? 'failure' : undefined
      const hits = (await fleet.orderRecipients(id, { status }, signal)) ?? []
      const targets = withTargets(EMPTY.targets, hits)
      return { draft: { ...base, mode: 'search', targets }, devicesMissing: hits.length === 0 }
    },
  })
}

const replyTitle = (title: string, prefix: string) => (title.startsWith(prefix) ? title : `${prefix}${title}`)

/** The group that an order targets, if its batch still exists. */
async function groupOf({ aim }: OrderWithAim, provider: DataProvider, signal?: AbortSignal) {
  if (!aim || aim.batch_id <= 0) return undefined
  try {
    const { data: batch } = await provider.getOne<Batch>('batches', { id: aim.batch_id, signal })
    return { mode: 'group' as const, model: batch.model, batch: batch.id, bunch: Math.max(0, aim.bunch_id) }
  } catch (error) {
    if ((error as { status?: number }).status === 404) return undefined
    throw error
  }
}
