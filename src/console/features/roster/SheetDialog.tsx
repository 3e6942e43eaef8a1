/**
 * Download a spreadsheet, choose one file, remove or change it, upload it (§2); what was wrong with it, cell by cell. The roster
 * and the devices of a batch are such dialogs.
 */
import CloseIcon from '@mui/icons-material/Close'
import Download from '@mui/icons-material/Download'
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  Typography,
  useMediaQuery,
  useTheme,
} from '@mui/material'
import { useRefresh, useTranslate } from 'ra-core'
import { useEffect, useId, useState } from 'react'
import { plainFileName } from '../../../domain/fileName'
import { type Download as Downloaded, saveDownload } from '../../api/downloads'
import { useConfig } from '../../config'
import { useKeepInput, useKeptInput } from '../../keptInput'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { NoticeArea } from '../../ui/NoticeArea'
import { useNotice } from '../../ui/useNotice'
import { useOnce } from '../../ui/useOnce'
import { FileChooser } from './FileChooser'
import { RowErrors } from './RowErrors'
import { UploadProgress } from './UploadProgress'
import { type Outcome, type Uploading, useSheetUpload } from './useSheetUpload'

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
  const title = useId()
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const { noticeMs } = useConfig().app.timing
  const { notice, show } = useNotice(noticeMs)
  const [file, setFile] = useState<File>()
  const [outcome, setOutcome] = useState<Outcome>()
  const { sending, send, cancel } = useSheetUpload(uploading ?? {})

  const place = `sheet/${props.title}`
  const lost = useKeptInput<{ name: string; sending: boolean }>(place)
  useKeepInput(place, () => file && { name: plainFileName(file.name), sending: sending !== undefined })
  // A browser lets nobody keep a file.
  useEffect(() => {
    if (lost)
      show({ tone: 'info', text: translate(`roster.lost.${lost.sending ? 'sending' : 'chosen'}`, lost) })
  }, [lost, show, translate])

  const choose = (next: File | undefined) => {
    setFile(next)
    setOutcome(undefined)
    show(undefined)
  }
  const upload = useOnce(async (agreed?: number) => {
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
      const { text, detail } = result.said
      const late = result.late ? translate('roster.dialog.tooLate') : undefined
      const details = [late, detail].filter(one => one !== undefined)
      show({ tone: 'success', text, ...(details.length > 0 && { detail: details.join(' ') }) })
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
    <Dialog open fullWidth fullScreen={phone} maxWidth="md" onClose={leave} aria-labelledby={title}>
      <DialogTitle id={title} sx={{ pr: 7 }}>
        {props.title}
      </DialogTitle>
      <IconButton
        aria-label={translate('ra.action.close')}
        onClick={close}
        sx={{ position: 'absolute', top: 12, right: 12 }}
      >
        <CloseIcon />
      </IconButton>
      <Box sx={{ px: 3 }}>
        <NoticeArea notice={notice} onClose={() => show(undefined)} />
      </Box>
      <DialogContent sx={{ pt: 0 }}>
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
              {...download}
              onDone={() => show({ tone: 'success', text: download.done })}
              onFailed={message => show({ tone: 'error', text: message })}
            />
          </Box>
          {uploading && <FileChooser file={file} onChoose={choose} disabled={sending !== undefined} />}
          {sending && <UploadProgress progress={sending} onCancel={cancel} />}
          {outcome?.kind === 'refused' && outcome.rows.length > 0 && (
            <RowErrors rows={outcome.rows} total={outcome.total} />
          )}
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, py: 2 }}>
        <Button color="inherit" onClick={close}>
          {translate('ra.action.close')}
        </Button>
        {uploading && (
          <Button variant="contained" onClick={() => upload()} disabled={sending !== undefined}>
            {translate('roster.dialog.upload')}
          </Button>
        )}
      </DialogActions>
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
    </Dialog>
  )
}

interface DownloadButtonProps {
  label: string
  get: () => Promise<Downloaded>
  onDone: () => void
  onFailed: (message: string) => void
}

function DownloadButton({ label, get, onDone, onFailed }: DownloadButtonProps) {
  const translate = useTranslate()
  const [busy, setBusy] = useState(false)
  const download = useOnce(async () => {
    setBusy(true)
    try {
      saveDownload(await get())
      onDone()
    } catch (error) {
      onFailed(error instanceof Error ? translate(error.message, { _: error.message }) : String(error))
    } finally {
      setBusy(false)
    }
  })
  return (
    <Button
      variant="outlined"
      startIcon={<Download />}
      loading={busy}
      loadingPosition="start"
      onClick={download}
    >
      {label}
    </Button>
  )
}
