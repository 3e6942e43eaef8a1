/** Uploads a sheet, one at a time: its progress and outcome, and a function to cancel it. */
import { HttpError } from 'ra-core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ColumnMapping, RosterDifferences } from '../../../contract/devices'
import type { RowError } from '../../../contract/envelope'
import { type FailureBody, failureBody } from '../../api/client'
import { isOutcomeUnknown } from '../../api/delivery'
import { useFleet } from '../../api/fleet'
import { randomKey } from '../../api/pendingWrites'
import type { ExpectedMoves, Progress, UploadOptions } from '../../api/upload'
import { isFinalStatus } from '../../connection'
import type { Notice } from '../../ui/notices/useNotice'

/** The notice after a successful upload, with buttons for the next steps. */
type Report = Pick<Notice, 'text' | 'detail'> & {
  next?: ReactNode
  /** Closes the dialog, and shows this notice for so many seconds; 0 for the usual time. */
  toast?: (detail: string) => ReactNode
  toastSeconds?: number
}

/** A question that the user must confirm before the server applies the sheet. */
export interface Confirmation {
  question: string
  body: string
  yes: string
  /** The number of devices to which the user agrees by confirming. */
  count: number
  /** Set if there are so many devices that the user must type their number. */
  isMany?: boolean
  /** Devices that would leave a batch, join it, and change their bunch in it. */
  moves?: ExpectedMoves
}

export interface Uploading {
  /** The resource whose rows the console checks before it sends the sheet; absent if it does not check. */
  checked?: string | undefined
  /** For a sheet that changes stored records: fetches the changes, to show them before they are applied. */
  compare?: (file: File, watch: UploadOptions) => Promise<RosterDifferences>
  /** Whether a sheet that changes records also adds those that are not stored. */
  adds?: boolean
  /** The label of the field by which rows find stored records. */
  key?: string
  /** A control with a question about the compared changes. One of its answers is chosen already. */
  choice?: ReactNode
  /** @param agreedCount the number that the user has confirmed; 0 before any question */
  send: (file: File, watch: UploadOptions, agreedCount: number, confirmed?: Confirmation) => Promise<Report>
  /** Returns the question to ask if a refusal only needs confirmation. */
  questionOf?: (refusal: FailureBody) => Confirmation | undefined
  /** Returns details to show with the message of a refusal. */
  detailOf?: (refusal: FailureBody) => string | undefined
}

export type Outcome =
  /** `tooLate`: the user had cancelled it, but too late. */
  | { kind: 'done'; report: Report; tooLate: boolean }
  | { kind: 'question'; question: Confirmation }
  | { kind: 'compared'; differences: RosterDifferences }
  /** `total` is the number of refused cells; `rows` are the first of them. */
  | {
      kind: 'refused'
      message: string
      detail: string
      rows: readonly RowError[]
      total: number
      /**
       * The server has rejected the sheet itself, so that a retry would fail too; false if it was busy or unreachable.
       */
      isFinal: boolean
    }
  /** `tooLate`: the server had received the whole file, so the outcome is unknown. */
  | { kind: 'cancelled'; tooLate: boolean }

export interface UploadState extends Progress {
  /** A key made for this upload, which `uploadTurn` and `cancelUpload` refer to. */
  name: string
  /** Whether the user has cancelled the upload, but the server has not answered yet. */
  isStopping: boolean
}

/** What the user has chosen and confirmed before an upload. */
interface Agreed {
  mapping: ColumnMapping | undefined
  agreedCount: number | undefined
  confirmed: Confirmation | undefined
}

export function useSheetUpload() {
  const fleet = useFleet()
  const [sending, setSending] = useState<UploadState>()
  const running = useRef<UploadState & { controller: AbortController }>(undefined)
  useEffect(() => () => running.current?.controller.abort(), [])

  /** @param agreedCount the number that the user has confirmed; without it, a sheet with `compare` is only compared */
  const send = async (
    uploading: Uploading,
    file: File,
    { mapping, agreedCount, confirmed }: Agreed,
  ): Promise<Outcome> => {
    const { send: upload, compare, questionOf, detailOf } = uploading
    const controller = new AbortController()
    const { signal } = controller
    const progress: Progress = { sent: 0, total: file.size, isSent: false }
    const current = { ...progress, isStopping: false, name: randomKey(), controller }
    running.current = current
    const onProgress = (next: Progress) => {
      Object.assign(current, next)
      setSending({ ...current })
    }
    onProgress(progress)
    try {
      const watch = { signal, onProgress, name: current.name, mapping }
      if (compare && agreedCount === undefined)
        return { kind: 'compared', differences: await compare(file, watch) }
      const report = await upload(file, watch, agreedCount ?? 0, confirmed)
      return { kind: 'done', report, tooLate: current.isStopping }
    } catch (error) {
      if (signal.aborted) return { kind: 'cancelled', tooLate: current.isSent }
      const refusal = failureBody(error)
      if (refusal.code === 'upload.cancelled') return { kind: 'cancelled', tooLate: false }
      const question = questionOf?.(refusal)
      // Nothing was applied: if the user has cancelled, do not ask.
      if (question)
        return current.isStopping ? { kind: 'cancelled', tooLate: false } : { kind: 'question', question }
      const { rows = [], rowsTotal = rows.length } = refusal
      return {
        kind: 'refused',
        message: error instanceof Error ? error.message : String(error),
        detail: detailOf?.(refusal) ?? '',
        rows,
        total: rowsTotal,
        isFinal: error instanceof HttpError && isFinalStatus(error.status) && !isOutcomeUnknown(error),
      }
    } finally {
      running.current = undefined
      setSending(undefined)
    }
  }

  /**
   * Aborts an incomplete upload. After a complete one, asks the server to stop; the upload's response has the outcome.
   */
  const cancel = () => {
    const current = running.current
    if (!current || current.isStopping) return
    current.isStopping = true
    if (!current.isSent) {
      current.controller.abort()
      return
    }
    setSending({ ...current })
    // A basic server (§7 only) lacks this call.
    fleet.cancelUpload(current.name).catch(() => current.controller.abort())
  }
  return { sending, send, cancel }
}
