/** Sends a change of many records, follows its progress, and can stop it. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useRef, useState } from 'react'
import type { BulkDone, BulkProgress } from '../../../contract/bulk'
import type { RowError } from '../../../contract/envelope'
import type { CompiledResource } from '../../../engine/compiled'
import { failureBody } from '../../api/client'
import { isOutcomeUnknown } from '../../api/delivery'
import { type RecordsChange, useFleet } from '../../api/fleet'
import { randomKey } from '../../api/pendingWrites'
import { reasonOf } from '../../failure'

export type ChangeOutcome =
  | { kind: 'done'; name: string; done: BulkDone }
  /** Nothing was changed, as the number of records is no longer the confirmed one. */
  | { kind: 'countChanged'; found: number }
  | {
      kind: 'refused'
      reason: string
      errors: Record<string, string>
      rows: readonly RowError[]
      total: number
    }

interface Running {
  name: string
  isStopping: boolean
}

const POLL_MS = 500
/** How often to poll after a stop request. Limited, as a server process that has ended never reports an outcome. */
const POLLS_AFTER_STOP = 20

/** Reads a resource again, and the resources to which its records refer: their lists may count these records. */
export function invalidateChanged(queries: QueryClient, { name, fields }: CompiledResource): void {
  const references = Object.values(fields).flatMap(({ reference }) => reference ?? [])
  for (const queryKey of new Set([name, ...references]))
    void queries.invalidateQueries({ queryKey: [queryKey] })
}

export function useChange(resource: CompiledResource) {
  const fleet = useFleet()
  const queries = useQueryClient()
  const translate = useTranslate()
  const notify = useNotify()
  const [running, setRunning] = useState<Running>()
  const { data: progress } = useQuery({
    queryKey: ['bulk', running?.name],
    enabled: running !== undefined,
    refetchInterval: POLL_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }): Promise<BulkProgress | null> =>
      (await fleet.changeProgress(resource.name, running!.name, signal)) ?? null,
  })

  /** A change with unknown outcome: sent again, it keeps its name, so that the server does it only once. */
  const unfinished = useRef<{ name: string; request: string }>(undefined)
  /** The remaining number of polls for the outcome. */
  const pollsLeft = useRef(Number.POSITIVE_INFINITY)

  /**
   * @param started whether the server has reported that the change runs
   * @returns the result; `nothing` if the change ended without one; undefined if unknown
   */
  const outcomeOf = async (name: string, started: boolean): Promise<BulkDone | 'nothing' | undefined> => {
    let isKnownToServer = started
    while (pollsLeft.current > 0) {
      pollsLeft.current -= 1
      try {
        const latest = await fleet.changeProgress(resource.name, name)
        // If the server never knew the change, the request may still arrive.
        if (!latest) return isKnownToServer ? 'nothing' : undefined
        if (latest.result) return latest.result
        isKnownToServer = true
        await new Promise(resolve => setTimeout(resolve, POLL_MS))
      } catch {
        return undefined
      }
    }
    return undefined
  }

  const change = async (request: Omit<RecordsChange, 'name'>): Promise<ChangeOutcome> => {
    const requestText = JSON.stringify(request)
    const name = unfinished.current?.request === requestText ? unfinished.current.name : randomKey()
    unfinished.current = undefined
    pollsLeft.current = Number.POSITIVE_INFINITY
    setRunning({ name, isStopping: false })
    try {
      const done = await fleet.changeRecords(resource, { ...request, name })
      return { kind: 'done', name, done }
    } catch (error) {
      const { code, found, errors = {}, rows = [], rowsTotal = rows.length } = failureBody(error)
      if (code === 'bulk.changed' && found !== undefined) return { kind: 'countChanged', found }
      let reason = translate(reasonOf(error))
      // The response was lost, or the same change is still running: poll for its outcome.
      const isRunning = code === 'bulk.running'
      if (isOutcomeUnknown(error) || isRunning) {
        const outcome = await outcomeOf(name, isRunning)
        if (outcome === 'nothing') reason = translate('bulk.lost')
        else if (outcome) return { kind: 'done', name, done: outcome }
        else unfinished.current = { name, request: requestText }
      }
      return { kind: 'refused', reason, errors, rows, total: rowsTotal }
    } finally {
      setRunning(undefined)
      invalidateChanged(queries, resource)
    }
  }
  const stop = () => {
    if (!running || running.isStopping) return
    setRunning({ ...running, isStopping: true })
    pollsLeft.current = POLLS_AFTER_STOP
    // The response to `changeRecords` shows whether the change was stopped in time.
    fleet.cancelChange(resource.name, running.name).catch((error: unknown) => {
      setRunning(now => now && { ...now, isStopping: false })
      notify(reasonOf(error), { type: 'error' })
    })
  }
  return { running, progress: progress ?? undefined, change, stop }
}
