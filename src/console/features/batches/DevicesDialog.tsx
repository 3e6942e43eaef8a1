/** The devices of a batch as a spreadsheet (§2, Devices dialog). The upload comes with a later issue, and its button with it. */
import Download from '@mui/icons-material/Download'
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useResourceContext, useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import { saveDownload } from '../../api/downloads'
import { useFleet } from '../../api/verbs'
import { useConfig, useWords } from '../../config'
import { nameOf } from '../../forms/list/FieldCell'
import type { ActionDialogProps } from '../../ui/feature'
import { NoticeArea } from '../../ui/NoticeArea'
import { useNotice } from '../../ui/useNotice'

export default function DevicesDialog({ record, onClose }: ActionDialogProps) {
  const config = useConfig()
  const resource = config.resources[useResourceContext() ?? '']
  const translate = useTranslate()
  const words = useWords()
  const fleet = useFleet()
  const title = useId()
  const { notice, show } = useNotice(config.app.timing.noticeMs)
  const [busy, setBusy] = useState(false)
  if (!resource || !record) return null

  const download = async () => {
    setBusy(true)
    try {
      saveDownload(await fleet.downloadBatchDevices(Number(record.id)))
      const done = words(resource.messages.downloaded) || translate('records.devices.downloaded')
      show({ tone: 'success', text: done })
    } catch (error) {
      show({ tone: 'error', text: error instanceof Error ? translate(error.message) : String(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={title}>
      <DialogTitle id={title}>
        {translate('records.devices.title', { name: nameOf(resource, record) })}
      </DialogTitle>
      <DialogContent>
        <NoticeArea notice={notice} onClose={() => show(undefined)} />
        <Typography color="text.secondary" sx={{ mb: 2 }}>
          {translate('records.devices.help')}
        </Typography>
        <Button
          variant="contained"
          startIcon={<Download />}
          loading={busy}
          loadingPosition="start"
          onClick={download}
        >
          {translate('records.devices.download')}
        </Button>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button color="inherit" onClick={onClose}>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
