/**
 * How many devices a draft is aimed at. Devices chosen on the page are counted there, those of a group by the server.
 */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useMemo } from 'react'
import type { Batch } from '../../../../contract/batches'
import { type Fleet, useFleet } from '../../../api/fleet'
import type { Draft } from '../draft/draft'

export type TargetCount =
  | { kind: 'none' }
  | { kind: 'pending' }
  /** It could not be counted, or registering would be refused: nothing is sent. */
  | { kind: 'failed'; reason: string }
  | KnownCount

export interface KnownCount {
  kind: 'known'
  devices: number
  online?: number
  offline?: number
  /** The order may hit fewer: only the batch of the bunch could be counted. */
  atMost?: boolean
}

/** The count depends on the command too: some reach only devices that have what it changes. */
const previewOf = (
  fleet: Fleet,
  { batch, bunch, code }: Pick<Draft, 'batch' | 'bunch' | 'code'>,
  uncounted: string,
) =>
  queryOptions({
    queryKey: ['orders', 'preview', batch, bunch, code],
    queryFn: async ({ signal }): Promise<KnownCount> => {
      const preview = await fleet.previewOrder({ batch, bunch, ...(code ? { code } : {}) }, signal)
      if (preview !== undefined) return checked(preview, uncounted)
      // A basic server has no preview (decision 22), but says how many devices a batch has.
      const { data } = await fleet.getOne<Batch>('batches', { id: batch, signal })
      return checked({ devices: data.devices, ...(bunch > 0 ? { atMost: true } : {}) }, uncounted)
    },
    retry: false,
  })

/** @throws with the sentence where an answer has no number: any other value would pass every limit */
function checked(found: Omit<KnownCount, 'kind'> | null, uncounted: string): KnownCount {
  if (!found || !Number.isSafeInteger(found.devices)) throw new Error(uncounted)
  return { kind: 'known', ...found }
}

const failed = (error: unknown): TargetCount => ({
  kind: 'failed',
  reason: error instanceof Error ? error.message : String(error),
})

export function useTargetCount(draft: Draft) {
  const fleet = useFleet()
  const queries = useQueryClient()
  const uncounted = useTranslate()('compose.summary.unknown')
  const { mode, batch, targets } = draft
  const here = useMemo(() => countHere({ mode, batch, targets }), [mode, batch, targets])
  const options = previewOf(fleet, draft, uncounted)
  const { data, error } = useQuery({ ...options, enabled: !here })
  return {
    count: here ?? (error ? failed(error) : (data ?? { kind: 'pending' })),
    /** Counts again: nothing is sent without a present count. */
    recount: async (): Promise<TargetCount> =>
      here ?? (await queries.fetchQuery({ ...options, staleTime: 0 }).catch(failed)),
  }
}

/** What needs no server. */
function countHere({
  mode,
  batch,
  targets,
}: Pick<Draft, 'mode' | 'batch' | 'targets'>): TargetCount | undefined {
  if (mode === 'group') return batch > 0 ? undefined : { kind: 'none' }
  if (targets.size === 0) return { kind: 'none' }
  const online = [...targets.values()].filter(target => target.online).length
  return { kind: 'known', devices: targets.size, online, offline: targets.size - online }
}
