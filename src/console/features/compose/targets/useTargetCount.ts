/** Counts the target devices of a draft: the browser counts chosen devices, the server counts those of a group. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useMemo } from 'react'
import type { Batch } from '../../../../contract/batches'
import { type Fleet, useFleet } from '../../../api/fleet'
import type { Draft } from '../draft/draft'

export type TargetCount =
  | { kind: 'none' }
  | { kind: 'pending' }
  /** The count failed, or the server would refuse the order: it cannot be sent. */
  | { kind: 'failed'; reason: string }
  | KnownCount

export interface KnownCount {
  kind: 'known'
  devices: number
  online?: number
  offline?: number
  /** Whether `devices` is the count of the whole batch, of which the chosen bunch may have fewer. */
  atMost?: boolean
}

/**
 * The query that counts the devices of a group. The count also depends on the command: some commands
 * are sent only to devices that have the setting that they change.
 *
 * @param uncounted the error message if the server returns no number
 */
const previewQuery = (
  fleet: Fleet,
  { batch, bunch, code }: Pick<Draft, 'batch' | 'bunch' | 'code'>,
  uncounted: string,
) =>
  queryOptions({
    queryKey: ['orders', 'preview', batch, bunch, code],
    queryFn: async ({ signal }): Promise<KnownCount> => {
      const preview = await fleet.previewOrder({ batch, bunch, ...(code ? { code } : {}) }, signal)
      if (preview !== undefined) return countIn(preview, uncounted)
      // A basic server (§7 only) has no preview (decision 22), but its batches contain a number of devices.
      const { data } = await fleet.getOne<Batch>('batches', { id: batch, signal })
      return countIn({ devices: data.devices, ...(bunch > 0 ? { atMost: true } : {}) }, uncounted)
    },
    retry: false,
  })

/** @throws Error with the message `uncounted` if the response has no number: NaN would pass every limit */
function countIn(response: Omit<KnownCount, 'kind'> | null, uncounted: string): KnownCount {
  if (!response || !Number.isSafeInteger(response.devices)) throw new Error(uncounted)
  return { kind: 'known', ...response }
}

const failedCount = (error: unknown): TargetCount => ({
  kind: 'failed',
  reason: error instanceof Error ? error.message : String(error),
})

export function useTargetCount(draft: Draft) {
  const fleet = useFleet()
  const queries = useQueryClient()
  const uncounted = useTranslate()('compose.summary.unknown')
  const { mode, batch, targets } = draft
  const localCount = useMemo(() => countLocally({ mode, batch, targets }), [mode, batch, targets])
  const options = previewQuery(fleet, draft, uncounted)
  const { data, error } = useQuery({ ...options, enabled: !localCount })
  const serverCount: TargetCount = error ? failedCount(error) : (data ?? { kind: 'pending' })
  return {
    count: localCount ?? serverCount,
    /** Counts again; called before sending. */
    recount: async (): Promise<TargetCount> =>
      localCount ?? (await queries.fetchQuery({ ...options, staleTime: 0 }).catch(failedCount)),
  }
}

/** The count of chosen devices, or none; undefined if the server must count a group. */
function countLocally({
  mode,
  batch,
  targets,
}: Pick<Draft, 'mode' | 'batch' | 'targets'>): TargetCount | undefined {
  if (mode === 'group') return batch > 0 ? undefined : { kind: 'none' }
  if (targets.size === 0) return { kind: 'none' }
  const online = [...targets.values()].filter(target => target.online).length
  return { kind: 'known', devices: targets.size, online, offline: targets.size - online }
}
