/**
 * The dialog to download a spreadsheet, choose a file, and upload it (§2), with a list of its errors by cell. Used for
 * imports, the roster and the devices of a batch.
 */
import { Box, Typography } from '@mui/material'
import { useNotify, useRefresh, useTranslate } from 'ra-core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { RosterDifferences } from '../../../contract/devices'
import { plainFileName } from '../../../domain/fileName'
import type { Download } from '../../api/downloads'
import { useConfig } from '../../config'
import { useCounted } from '../../forms/listTexts'
import { useKeepInput, useRestoredInput } from '../../keptInput'
import { BusyButton } from '../../ui/controls/BusyButton'
import { TypedCount, useTypedCount } from '../../ui/controls/TypedCount'
import { useSingleFlight } from '../../ui/controls/useSingleFlight'
import { DialogFrame } from '../../ui/dialogs/DialogFrame'
import { RunningWork, UnsavedInput } from '../../ui/dialogs/unsavedInput'
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
import { type Confirmation, type Outcome, type Uploading, useSheetUpload } from './useSheetUpload'

interface SheetDialogProps {
  title: string
  help: string
  download: {
    label: string
    /** The notice after the download. */
    done: string
    get: () => Promise<Download>
  }
  /** Absent if the user may only download. */
  upload?: Uploading & {
    /** The notice if the upload was cancelled too late, so that its outcome is unknown. */
    late: string
  }
  /** The purpose of the sheet, and the control that changes it. */
  purpose?: { name: string; choice: ReactNode }
  onClose: () => void
}

/** The file that was in the dialog when the session ended; `mended` if the user had corrected its cells. */
interface UnsentFile extends Record<string, string> {
  name: string
  state: 'chosen' | 'mended' | 'sending'
}

export function SheetDialog(props: SheetDialogProps) {
  const { title, help, download, upload: uploading, purpose, onClose } = props
  const translate = useTranslate()
  const refresh = useRefresh()
  const notify = useNotify()
  const { app, resources } = useConfig()
  const { timing, limits } = app
  const { notice, show } = useNotice(timing.noticeMs)
  const [file, setFile] = useState<File>()
  const [outcome, setOutcome] = useState<Outcome>()
  /** Whether the corrected file is being written. */
  const [isWriting, setWriting] = useState(false)
  // The corrected file, kept until the next check: a retry must send the same bytes to count as the same request.
  const writtenFile = useRef<{ result: CheckResult; file: File }>(undefined)
  const { sending, send, cancel } = useSheetUpload()
  const check = useSheetCheck(uploading?.checked ? file : undefined, {
    resource: uploading?.checked ?? '',
    isUpdate: uploading?.compare !== undefined,
    purpose: purpose?.name,
  })
  const [differences, setDifferences] = useState<RosterDifferences>()
  const { changed = 0, unknown = 0, rowsTotal = 0 } = differences ?? {}
  // A sheet that is not checked has the devices of a batch.
  const resource = resources[uploading?.checked ?? 'devices']!
  const counted = useCounted(resource)
  const added = uploading?.adds ? unknown : 0
  const typedCount = useTypedCount(changed, changed > limits.confirmTargets)

  const inputKey = `sheet/${title}`
  // True also while an edit is being checked.
  const isCorrected = 'result' in check.state && check.state.result?.isChanged === true
  const isEdited = 'result' in check.state && check.state.result?.isEdited === true
  const unsent = useRestoredInput<UnsentFile>(inputKey)
  useKeepInput(inputKey, (): UnsentFile | undefined => {
    if (!file) return undefined
    const stateUnlessSending = isCorrected ? 'mended' : 'chosen'
    return { name: plainFileName(file.name), state: sending ? 'sending' : stateUnlessSending }
  })
  // A file cannot be kept over a sign-in: tell the user to choose it again, and to repeat any corrections.
  useEffect(() => {
    if (unsent) show({ tone: 'info', text: translate(`roster.lost.${unsent.state}`, unsent) })
  }, [unsent, show, translate])

  const clearResults = () => {
    setOutcome(undefined)
    setDifferences(undefined)
    typedCount.reset()
    show(undefined)
  }
  const choose = (chosenFile: File | undefined) => {
    setFile(chosenFile)
    clearResults()
  }
  const [previousPurpose, setPreviousPurpose] = useState(purpose?.name)
  // With another purpose, the results for this file are no longer valid.
  if (previousPurpose !== purpose?.name) {
    setPreviousPurpose(purpose?.name)
    clearResults()
  }
  const correctedFile = async (chosen: File, result: CheckResult): Promise<File | undefined> => {
    if (writtenFile.current?.result === result) return writtenFile.current.file
    setWriting(true)
    const corrected = await writeCorrectedFile(chosen, check.write).catch(() => undefined)
    setWriting(false)
    writtenFile.current = corrected && { result, file: corrected }
    return corrected
  }
  const upload = useSingleFlight(async (agreedCount?: number, confirmed?: Confirmation) => {
    if (!uploading) return
    if (!file) {
      show({ tone: 'error', text: translate('roster.dialog.choose') })
      return
    }
    if (check.state.kind === 'crashed') {
      show({ tone: 'error', text: translate('roster.check.lost') })
      return
    }
    const checkResult = check.state.kind === 'done' ? check.state.result : undefined
    if (checkResult && checkResult.badRowCount > 0) {
      const badRowCount = checkResult.badRowCount.toLocaleString('ko-KR')
      show({ tone: 'error', text: translate('roster.check.remain', { bad: badRowCount }) })
      return
    }
    if (checkResult && checkResult.headerFaults.length > 0) {
      show({ tone: 'error', text: translate('roster.columns.remain') })
      return
    }
    setOutcome(undefined)
    show(undefined)
    const fileToSend = checkResult?.isChanged ? await correctedFile(file, checkResult) : file
    // If the corrected file could not be written, the check report shows the reason.
    if (!fileToSend) return
    const result = await send(uploading, fileToSend, {
      mapping: checkResult?.mapping,
      agreedCount,
      confirmed,
    })
    setOutcome(result)
    if (result.kind === 'compared') {
      const { rows, rowsTotal: total } = result.differences
      // Refused cells are edited in the check's table; without one, the differences list them.
      if (total === 0 || !checkResult) setDifferences(result.differences)
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
      const { text, detail, toast, toastSeconds = 0 } = result.report
      const details = [result.tooLate ? translate('roster.dialog.tooLate') : '', detail].filter(Boolean)
      if (toast) {
        const autoHideDuration = toastSeconds > 0 ? toastSeconds * 1000 : undefined
        notify(toast(details.join(' ')), { type: 'success', autoHideDuration })
        onClose()
      } else show({ tone: 'success', text, detail: details.join(' ') })
      refresh()
    }
    if (result.kind === 'refused') {
      // If it is not final, the user can send the same confirmed changes again.
      if (result.isFinal) setDifferences(undefined)
      show({ tone: 'error', text: result.message, detail: result.detail })
    }
    if (result.kind === 'cancelled') {
      const text = result.tooLate ? uploading.late : translate('roster.dialog.cancelled')
      show({ tone: 'info', text })
      if (result.tooLate) refresh()
    }
  })
  // No upload while an edit is being checked, so that the sent file matches the shown result. A comparison waits for
  // the first check too, as cells that the server refuses are edited in its table.
  const isChecking = check.state.kind === 'reading' || check.state.kind === 'asking'
  const hasResult = 'result' in check.state && check.state.result !== undefined
  const mustWaitForCheck = isChecking && (hasResult || uploading?.compare !== undefined)
  const isBusy = sending !== undefined || isWriting
  const submit = () => {
    if (!differences) void upload()
    else if (typedCount.validate()) void upload(changed)
  }
  const close = () => {
    cancel()
    // If the server has received the whole file, the dialog stays open to show the outcome.
    if (!sending?.isSent) onClose()
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
            onClick={submit}
            disabled={isBusy || mustWaitForCheck || (differences && (changed + added === 0 || rowsTotal > 0))}
            busy={isWriting}
          >
            {differences
              ? translate(added > 0 ? 'import.do' : 'roster.update.do', {
                  records: counted(changed),
                  added: counted(added),
                })
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
        {outcome?.kind === 'done' && !file && outcome.report.next}
        <UnsavedInput isEntered={isEdited} />
        <RunningWork isRunning={sending !== undefined} />
        {purpose?.choice}
        {uploading && <FileChooser file={file} onChoose={choose} disabled={isBusy} />}
        {!sending && !differences && <CheckReport check={check} />}
        {sending && <UploadProgress progress={sending} onCancel={cancel} />}
        {differences && !sending && (
          <>
            <Differences
              differences={differences}
              resource={resource}
              addsUnknown={uploading?.adds ?? false}
              keyLabel={uploading?.key ?? ''}
            />
            {rowsTotal === 0 && uploading?.choice}
            {rowsTotal === 0 && <TypedCount typedCount={typedCount} />}
          </>
        )}
        {outcome?.kind === 'refused' && outcome.rows.length > 0 && (
          <RowErrors rows={outcome.rows} total={outcome.total} />
        )}
      </Box>
      {outcome?.kind === 'question' && (
        <Question
          question={outcome.question}
          onYes={() => upload(outcome.question.count, outcome.question)}
          onNo={() => {
            setOutcome(undefined)
            show({ tone: 'info', text: translate('roster.dialog.cancelled') })
          }}
        />
      )}
    </DialogFrame>
  )
}

/** The file with the corrections, sent instead of the chosen file: an .xlsx of the same name. */
const writeCorrectedFile = async ({ name }: File, write: () => Promise<Blob>): Promise<File> =>
  new File([await write()], name.replace(/(\.[^.]*)?$/, '.xlsx'))
