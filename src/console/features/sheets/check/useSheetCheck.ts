/** A chosen sheet while it is checked: what is known of it so far, and what can be done with it. */
import { useLocale } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
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
  /** The thread broke down, and with it went what was put right: the file alone would be sent without it. */
  | { kind: 'lost' }
  /** The server will say why. */
  | { kind: 'unreadable'; code: string; row?: number; limit?: number }

const NONE: CheckState = { kind: 'none' }

/**
 * @param file is checked as soon as it is chosen; `undefined` for none, or where there is nothing to check it by
 * @param isUpdate it says what registered devices become
 */
export function useSheetCheck(file: File | undefined, isUpdate = false) {
  const { roster, resources, levels, app } = useConfig()
  const { level } = useUser()
  const user = useConditionUser()
  const locale = useLocale()
  const fleet = useFleet()
  const faultText = useFaultText()
  const [state, setState] = useState<CheckState>(NONE)
  const worker = useRef<Worker>(undefined)
  const written = useRef<{ resolve: (file: Blob) => void; reject: (error: Error) => void }>(undefined)
  // What a check began with, it ends with.
  const begun = useRef({ roster, resources, levels, app, level, user, locale, fleet, faultText })
  begun.current = { roster, resources, levels, app, level, user, locale, fleet, faultText }

  useEffect(() => {
    setState(NONE)
    // Browsers all have threads; where there are none the server alone judges.
    if (!file || typeof Worker === 'undefined') return
    const { roster, resources, levels, app, level, user, locale, fleet, faultText } = begun.current
    const thread = new Worker(new URL('./checkWorker.ts', import.meta.url), { type: 'module' })
    const gone = new AbortController()
    const send = (request: CheckRequest) => thread.postMessage(request)
    const fail = (message: string) => {
      setState(before => ('result' in before && before.result?.changed ? { kind: 'lost' } : NONE))
      written.current?.reject(new Error(message))
    }
    thread.onerror = event => fail(event.message)
    thread.onmessage = ({ data }: MessageEvent<CheckAnswer>) => {
      if (data.is === 'progress')
        setState(before => ({
          kind: data.step,
          rows: data.rows,
          ...(data.total !== undefined && { total: data.total }),
          ...('result' in before && before.result && { result: before.result }),
        }))
      else if (data.is === 'result') setState({ kind: 'done', result: data.result })
      else if (data.is === 'unreadable') setState({ kind: 'unreadable', ...data })
      else if (data.is === 'file') written.current?.resolve(data.bytes)
      else if (data.is === 'failed') fail(data.message)
      else if (data.is === 'say') send({ do: 'said', sentences: data.faults.map(faultText) })
      else {
        // A server that cannot be asked judges the sheet when it is sent.
        const asked = fleet.checkRoster(data.rows, gone.signal).catch(() => undefined)
        void asked.then(conflicts => send({ do: 'conflicts', conflicts }))
      }
    }
    const shared = { roster, resources, levels, app }
    const limits = { bytesIn: app.limits.upload.bytes, rows: app.limits.upload.rows + 1 }
    const language = locale === 'en' ? 'en' : 'ko'
    const context: CheckContext = {
      config: shared,
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
      gone.abort()
      thread.terminate()
      worker.current = undefined
      written.current?.reject(new Error('cancelled'))
    }
  }, [file, isUpdate])

  const post = (request: CheckRequest) => worker.current?.postMessage(request)
  return {
    state,
    edit: (row: number, at: number, text: string) => post({ do: 'edit', row, at, text }),
    /** Takes in what the server refused of an update, to be put right like the rest. */
    refuse: (rows: readonly RowError[]) => post({ do: 'refuse', rows }),
    /** The sheet as it is now, or its bad rows. */
    write: (only?: BadSheet): Promise<Blob> =>
      new Promise((resolve, reject) => {
        written.current = { resolve, reject }
        post(only ? { do: 'write', only } : { do: 'write' })
      }),
    /** Gives the check up; the file stays chosen. */
    cancel: () => {
      worker.current?.terminate()
      setState(NONE)
    },
  }
}
