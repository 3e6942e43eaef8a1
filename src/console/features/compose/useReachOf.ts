/** How many devices a draft hits. Of chosen devices the page knows it; of a group the server is asked. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import type { Batch } from '../../../contract/batches'
import type { FleetProvider } from '../../api/verbs'
import { useFleet } from '../../api/verbs'
import type { Draft } from './draft'

export type Reach =
  | { kind: 'nobody' }
  | { kind: 'waiting' }
  /** It could not be counted, or registering would be refused: nothing is sent. */
  | { kind: 'failed'; reason: string }
  | Counted

interface Counted {
  kind: 'known'
  devices: number
  online?: number
  offline?: number
  /** The order may hit fewer: only the batch of the bunch could be counted. */
  atMost?: boolean
}

/** The command counts too: some reach only devices that have what it changes. */
const previewOf = (
  fleet: FleetProvider,
  { batch, bunch, code }: Pick<Draft, 'batch' | 'bunch' | 'code'>,
  uncounted: string,
) =>
  queryOptions({
    queryKey: ['orders', 'preview', batch, bunch, code],
    queryFn: async ({ signal }): Promise<Counted> => {
      const preview = await fleet.previewOrder({ batch, bunch, ...(code ? { code } : {}) }, signal)
      if (preview !== undefined) return counted(preview, uncounted)
      // A server of §7 alone has no preview (decision 22), but says how many devices a batch has.
      const { data } = await fleet.getOne<Batch>('batches', { id: batch, signal })
      return counted({ devices: data.devices, ...(bunch > 0 ? { atMost: true } : {}) }, uncounted)
    },
    retry: false,
  })

/** @throws with the sentence where an answer has no number: any other value would pass every limit */
function counted(found: Omit<Counted, 'kind'> | null, uncounted: string): Counted {
  if (!found || !Number.isSafeInteger(found.devices)) throw new Error(uncounted)
  return { kind: 'known', ...found }
}

export function useReachOf(draft: Draft) {
  const fleet = useFleet()
  const queries = useQueryClient()
  const uncounted = useTranslate()('compose.summary.unknown')
  const { mode, batch, targets } = draft
  const options = previewOf(fleet, draft, uncounted)
  const preview = useQuery({ ...options, enabled: mode === 'group' && batch > 0 })

  const here = (): Reach | undefined => {
    if (mode === 'group') return batch > 0 ? undefined : { kind: 'nobody' }
    if (targets.length === 0) return { kind: 'nobody' }
    const online = targets.filter(target => target.online).length
    return { kind: 'known', devices: targets.length, online, offline: targets.length - online }
  }
  const answered = (): Reach => {
    if (preview.error) return failed(preview.error)
    return preview.data ?? { kind: 'waiting' }
  }
  return {
    reach: here() ?? answered(),
    /** The same, asked anew: nothing is sent before it is known how many it hits. */
    ask: async (): Promise<Reach> =>
      here() ?? (await queries.fetchQuery({ ...options, staleTime: 0 }).catch(failed)),
  }
}

const failed = (error: unknown): Reach => ({
  kind: 'failed',
  reason: error instanceof Error ? error.message : String(error),
})
