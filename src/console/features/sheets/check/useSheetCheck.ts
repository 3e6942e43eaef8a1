/** Checks a chosen sheet in a worker: returns the state of the check, and functions to edit and write the sheet. */
import { useLocale } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import type { ColumnMapping } from '../../../../contract/devices'
import type { RowError } from '../../../../contract/envelope'
import { useFleet } from '../../../api/fleet'
import { useConditionUser, useUser } from '../../../auth/useSession'
import { useConfig } from '../../../config'
import { useFaultText } from './sentences'
import type { BadSheet, CheckAnswer, CheckContext, CheckRequest, CheckResult } from './types'

type CheckState =
  | { kind: 'none' }
  | { kind: 'reading' | 'asking'; rows: number; total?: number; result?: CheckResult }
  | { kind: 'done'; result: CheckResult }
  /** The worker has crashed and the corrections are lost: the original file must not be sent without them. */
  | { kind: 'crashed' }
  /** Not readable as a spreadsheet. */
  | { kind: 'unreadable'; code: string; row?: number; limit?: number }

const NONE: CheckState = { kind: 'none' }

interface CheckedSheet {
  /** The resource of its rows. */
  resource: string
  /** Whether it changes stored records. */
  isUpdate: boolean
  /** What it is for. With another purpose it is checked again, with the user's corrections. */
  purpose: string | undefined
}

/** @param file the chosen file; undefined for none, or for a sheet that cannot be checked */
export function useSheetCheck(file: File | undefined, { resource, isUpdate, purpose }: CheckedSheet) {
  const { roster, resources, levels, app } = useConfig()
  const { level } = useUser()
  const user = useConditionUser()
  const locale = useLocale()
  const fleet = useFleet()
  const faultText = useFaultText()
  const [state, setState] = useState<CheckState>(NONE)
  const worker = useRef<Worker>(undefined)
  const pendingWrite = useRef<{ resolve: (file: Blob) => void; reject: (error: Error) => void }>(undefined)
  // A running check keeps the values with which it began.
  const latest = useRef({ roster, resources, levels, app, level, user, locale, fleet, faultText, isUpdate })
  latest.current = { roster, resources, levels, app, level, user, locale, fleet, faultText, isUpdate }

  useEffect(() => {
    setState(NONE)
    // Without workers (in tests) only the server checks the sheet.
    if (!file || typeof Worker === 'undefined') return
    const { roster, resources, levels, app, level, user, locale, fleet, faultText, isUpdate } = latest.current
    const thread = new Worker(new URL('./checkWorker.ts', import.meta.url), { type: 'module' })
    const abort = new AbortController()
    const send = (request: CheckRequest) => thread.postMessage(request)
    const fail = (message: string) => {
      setState(previous => ('result' in previous && previous.result?.isChanged ? { kind: 'crashed' } : NONE))
      pendingWrite.current?.reject(new Error(message))
    }
    thread.onerror = event => fail(event.message)
    thread.onmessage = ({ data }: MessageEvent<CheckAnswer>) => {
      if (data.is === 'progress')
        setState(previous => ({
          kind: data.step,
          rows: data.rows,
          ...(data.total !== undefined && { total: data.total }),
          ...('result' in previous && previous.result && { result: previous.result }),
        }))
      else if (data.is === 'result') setState({ kind: 'done', result: data.result })
      else if (data.is === 'unreadable') setState({ kind: 'unreadable', ...data })
      else if (data.is === 'file') pendingWrite.current?.resolve(data.bytes)
      else if (data.is === 'failed') fail(data.message)
      else if (data.is === 'askTexts') send({ do: 'texts', texts: data.faults.map(faultText) })
      else {
        // If this call fails, the server still checks the sheet when it is sent.
        const asked =
          resource === 'devices'
            ? fleet.checkRoster(data.rows, abort.signal)
            : fleet.checkImport(resource, data.rows, abort.signal)
        const conflictsFound = asked.catch(() => undefined)
        void conflictsFound.then(conflicts => send({ do: 'conflicts', conflicts }))
      }
    }
    const shared = { roster, resources, levels, app }
    // One more row, for the header.
    const limits = { bytesIn: app.limits.upload.bytes, rows: app.limits.upload.rows + 1 }
    const language = locale === 'en' ? 'en' : 'ko'
    const context: CheckContext = {
      config: shared,
      resource,
      level,
      ...(user && { user }),
      locale: language,
      limits,
      isUpdate,
    }
    setState({ kind: 'reading', rows: 0 })
    send({ do: 'open', file, context })
    worker.current = thread
    return () => {
      abort.abort()
      thread.terminate()
      worker.current = undefined
      pendingWrite.current?.reject(new Error('cancelled'))
    }
  }, [file, resource])

  const post = (request: CheckRequest) => worker.current?.postMessage(request)
  const [previousPurpose, setPreviousPurpose] = useState(purpose)
  useEffect(() => {
    if (previousPurpose === purpose) return
    setPreviousPurpose(purpose)
    worker.current?.postMessage({ do: 'purpose', isUpdate } satisfies CheckRequest)
  }, [previousPurpose, purpose, isUpdate])
  return {
    state,
    edit: (row: number, column: number, text: string) => post({ do: 'edit', row, column, text }),
    /** Reads columns as the user has chosen. */
    map: (columns: ColumnMapping) => post({ do: 'map', columns }),
    /** Shows only the bad rows with a reason. */
    filter: (reason: string | undefined) => post({ do: 'filter', reason }),
    /** Adds the cells that the server refused in the comparison of an update, so that the user can edit them. */
    refuse: (rows: readonly RowError[]) => post({ do: 'refuse', rows }),
    /** Writes the sheet with all corrections, or only its bad rows. */
    write: (only?: BadSheet): Promise<Blob> =>
      new Promise((resolve, reject) => {
        pendingWrite.current = { resolve, reject }
        post(only ? { do: 'write', only } : { do: 'write' })
      }),
    /** Stops the check; the file stays chosen. */
    cancel: () => {
      worker.current?.terminate()
      setState(NONE)
    },
  }
}
