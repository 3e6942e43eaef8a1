/** What a draft begins with: nothing, or another order (`?reply=`, `?forward=`, `?failed=`; decision 6). */
import { useQuery } from '@tanstack/react-query'
import { type DataProvider, useDataProvider, useTranslate } from 'ra-core'
import { useLocation } from 'react-router'
import type { Batch } from '../../../contract/batches'
import type { Order, OrderAim } from '../../../contract/orders'
import { useFleet } from '../../api/verbs'
import { type Draft, EMPTY } from './draft'

const KINDS = ['reply', 'forward', 'failed'] as const

export interface Source {
  kind: (typeof KINDS)[number]
  id: number
}

/** The other order that the address names. */
export function useSource(): Source | undefined {
  const query = new URLSearchParams(useLocation().search)
  for (const kind of KINDS) {
    const id = Number(query.get(kind))
    if (Number.isSafeInteger(id) && id > 0) return { kind, id }
  }
  return undefined
}

export const originOf = (source: Source | undefined) => (source ? `${source.kind}=${source.id}` : '')

type Found = Order & { aim?: OrderAim }

/** The draft that another order gives, once it is there. `lost`: its devices cannot be asked for. */
export function useSourceDraft(source: Source | undefined) {
  const fleet = useFleet()
  const provider = useDataProvider()
  const translate = useTranslate()
  return useQuery({
    queryKey: ['orders', 'source', source],
    enabled: source !== undefined,
    // As it was when compose was opened: what is typed meanwhile shall not be overtaken.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const { kind, id } = source!
      const { data: order } = await provider.getOne<Found>('orders', { id, signal })
      const begun: Draft = {
        ...EMPTY,
        title: subjectOf(order, kind, translate),
        ...(kind === 'reply' ? {} : { code: order.code ?? '', value: order.data || undefined }),
      }
      if (kind === 'forward') return { order, draft: begun, lost: false }
      const group = kind === 'reply' ? await groupOf(order, provider, signal) : undefined
      if (group) return { order, draft: { ...begun, ...group }, lost: false }
      const status = kind === 'failed' ? 'failure' : undefined
      const targets = await fleet.orderRecipients(id, { status }, signal)
      return {
        order,
        draft: { ...begun, mode: 'search' as const, targets: targets ?? [] },
        lost: !targets?.length,
      }
    },
  })
}

function subjectOf(order: Order, kind: Source['kind'], translate: ReturnType<typeof useTranslate>): string {
  if (kind !== 'reply') return order.title
  const prefix = translate('compose.source.re')
  return order.title.startsWith(prefix) ? order.title : `${prefix}${order.title}`
}

/** The group that an order was aimed at, as long as it is there. */
async function groupOf({ aim }: Found, provider: DataProvider, signal?: AbortSignal) {
  if (!aim || aim.batch_id <= 0) return undefined
  try {
    const { data: batch } = await provider.getOne<Batch>('batches', { id: aim.batch_id, signal })
    return { mode: 'group' as const, model: batch.model, batch: batch.id, bunch: Math.max(0, aim.bunch_id) }
  } catch (error) {
    if ((error as { status?: number }).status === 404) return undefined
    throw error
  }
}
