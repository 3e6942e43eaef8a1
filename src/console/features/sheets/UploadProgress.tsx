/** How far an upload is: a bar, numbers and a cancel; then that the server is checking. */
import { Box, Button, LinearProgress, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useId } from 'react'
import { bytes } from '../../ui/text/bytes'
import type { Sending } from './useSheetUpload'

export function UploadProgress({ progress, onCancel }: { progress: Sending; onCancel: () => void }) {
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
