/** One upload at a time: how far it is, how it ended, and the way to stop it. */
import { useEffect, useRef, useState } from 'react'
import type { RowError } from '../../../contract/envelope'
import { failureBody } from '../../api/client'
import type { Progress } from '../../api/upload'
import { useFleet } from '../../api/verbs'

export type Outcome =
  | { kind: 'done'; added: number | undefined }
  /** `total` counts the refused cells, of which `rows` are the first. */
  | { kind: 'refused'; message: string; rows: readonly RowError[]; total: number }
  /** `late`: the server had the whole file already, and may have registered it. */
  | { kind: 'cancelled'; late: boolean }

export function useRosterUpload() {
  const fleet = useFleet()
  const [sending, setSending] = useState<Progress>()
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const send = async (file: File): Promise<Outcome> => {
    const controller = new AbortController()
    abort.current = controller
    let late = false
    const onProgress = (progress: Progress) => {
      late = progress.done
      setSending(progress)
    }
    onProgress({ sent: 0, total: file.size, done: false })
    try {
      const answer = await fleet.uploadRoster(file, { signal: controller.signal, onProgress })
      return { kind: 'done', added: answer?.payload?.added }
    } catch (error) {
      if (controller.signal.aborted) return { kind: 'cancelled', late }
      const { rows = [], rowsTotal = rows.length } = failureBody(error)
      return {
        kind: 'refused',
        message: error instanceof Error ? error.message : String(error),
        rows,
        total: rowsTotal,
      }
    } finally {
      setSending(undefined)
    }
  }
  return { sending, send, cancel: () => abort.current?.abort() }
}
