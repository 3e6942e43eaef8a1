/**
 * Download a spreadsheet, choose one file, remove or change it, upload it (§2); what was wrong with it, cell by cell.
 * The roster and the devices of a batch are such dialogs.
 */
import { Box, Typography } from '@mui/material'
import { useRefresh, useTranslate } from 'ra-core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { RosterDifferences } from '../../../contract/devices'
import { plainFileName } from '../../../domain/fileName'
import type { Download } from '../../api/downloads'
import { useConfig } from '../../config'
import { useKeepInput, useRestoredInput } from '../../keptInput'
import { BusyButton } from '../../ui/controls/BusyButton'
import { TypedCount, useTypedCount } from '../../ui/controls/TypedCount'
import { useSingleFlight } from '../../ui/controls/useSingleFlight'
import { DialogFrame } from '../../ui/dialogs/DialogFrame'
import { NoticeArea } from '../../ui/notices/NoticeArea'
import { useNotice } from '../../ui/notices/useNotice'
import { DownloadButton } from '../downloads'
import { CheckReport } from './check/CheckReport'
import type { CheckResult } from './check/types'
import { useSheetCheck } from './check/useSheetCheck'
import { Differences } from './Differences'
import { FileChooser } from './FileChooser'
import { Question } from './Question'
import { RowErrors } from './RowErrors'
import { UploadProgress } from './UploadProgress'
import { type Asked, type Outcome, type Uploading, useSheetUpload } from './useSheetUpload'

interface SheetDialogProps {
  title: string
  help: string
  download: {
    label: string
    /** The notice when it is there. */
    done: string
    get: () => Promise<Download>
  }
  /** Absent for users who may only download. */
  upload?: Uploading & {
    /** The notice when it was cancelled so late that the outcome is unknown. */
    late: string
  }
  /** What the sheet is for, where that can be chosen. */
  purpose?: { name: string; choice: ReactNode }
  onClose: () => void
}

export function SheetDialog(props: SheetDialogProps) {
  const { title, help, download, upload: uploading, purpose, onClose } = props
  const translate = useTranslate()
  const refresh = useRefresh()
  const { timing, limits } = useConfig().app
  const { notice, show } = useNotice(timing.noticeMs)
  const [file, setFile] = useState<File>()
  const [outcome, setOutcome] = useState<Outcome>()
  const [writing, setWriting] = useState(false)
  // A file written anew would be another request: what is sent again stays the same one until a cell is judged anew.
  const written = useRef<{ of: CheckResult; file: File }>(undefined)
  const { sending, send, cancel } = useSheetUpload()
  const check = useSheetCheck(uploading?.checked ? file : undefined, uploading?.compare !== undefined)
  const [differences, setDifferences] = useState<RosterDifferences>()
  const { changed = 0, rowsTotal = 0 } = differences ?? {}
  const asked = useTypedCount(changed, changed > limits.confirmTargets)

  const key = `sheet/${title}`
  const lost = useRestoredInput<{ name: string; state: 'chosen' | 'mended' | 'sending' }>(key)
  useKeepInput(key, () => {
    const isMended = check.state.kind === 'done' && check.state.result.changed
    return (
      file && { name: plainFileName(file.name), state: sending ? 'sending' : isMended ? 'mended' : 'chosen' }
    )
  })
  // A page cannot keep a file over a login: it has to be chosen again, and mended cells go with it.
  useEffect(() => {
    if (lost) show({ tone: 'info', text: translate(`roster.lost.${lost.state}`, lost) })
  }, [lost, show, translate])

  const forget = () => {
    setOutcome(undefined)
    setDifferences(undefined)
    asked.reset()
    show(undefined)
  }
  const choose = (next: File | undefined) => {
    setFile(next)
    forget()
  }
  const [before, setBefore] = useState(purpose?.name)
  // For something else the same file says something else.
  if (before !== purpose?.name) {
    setBefore(purpose?.name)
    forget()
  }
  const mended = async (chosen: File, of: CheckResult): Promise<File | undefined> => {
    if (written.current?.of === of) return written.current.file
    setWriting(true)
    const file = await mendedFile(chosen, check.write).catch(() => undefined)
    setWriting(false)
    written.current = file && { of, file }
    return file
  }
  const upload = useSingleFlight(async (agreed?: number, question?: Asked) => {
    if (!uploading) return
    if (!file) {
      show({ tone: 'error', text: translate('roster.dialog.choose') })
      return
    }
    if (check.state.kind === 'lost') {
      show({ tone: 'error', text: translate('roster.check.lost') })
      return
    }
    const found = check.state.kind === 'done' ? check.state.result : undefined
    if (found && found.badRows > 0) {
      const bad = found.badRows.toLocaleString('ko-KR')
      show({ tone: 'error', text: translate('roster.check.remain', { bad }) })
      return
    }
    setOutcome(undefined)
    show(undefined)
    const whole = found?.changed ? await mended(file, found) : file
    // The report says why.
    if (!whole) return
    const result = await send(uploading, whole, agreed, question)
    setOutcome(result)
    if (result.kind === 'compared') {
      const { rows, rowsTotal: total } = result.differences
      if (total === 0 || !found) setDifferences(result.differences)
      else {
        check.refuse(rows)
        show({
          tone: 'error',
          text: translate('roster.update.mend', { total: total.toLocaleString('ko-KR') }),
        })
      }
    }
    if (result.kind === 'done') {
      setFile(undefined)
      setDifferences(undefined)
      const { text, detail } = result.report
      const details = [result.late ? translate('roster.dialog.tooLate') : '', detail].filter(Boolean)
      show({ tone: 'success', text, detail: details.join(' ') })
      refresh()
    }
    // Without an answer the same is sent once more, as it was agreed to.
    if (result.kind === 'refused' && result.judged) setDifferences(undefined)
    if (result.kind === 'refused') show({ tone: 'error', text: result.message, detail: result.detail })
    if (result.kind === 'cancelled') {
      show({ tone: 'info', text: result.late ? uploading.late : translate('roster.dialog.cancelled') })
      if (result.late) refresh()
    }
  })
  // While an edit is being checked the upload waits: what is sent is what is shown. A comparison waits for the check
  // itself, in whose table the cells are put right that the server refuses.
  const isChecking = check.state.kind === 'reading' || check.state.kind === 'asking'
  const hasResult = 'result' in check.state && check.state.result !== undefined
  const isJudging = isChecking && (hasResult || uploading?.compare !== undefined)
  const isBusy = sending !== undefined || writing
  const close = () => {
    cancel()
    // The server has the whole file: the dialog stays to show the outcome.
    if (!sending?.done) onClose()
  }
  return (
    <DialogFrame
      title={title}
      maxWidth="md"
      // Escape or a click outside must not stop an upload; the two buttons do.
      onClose={sending ? undefined : close}
      onCross={close}
      top={
        <Box sx={{ px: 3 }}>
          <NoticeArea notice={notice} onClose={() => show(undefined)} />
        </Box>
      }
      closeLabel={translate('ra.action.close')}
      actions={
        uploading && (
          <BusyButton
            variant="contained"
            onClick={differences ? () => asked.isAgreed() && upload(changed) : () => upload()}
            disabled={isBusy || isJudging || (differences && (changed === 0 || rowsTotal > 0))}
            busy={writing}
          >
            {differences
              ? translate('roster.update.do', { count: changed.toLocaleString('ko-KR') })
              : translate(uploading.compare ? 'roster.update.compare' : 'roster.dialog.upload')}
          </BusyButton>
        )
      }
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: 2,
            alignItems: 'center',
            justifyContent: 'space-between',
          }}
        >
          <Typography color="text.secondary" sx={{ flex: '1 1 320px' }}>
            {help}
          </Typography>
          <DownloadButton
            variant="outlined"
            fetchFile={download.get}
            onSaved={() => show({ tone: 'success', text: download.done })}
            onFailed={text => show({ tone: 'error', text })}
          >
            {download.label}
          </DownloadButton>
        </Box>
        {purpose?.choice}
        {uploading && <FileChooser file={file} onChoose={choose} disabled={isBusy} />}
        {!sending && !differences && <CheckReport check={check} />}
        {sending && <UploadProgress progress={sending} onCancel={cancel} />}
        {differences && !sending && (
          <>
            <Differences differences={differences} />
            {rowsTotal === 0 && <TypedCount asked={asked} />}
          </>
        )}
        {outcome?.kind === 'refused' && outcome.rows.length > 0 && (
          <RowErrors rows={outcome.rows} total={outcome.total} />
        )}
      </Box>
      {outcome?.kind === 'asked' && (
        <Question
          question={outcome.question}
          onYes={() => upload(outcome.question.agreed, outcome.question)}
          onNo={() => {
            setOutcome(undefined)
            show({ tone: 'info', text: translate('roster.dialog.cancelled') })
          }}
        />
      )}
    </DialogFrame>
  )
}

/** What is sent in place of the file that was chosen. */
const mendedFile = async ({ name }: File, write: () => Promise<Blob>): Promise<File> =>
  new File([await write()], name.replace(/(\.[^.]*)?$/, '.xlsx'))
