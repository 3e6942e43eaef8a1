/** Download a sample, choose one file, remove or change it, upload it (§2); what was wrong with it, cell by cell. */
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
import { useId, useState } from 'react'
import { saveDownload } from '../../api/downloads'
import { useFleet } from '../../api/verbs'
import { useConfig } from '../../config'
import type { ActionDialogProps } from '../../ui/feature'
import { NoticeArea } from '../../ui/NoticeArea'
import { useNotice } from '../../ui/useNotice'
import { FileChooser } from './FileChooser'
import { RowErrors } from './RowErrors'
import { UploadProgress } from './UploadProgress'
import { type Outcome, useRosterUpload } from './useRosterUpload'

export default function RosterDialog({ onClose }: ActionDialogProps) {
  const translate = useTranslate()
  const refresh = useRefresh()
  const title = useId()
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const { noticeMs } = useConfig().app.timing
  const { notice, show } = useNotice(noticeMs)
  const [file, setFile] = useState<File>()
  const [outcome, setOutcome] = useState<Outcome>()
  const { sending, send, cancel } = useRosterUpload()

  const choose = (next: File | undefined) => {
    setFile(next)
    setOutcome(undefined)
    show(undefined)
  }
  const upload = async () => {
    if (!file) {
      show({ tone: 'error', text: translate('roster.dialog.choose') })
      return
    }
    setOutcome(undefined)
    show(undefined)
    const result = await send(file)
    setOutcome(result)
    if (result.kind === 'done') {
      setFile(undefined)
      show({
        tone: 'success',
        text: translate('roster.dialog.done'),
        detail:
          result.added === undefined ? undefined : translate('roster.dialog.added', { count: result.added }),
      })
      refresh()
    }
    if (result.kind === 'refused') show({ tone: 'error', text: result.message })
    if (result.kind === 'cancelled') {
      show({ tone: 'info', text: translate(result.late ? 'roster.dialog.late' : 'roster.dialog.cancelled') })
      if (result.late) refresh()
    }
  }
  const close = () => {
    cancel()
    if (sending?.done) refresh()
    onClose()
  }
  // A slip of the finger shall not stop what is being sent; the two buttons that say so do.
  const leave = () => {
    if (!sending) close()
  }

  return (
    <Dialog open fullWidth fullScreen={phone} maxWidth="md" onClose={leave} aria-labelledby={title}>
      <DialogTitle id={title} sx={{ pr: 7 }}>
        {translate('roster.dialog.title')}
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
              {translate('roster.dialog.help')}
            </Typography>
            <SampleButton
              onDone={() => show({ tone: 'success', text: translate('roster.dialog.downloaded') })}
              onFailed={message => show({ tone: 'error', text: message })}
            />
          </Box>
          <FileChooser file={file} onChoose={choose} disabled={sending !== undefined} />
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
        <Button variant="contained" onClick={upload} disabled={sending !== undefined}>
          {translate('roster.dialog.upload')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface SampleButtonProps {
  onDone: () => void
  onFailed: (message: string) => void
}

function SampleButton({ onDone, onFailed }: SampleButtonProps) {
  const translate = useTranslate()
  const fleet = useFleet()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveDownload(await fleet.downloadRosterSample())
      onDone()
    } catch (error) {
      onFailed(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="outlined"
      startIcon={<Download />}
      loading={busy}
      loadingPosition="start"
      onClick={download}
    >
      {translate('roster.dialog.sample')}
    </Button>
  )
}
