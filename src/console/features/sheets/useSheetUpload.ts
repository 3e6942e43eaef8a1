/** One upload at a time: how far it is, how it ended, and the way to stop it. */
import { HttpError } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import type { RosterDifferences } from '../../../contract/devices'
import type { RowError } from '../../../contract/envelope'
import { type FailureBody, failureBody } from '../../api/client'
import { isOutcomeUnknown } from '../../api/delivery'
import { useFleet } from '../../api/fleet'
import { randomKey } from '../../api/pendingWrites'
import type { AgreedMoves, Progress, Watch } from '../../api/upload'
import type { Notice } from '../../ui/notices/useNotice'

/** The notice about a file that was taken. */
type Report = Pick<Notice, 'text' | 'detail'>

/** Asked before the file is taken. */
export interface Asked {
  question: string
  body: string
  yes: string
  /** What the answer yes agrees to. */
  agreed: number
  /** It is so many that the number has to be typed. */
  isMany?: boolean
  /** Devices that would leave a batch, join it, and change their bunch in it. */
  moves?: AgreedMoves
}

export interface Uploading {
  /** The sheet registers devices: it is checked as a roster before it is sent. */
  checked?: boolean
  /** The sheet changes registered devices. What it changes is shown before it is sent for good. */
  compare?: (file: File, watch: Watch) => Promise<RosterDifferences>
  /** @param agreed what the user has said yes to; 0 before any question, `question` the one that was answered */
  send: (file: File, watch: Watch, agreed: number, question?: Asked) => Promise<Report>
  /** The question behind a refusal, if it is one. */
  questionOf?: (refusal: FailureBody) => Asked | undefined
  /** What is said beside the sentence of a refusal. */
  detailOf?: (refusal: FailureBody) => string | undefined
}

export type Outcome =
  /** `late`: it was done before it could be stopped. */
  | { kind: 'done'; report: Report; late: boolean }
  | { kind: 'asked'; question: Asked }
  | { kind: 'compared'; differences: RosterDifferences }
  /** `total` counts the refused cells, of which `rows` are the first. */
  | {
      kind: 'refused'
      message: string
      detail: string
      rows: readonly RowError[]
      total: number
      /**
       * The server has judged the sheet, and would say the same again: not that it is busy, and not that no answer
       * came.
       */
      judged: boolean
    }
  /** `late`: the server had the whole file and cannot be asked what it did. */
  | { kind: 'cancelled'; late: boolean }

export interface Sending extends Progress {
  /** For `uploadTurn` and `cancelUpload`. */
  name: string
  /** The user has stopped it, and the server has yet to say whether in time. */
  stopping: boolean
}

/** A refusal that another try would get again. */
const isJudgement = (status: number) => status >= 400 && status < 500 && status !== 408 && status !== 429

export function useSheetUpload() {
  const fleet = useFleet()
  const [sending, setSending] = useState<Sending>()
  const running = useRef<Sending & { controller: AbortController }>(undefined)
  useEffect(() => () => running.current?.controller.abort(), [])

  /** @param agreed what the user has said yes to; a sheet that can be compared is compared until then */
  const send = async (
    uploading: Uploading,
    file: File,
    agreed?: number,
    answered?: Asked,
  ): Promise<Outcome> => {
    const { send: upload, compare, questionOf, detailOf } = uploading
    const controller = new AbortController()
    const { signal } = controller
    const progress: Progress = { sent: 0, total: file.size, done: false }
    const current = { ...progress, stopping: false, name: randomKey(), controller }
    running.current = current
    const onProgress = (next: Progress) => setSending({ ...Object.assign(current, next) })
    onProgress(progress)
    try {
      const watch = { signal, onProgress, name: current.name }
      if (compare && agreed === undefined)
        return { kind: 'compared', differences: await compare(file, watch) }
      const report = await upload(file, watch, agreed ?? 0, answered)
      return { kind: 'done', report, late: current.stopping }
    } catch (error) {
      if (signal.aborted) return { kind: 'cancelled', late: current.done }
      const refusal = failureBody(error)
      if (refusal.code === 'upload.cancelled') return { kind: 'cancelled', late: false }
      const question = questionOf?.(refusal)
      // Nothing was done, which is what the user wants who has stopped it.
      if (question) return current.stopping ? { kind: 'cancelled', late: false } : { kind: 'asked', question }
      const { rows = [], rowsTotal = rows.length } = refusal
      return {
        kind: 'refused',
        message: error instanceof Error ? error.message : String(error),
        detail: detailOf?.(refusal) ?? '',
        rows,
        total: rowsTotal,
        judged: error instanceof HttpError && isJudgement(error.status) && !isOutcomeUnknown(error),
      }
    } finally {
      running.current = undefined
      setSending(undefined)
    }
  }

  /**
   * What has not arrived whole is cut off; else the server is asked to stop, and the upload answers what became of it.
   */
  const cancel = () => {
    const current = running.current
    if (!current || current.stopping) return
    current.stopping = true
    if (!current.done) {
      current.controller.abort()
      return
    }
    setSending({ ...current })
    // A server of §7 alone cannot be asked.
    fleet.cancelUpload(current.name).catch(() => current.controller.abort())
  }
  return { sending, send, cancel }
}
