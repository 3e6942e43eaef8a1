/** One change of many devices: sent once, followed while it runs, and stopped. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useRef, useState } from 'react'
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
/** Polls after it was asked to stop: a change whose process has ended cannot be stopped. */
const STOP_POLLS = 20

export function useChange() {
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
      (await fleet.changeProgress(running!.name, signal)) ?? null,
  })

  /** A change whose outcome is not known: sent again, it is the same one. */
  const unknown = useRef<{ name: string; sheet: string }>(undefined)
  /** How often it is still looked what became of it. */
  const patience = useRef(Number.POSITIVE_INFINITY)

  /** @returns its outcome; `nothing` where the change has ended without one, `undefined` where it is not known */
  const outcomeOf = async (name: string, begun: boolean): Promise<BulkDone | 'nothing' | undefined> => {
    let seen = begun
    while (patience.current-- > 0)
      try {
        const known = await fleet.changeProgress(name)
        if (!known) return seen ? 'nothing' : undefined
        if (known.result) return known.result
        seen = true
        await new Promise(resolve => setTimeout(resolve, POLL_MS))
      } catch {
        return undefined
      }
    return undefined
  }

  const change = async (sheet: Omit<DeviceChange, 'name'>): Promise<ChangeOutcome> => {
    const asked = JSON.stringify(sheet)
    const name = unknown.current?.sheet === asked ? unknown.current.name : randomKey()
    unknown.current = undefined
    patience.current = Number.POSITIVE_INFINITY
    setRunning({ name, stopping: false })
    try {
      const done = await fleet.changeDevices({ ...sheet, name })
      return { kind: 'done', name, done }
    } catch (error) {
      const { code, found, errors = {}, rows = [], rowsTotal = rows.length } = failureBody(error)
      if (code === 'bulk.changed' && found !== undefined) return { kind: 'changed', found }
      let reason = translate(reasonOf(error))
      // Its answer is lost, or it goes on from before: what comes of it stands beside it.
      const isRunning = code === 'bulk.running'
      if (isOutcomeUnknown(error) || isRunning) {
        const known = await outcomeOf(name, isRunning)
        if (known === 'nothing') reason = translate('bulk.lost')
        else if (known) return { kind: 'done', name, done: known }
        else unknown.current = { name, sheet: asked }
      }
      return { kind: 'refused', reason, errors, rows, total: rowsTotal }
    } finally {
      setRunning(undefined)
      for (const queryKey of [['devices'], ['batches']]) void queries.invalidateQueries({ queryKey })
    }
  }
  const stop = () => {
    if (!running || running.stopping) return
    setRunning({ ...running, stopping: true })
    patience.current = STOP_POLLS
    // The change itself says whether this was in time.
    fleet.stopChange(running.name).catch((error: unknown) => {
      setRunning(now => now && { ...now, stopping: false })
      notify(reasonOf(error), { type: 'error' })
    })
  }
  return { running, progress: progress ?? undefined, change, stop }
}
