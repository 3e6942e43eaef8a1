/**
 * Download a spreadsheet, choose one file, remove or change it, upload it (§2); what was wrong with it, cell by cell. The roster
 * and the devices of a batch are such dialogs.
 */
import Download from '@mui/icons-material/Download'
import { Box, Button, LinearProgress, Typography } from '@mui/material'
import { useRefresh, useTranslate } from 'ra-core'
import { useEffect, useId, useState } from 'react'
import { plainFileName } from '../../../domain/fileName'
import { type Download as Downloaded, saveDownload } from '../../api/downloads'
import { useConfig } from '../../config'
import { useKeepInput, useKeptInput } from '../../keptInput'
import { bytes } from '../../ui/bytes'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { DialogFrame } from '../../ui/DialogFrame'
import { NoticeArea } from '../../ui/NoticeArea'
import { useNotice } from '../../ui/useNotice'
import { useSingleFlight } from '../../ui/useSingleFlight'
import { FileChooser } from './FileChooser'
import { RowErrors } from './RowErrors'
import { type Outcome, type Sending, type Uploading, useSheetUpload } from './useSheetUpload'

export interface SheetDialogProps {
  title: string
  help: string
  download: {
    label: string
    /** What is said when it is there. */
    done: string
    get: () => Promise<Downloaded>
  }
  /** Absent for who may only download. */
  upload?: Uploading & {
    /** What is said when it was cancelled too late to be sure. */
    late: string
  }
  onClose: () => void
}

export default function SheetDialog(props: SheetDialogProps) {
  const { help, download, upload: uploading, onClose } = props
  const translate = useTranslate()
  const refresh = useRefresh()
  const { noticeMs } = useConfig().app.timing
  const { notice, show } = useNotice(noticeMs)
  const [file, setFile] = useState<File>()
  const [outcome, setOutcome] = useState<Outcome>()
  const { sending, send, cancel } = useSheetUpload(uploading ?? {})

  const key = `sheet/${props.title}`
  const lost = useKeptInput<{ name: string; sending: boolean }>(key)
  useKeepInput(key, () => file && { name: plainFileName(file.name), sending: sending !== undefined })
  // A browser lets nobody keep a file.
  useEffect(() => {
    if (lost)
      show({ tone: 'info', text: translate(`roster.lost.${lost.sending ? 'sending' : 'chosen'}`, lost) })
  }, [lost, show, translate])

  const [isFetching, setFetching] = useState(false)
  const fetchSheet = useSingleFlight(async () => {
    setFetching(true)
    try {
      saveDownload(await download.get())
      show({ tone: 'success', text: download.done })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      show({ tone: 'error', text: translate(message, { _: message }) })
    }
    setFetching(false)
  })

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
    setOutcome(undefined)
    show(undefined)
    const result = await send(file, agreed)
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
    // The server has all of it: what became of it is said here.
    if (!sending?.done) onClose()
  }
  // A slip of the finger shall not stop what is being sent; the two buttons that say so do.
  const leave = () => {
    if (!sending) close()
  }

  return (
    <DialogFrame
      title={props.title}
      maxWidth="md"
      onClose={leave}
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
          <Button
            variant="outlined"
            startIcon={<Download />}
            loading={isFetching}
            loadingPosition="start"
            onClick={() => void fetchSheet()}
          >
            {download.label}
          </Button>
        </Box>
        {uploading && <FileChooser file={file} onChoose={choose} disabled={sending !== undefined} />}
        {sending && <UploadProgress progress={sending} onCancel={cancel} />}
        {outcome?.kind === 'refused' && outcome.rows.length > 0 && (
          <RowErrors rows={outcome.rows} total={outcome.total} />
        )}
      </Box>
      {outcome?.kind === 'asked' && (
        <ConfirmDialog
          question={outcome.question.question}
          body={outcome.question.body}
          yes={outcome.question.yes}
          no={translate('ra.action.cancel')}
          busy={false}
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
