/** One upload at a time: how far it is, how it ended, and the way to stop it. */
import { useEffect, useRef, useState } from 'react'
import type { RowError } from '../../../contract/envelope'
import { failureBody } from '../../api/client'
import type { Progress } from '../../api/upload'
import type { Notice } from '../../ui/useNotice'

/** What is said of a file that was taken. */
export type Said = Pick<Notice, 'text' | 'detail'>

/** Sends a file. */
export type Send = (
  file: File,
  watch: { signal: AbortSignal; onProgress: (progress: Progress) => void },
) => Promise<Said>

export type Outcome =
  | { kind: 'done'; said: Said }
  /** `total` counts the refused cells, of which `rows` are the first. */
  | { kind: 'refused'; message: string; rows: readonly RowError[]; total: number }
  /** `late`: the server had the whole file already, and may have done what it asks for. */
  | { kind: 'cancelled'; late: boolean }

export function useSheetUpload(upload: Send | undefined) {
  const [sending, setSending] = useState<Progress>()
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const send = async (file: File): Promise<Outcome> => {
    if (!upload) throw new Error('nothing to upload to')
    const controller = new AbortController()
    abort.current = controller
    let late = false
    const onProgress = (progress: Progress) => {
      late = progress.done
      setSending(progress)
    }
    onProgress({ sent: 0, total: file.size, done: false })
    try {
      return { kind: 'done', said: await upload(file, { signal: controller.signal, onProgress }) }
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
