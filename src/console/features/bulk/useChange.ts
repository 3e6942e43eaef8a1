/** One change of many devices: sent once, followed while it runs, and stopped. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { BulkDone, BulkProgress } from '../../../contract/bulk'
import type { RowError } from '../../../contract/envelope'
import { failureBody } from '../../api/client'
import { isOutcomeUnknown } from '../../api/delivery'
import { type DeviceChange, useFleet } from '../../api/fleet'
import { randomKey } from '../../api/pendingWrites'
import { reasonOf } from '../../failure'

export type ChangeOutcome =
  | { kind: 'done'; name: string; done: BulkDone }
  /** By now it is another number of devices, and nothing was changed. */
  | { kind: 'changed'; found: number }
  | {
      kind: 'refused'
      reason: string
      errors: Record<string, string>
      rows: readonly RowError[]
      total: number
    }

interface Running {
  name: string
  stopping: boolean
}

const POLL_MS = 500

export function useChange() {
  const fleet = useFleet()
  const queries = useQueryClient()
  const translate = useTranslate()
  const [running, setRunning] = useState<Running>()
  const { data: progress } = useQuery({
    queryKey: ['bulk', running?.name],
    enabled: running !== undefined,
    refetchInterval: POLL_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }): Promise<BulkProgress | null> =>
      (await fleet.changeProgress(running!.name, signal)) ?? null,
  })

  const change = async (sheet: Omit<DeviceChange, 'name'>): Promise<ChangeOutcome> => {
    const name = randomKey()
    setRunning({ name, stopping: false })
    try {
      const done = await fleet.changeDevices({ ...sheet, name })
      return { kind: 'done', name, done }
    } catch (error) {
      const { code, found, errors = {}, rows = [], rowsTotal = rows.length } = failureBody(error)
      if (code === 'bulk.changed' && found !== undefined) return { kind: 'changed', found }
      // Its answer is lost: what came of it stands beside it.
      const known = isOutcomeUnknown(error)
        ? await fleet.changeProgress(name).catch(() => undefined)
        : undefined
      if (known?.result) return { kind: 'done', name, done: known.result }
      return { kind: 'refused', reason: translate(reasonOf(error)), errors, rows, total: rowsTotal }
    } finally {
      setRunning(undefined)
      for (const queryKey of [['devices'], ['batches']]) void queries.invalidateQueries({ queryKey })
    }
  }
  const stop = () => {
    if (!running || running.stopping) return
    setRunning({ ...running, stopping: true })
    // The change itself says whether this was in time.
    fleet.stopChange(running.name).catch(() => undefined)
  }
  return { running, progress: progress ?? undefined, change, stop }
}
