/** How many devices a draft hits. Of chosen devices the page knows it; of a group the server is asked. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useGetList } from 'ra-core'
import type { Batch } from '../../../contract/batches'
import type { FleetProvider } from '../../api/verbs'
import { useFleet } from '../../api/verbs'
import type { Draft } from './draft'

export type Reach =
  | { kind: 'nobody' }
  | { kind: 'waiting' }
  /** Registering would be refused too. */
  | { kind: 'refused'; reason: string }
  /** The server does not tell. */
  | { kind: 'unknown' }
  | { kind: 'known'; devices: number; online?: number; offline?: number }

/** The command counts too: some reach only devices that have what it changes. */
const previewOf = (fleet: FleetProvider, { batch, bunch, code }: Pick<Draft, 'batch' | 'bunch' | 'code'>) =>
  queryOptions({
    queryKey: ['orders', 'preview', batch, bunch, code],
    queryFn: async ({ signal }) =>
      (await fleet.previewOrder({ batch, bunch, ...(code ? { code } : {}) }, signal)) ?? null,
    retry: false,
  })

export function useReachOf(draft: Draft): { reach: Reach; ask: () => Promise<Reach> } {
  const fleet = useFleet()
  const queries = useQueryClient()
  const { mode, batch, bunch, targets } = draft
  const asked = mode === 'group' && batch > 0
  const preview = useQuery({ ...previewOf(fleet, draft), enabled: asked })
  const lacking = asked && preview.data === null
  // Where the server has no preview, the list of batches says how many devices a whole one has.
  const batches = useGetList<Batch>(
    'batches',
    { pagination: { page: 1, perPage: 1 }, filter: { id: batch } },
    { enabled: lacking && bunch === 0 },
  )

  const withoutPreview = (): Reach => {
    const found = bunch === 0 ? batches.data?.find(({ id }) => id === batch) : undefined
    return found ? { kind: 'known', devices: found.devices } : { kind: 'unknown' }
  }
  const reachOf = (found: typeof preview.data): Reach =>
    found ? { kind: 'known', ...found } : withoutPreview()

  const here = (): Reach | undefined => {
    if (mode === 'group') return batch > 0 ? undefined : { kind: 'nobody' }
    if (targets.length === 0) return { kind: 'nobody' }
    const online = targets.filter(target => target.online).length
    return { kind: 'known', devices: targets.length, online, offline: targets.length - online }
  }
  const told = (): Reach => {
    if (preview.error) return { kind: 'refused', reason: preview.error.message }
    return preview.isPending ? { kind: 'waiting' } : reachOf(preview.data)
  }
  return {
    reach: here() ?? told(),
    /** The same, waited for: nothing is sent before it is known how many it hits. */
    ask: async () => {
      const known = here()
      if (known) return known
      try {
        return reachOf(await queries.fetchQuery(previewOf(fleet, draft)))
      } catch (error) {
        return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}
