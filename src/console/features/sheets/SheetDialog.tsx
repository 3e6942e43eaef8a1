/**
 * Download a spreadsheet, choose one file, remove or change it, upload it (§2); what was wrong with it, cell by cell. The roster
 * and the devices of a batch are such dialogs.
 */
import { Box, Button, LinearProgress, Typography } from '@mui/material'
import { useRefresh, useTranslate } from 'ra-core'
import { useEffect, useId, useState } from 'react'
import { plainFileName } from '../../../domain/fileName'
import type { Download } from '../../api/downloads'
import { useConfig } from '../../config'
import { useKeepInput, useRestoredInput } from '../../keptInput'
import { useSingleFlight } from '../../ui/controls/useSingleFlight'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog'
import { DialogFrame } from '../../ui/dialogs/DialogFrame'
import { NoticeArea } from '../../ui/notices/NoticeArea'
import { useNotice } from '../../ui/notices/useNotice'
import { bytes } from '../../ui/text/bytes'
import { DownloadButton } from '../downloads'
import { CheckReport } from './check/CheckReport'
import { useSheetCheck } from './check/useSheetCheck'
import { FileChooser } from './FileChooser'
import { RowErrors } from './RowErrors'
import { type Outcome, type Sending, type Uploading, useSheetUpload } from './useSheetUpload'

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
  onClose: () => void
}

export function SheetDialog({ title, help, download, upload: uploading, onClose }: SheetDialogProps) {
  const translate = useTranslate()
  const refresh = useRefresh()
  const { noticeMs } = useConfig().app.timing
  const { notice, show } = useNotice(noticeMs)
  const [file, setFile] = useState<File>()
  const [outcome, setOutcome] = useState<Outcome>()
  const { sending, send, cancel } = useSheetUpload()
  const check = useSheetCheck(uploading?.checked ? file : undefined)

  const key = `sheet/${title}`
  const lost = useRestoredInput<{ name: string; sending: boolean }>(key)
  useKeepInput(key, () => file && { name: plainFileName(file.name), sending: sending !== undefined })
  // A page cannot keep a file over a login: it has to be chosen again.
  useEffect(() => {
    if (lost)
      show({ tone: 'info', text: translate(`roster.lost.${lost.sending ? 'sending' : 'chosen'}`, lost) })
  }, [lost, show, translate])

  const choose = (next: File | undefined) => {
    setFile(next)
    setOutcome(undefined)
    show(undefined)
  }
  const upload = useSingleFlight(async (agreed?: number) => {
    if (!uploading) return
    if (!file) {
      show({ tone: 'error', text: translate('roster.dialog.choose') })
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
    const whole = found?.changed ? await mendedFile(file, check.write) : file
    const result = await send(uploading, whole, agreed)
    setOutcome(result)
    if (result.kind === 'done') {
      setFile(undefined)
      const { text, detail } = result.report
      const details = [result.late ? translate('roster.dialog.tooLate') : '', detail].filter(Boolean)
      show({ tone: 'success', text, detail: details.join(' ') })
      refresh()
    }
    if (result.kind === 'refused') show({ tone: 'error', text: result.message })
    if (result.kind === 'cancelled') {
      show({ tone: 'info', text: result.late ? uploading.late : translate('roster.dialog.cancelled') })
      if (result.late) refresh()
    }
  })
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
          <Button variant="contained" onClick={() => upload()} disabled={sending !== undefined}>
            {translate('roster.dialog.upload')}
          </Button>
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
        {uploading && <FileChooser file={file} onChoose={choose} disabled={sending !== undefined} />}
        {!sending && <CheckReport check={check} />}
        {sending && <UploadProgress progress={sending} onCancel={cancel} />}
        {outcome?.kind === 'refused' && outcome.rows.length > 0 && (
          <RowErrors rows={outcome.rows} total={outcome.total} />
        )}
      </Box>
      {outcome?.kind === 'asked' && (
        <ConfirmDialog
          {...outcome.question}
          no={translate('ra.action.cancel')}
          onYes={() => upload(outcome.question.agreed)}
          onClose={() => {
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

/** How far an upload is: a bar, numbers and a cancel; then that the server is checking. */
function UploadProgress({ progress, onCancel }: { progress: Sending; onCancel: () => void }) {
  const translate = useTranslate()
  const label = useId()
  const { sent, total, done, stopping } = progress
  const percent = total > 0 ? Math.min(100, Math.round((sent / total) * 100)) : 0
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 0.5 }}>
        <Typography id={label} variant="body2" className="tabular">
          {done
            ? translate(stopping ? 'roster.dialog.stopping' : 'roster.dialog.checking')
            : translate('roster.dialog.sending', { percent, sent: bytes(sent), total: bytes(total) })}
        </Typography>
        <Button size="small" color="inherit" onClick={onCancel} disabled={stopping}>
          {translate('ra.action.cancel')}
        </Button>
      </Box>
      <LinearProgress
        aria-labelledby={label}
        variant={done ? 'indeterminate' : 'determinate'}
        value={percent}
      />
    </Box>
  )
}
