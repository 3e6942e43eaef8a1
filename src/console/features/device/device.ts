/** The device of the device page, and the queries of the page. */
import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { RaRecord } from 'ra-core'
import type { DeviceDetail, TimelineEntry, TimelineKind } from '../../../contract/devicePage'
import { useFleet } from '../../api/fleet'
import { useConfig } from '../../config'
import { type LiveMeta, usePolling } from '../../live'
import { serverTime } from '../../serverClock'

/** `sees` lists the data that the user may see. Records of a list or of a basic server (§7 only) lack both. */
export type ShownDevice = RaRecord & { id: string } & Partial<Pick<DeviceDetail, 'sees' | 'misunderstood'>>

/** The ranges of the signal chart, in days. */
export const RANGES = { '24h': 1, '7d': 7, '30d': 30, '1y': 365 } as const
export type Range = keyof typeof RANGES
export const isRange = (text: string | null): text is Range => text !== null && Object.hasOwn(RANGES, text)

const DAY_MS = 86_400_000

/** The `live` meta of a query: refetch after a change of this device, and after any change of `otherResources`. */
export const liveOf = (id: string, ...otherResources: string[]): LiveMeta => ({
  live: ['devices', ...otherResources],
  record: id,
})

/** The query key begins with `devices`: invalidating the devices invalidates the whole page. */
export function useSignals(id: string, range: Range) {
  const fleet = useFleet()
  const refetchInterval = usePolling(useConfig().app.timing.ordersPollMs)
  return useQuery({
    queryKey: ['devices', 'signals', id, range],
    queryFn: ({ signal }) => {
      const to = serverTime()
      const moment = (ms: number) => new Date(ms).toISOString()
      return fleet.deviceSignals(id, { from: moment(to - RANGES[range] * DAY_MS), to: moment(to) }, signal)
    },
    refetchInterval,
    meta: liveOf(id),
    retry: false,
  })
}

type Page = { payload: TimelineEntry[]; next?: string }

export function useTimeline(id: string, kind?: TimelineKind, { enabled = true } = {}) {
  const fleet = useFleet()
  const polling = usePolling(useConfig().app.timing.ordersPollMs)
  return useInfiniteQuery({
    enabled,
    // The head, the chart and a tab of the page share one fetch.
    staleTime: 10_000,
    queryKey: ['devices', 'timeline', id, kind ?? 'all'],
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      fleet.deviceTimeline(id, { ...(kind && { kind }), ...(pageParam && { before: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    // Polls while an order is unfinished, but only until the user loads a second page.
    refetchInterval: ({ state }) => isUnfinished(state.data) && polling,
    meta: liveOf(id, 'orders'),
    retry: false,
  })
}

function isUnfinished(data: InfiniteData<Page, unknown> | undefined): boolean {
  if (!data || data.pages.length > 1) return false
  return data.pages.some(({ payload }) =>
    payload.some(
      entry => entry.kind === 'order' && (entry.status === 'waiting' || entry.status === 'ongoing'),
    ),
  )
}

/** A signal as text, with a typographic minus sign; rounded, as decimals are below the accuracy of a measurement. */
export const dbm = (rsrp: number) => `${String(Math.round(rsrp)).replace('-', '\u2212')} dBm`
