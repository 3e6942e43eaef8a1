/** Shows the progress of an upload with a cancel button, then whether the server has queued it or is checking it. */
import { Box, Button, LinearProgress, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useId } from 'react'
import type { UploadTurn } from '../../../contract/imports'
import { useFleet } from '../../api/fleet'
import { bytes } from '../../ui/text/bytes'
import type { UploadState } from './useSheetUpload'

const POLL_MS = 2_000

export function UploadProgress({ progress, onCancel }: { progress: UploadState; onCancel: () => void }) {
  const translate = useTranslate()
  const label = useId()
  const { sent, total, isSent, isStopping } = progress
  const queueState = useQueueState(progress)
  const serverState = () => {
    if (isStopping) return translate('roster.dialog.stopping')
    if (queueState?.state !== 'waiting') return translate('roster.dialog.checking')
    return translate('roster.dialog.waiting', { before: queueState.before.toLocaleString('ko-KR') })
  }
  const percent = total > 0 ? Math.min(100, Math.round((sent / total) * 100)) : 0
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 0.5 }}>
        <Typography id={label} variant="body2" className="tabular">
          {isSent
            ? serverState()
            : translate('roster.dialog.sending', { percent, sent: bytes(sent), total: bytes(total) })}
        </Typography>
        <Button size="small" color="inherit" onClick={onCancel} disabled={isStopping}>
          {translate('ra.action.cancel')}
        </Button>
      </Box>
      <LinearProgress
        aria-labelledby={label}
        variant={isSent ? 'indeterminate' : 'determinate'}
        value={percent}
      />
    </Box>
  )
}

/** Polls the upload's place in the queue until the server no longer knows the upload. */
function useQueueState({ name, isSent, isStopping }: UploadState): UploadTurn | undefined {
  const fleet = useFleet()
  const { data } = useQuery<UploadTurn | null>({
    queryKey: ['uploads', name],
    enabled: isSent && !isStopping,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data ? POLL_MS : false),
    queryFn: async ({ signal }) => (await fleet.uploadTurn(name, signal)) ?? null,
  })
  return data ?? undefined
}
