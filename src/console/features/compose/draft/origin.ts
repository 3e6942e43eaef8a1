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
  /**
   * `reply` takes over title and recipients; `forward` title and command; `failed` title, command and the devices that
   * failed; `chosen` only devices.
   */
  kind: (typeof KINDS)[number]
  /** The id of the order; for `chosen`, the key under which `bulk/OrderDialog` has cached the devices. */
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

interface OriginDraft {
  draft: Draft
  /** Whether the draft should have devices, but none was found. */
  devicesMissing: boolean
}

/** Loads the origin and builds a draft from it. */
export function useOriginDraft(origin: Origin | undefined) {
  const fleet = useFleet()
  const provider = useDataProvider()
  const translate = useTranslate()
  const queries = useQueryClient()
  const orders = useConfig().resources.orders!
  /** The values that a draft can take over, except the recipients. */
  const contentOf = (order: Order) => ({
    title: order.title,
    code: order.code ?? '',
    value: order.data ?? '',
    extra: startValues(addedFields(orders), order),
  })
  return useQuery({
    queryKey: ['orders', 'origin', origin],
    enabled: origin !== undefined,
    // Fetched once: a later response must not replace the user's input.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<OriginDraft> => {
      const { kind, id } = origin!
      if (kind === 'chosen') {
        return withDevices(EMPTY, queries.getQueryData<DeviceHit[]>(['orders', 'chosen', id]) ?? [])
      }
      const { data: order } = await provider.getOne<OrderWithAim>('orders', { id, signal })
      if (kind === 'forward') return { draft: { ...EMPTY, ...contentOf(order) }, devicesMissing: false }
      const recipients = async (status?: 'failure') =>
        (await fleet.orderRecipients(id, { status }, signal)) ?? []
      if (kind === 'failed')
        return withDevices({ ...EMPTY, ...contentOf(order) }, await recipients('failure'))
      const reply: Draft = { ...EMPTY, title: replyTitle(order.title, translate('compose.origin.re')) }
      const group = await groupOf(order, provider, signal)
      return group
        ? { draft: { ...reply, ...group }, devicesMissing: false }
        : withDevices(reply, await recipients())
    },
  })
}

const withDevices = (draft: Draft, devices: readonly DeviceHit[]): OriginDraft => ({
  draft: { ...draft, mode: 'search', targets: withTargets(EMPTY.targets, devices) },
  devicesMissing: devices.length === 0,
})

const replyTitle = (title: string, prefix: string) => (title.startsWith(prefix) ? title : `${prefix}${title}`)

/** The group that an order targets, if its batch still exists. */
async function groupOf({ aim }: OrderWithAim, provider: DataProvider, signal?: AbortSignal) {
  // 0 for none; a negative id counts as none, too.
  if (!aim || aim.batch_id <= 0) return undefined
  try {
    const { data: batch } = await provider.getOne<Batch>('batches', { id: aim.batch_id, signal })
    return { mode: 'group' as const, model: batch.model, batch: batch.id, bunch: Math.max(0, aim.bunch_id) }
  } catch (error) {
    if ((error as { status?: number }).status === 404) return undefined
    throw error
  }
}
