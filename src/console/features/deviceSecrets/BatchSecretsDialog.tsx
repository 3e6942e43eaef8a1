/**
 * Issues new secrets for all devices of a batch: asks the user to confirm their number, then downloads a spreadsheet of
 * the secrets.
 */
import { Alert, Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useResourceContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import type { BatchSecrets } from '../../../contract/deviceSecrets'
import { useFleet } from '../../api/fleet'
import { useConfig } from '../../config'
import type { ActionDialogProps } from '../../feature'
import { nameOfRecord } from '../../forms/list/FieldCell'
import { DialogFrame } from '../../ui/dialogs/DialogFrame'
import { ErrorState } from '../../ui/states/ErrorState'
import { DownloadButton } from '../downloads'
import { overlapText } from './overlapText'

/** The number of devices with a new secret, or the i18n key of the error. */
type Outcome = { done: number } | { failed: string }

export default function BatchSecretsDialog({ record, onClose }: ActionDialogProps) {
  const resource = useConfig().resources[useResourceContext() ?? '']
  const translate = useTranslate()
  const fleet = useFleet()
  const [outcome, setOutcome] = useState<Outcome>()
  const id = Number(record?.id)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['deviceSecrets', 'batch', id],
    queryFn: async ({ signal }) => (await fleet.batchSecrets(id, signal)) ?? null,
    gcTime: 0,
  })
  if (!resource || !record) return null

  const done = outcome && 'done' in outcome ? outcome.done : undefined
  const showFailure = (message: string) => {
    setOutcome({ failed: message })
    // The number of devices may have changed.
    void refetch()
  }
  return (
    <DialogFrame
      title={translate('secrets.batch.title', { name: nameOfRecord(resource, record) })}
      maxWidth="sm"
      busy={isPending}
      onClose={onClose}
      onCross={onClose}
      closeLabel={translate(done === undefined ? 'ra.action.cancel' : 'ra.action.close')}
      actions={
        data &&
        data.devices > 0 &&
        done === undefined && (
          <DownloadButton
            variant="contained"
            fetchFile={() => fleet.issueBatchSecrets(id, data.devices)}
            onSaved={() => setOutcome({ done: data.devices })}
            onFailed={showFailure}
          >
            {translate('secrets.batch.issue')}
          </DownloadButton>
        )
      }
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        <Typography color="text.secondary">{translate('secrets.batch.help')}</Typography>
        {isPending && <Typography role="status">{translate('secrets.batch.loading')}</Typography>}
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data === null && <Alert severity="info">{translate('secrets.unsupported')}</Alert>}
        {outcome && 'failed' in outcome && <Alert severity="error">{translate(outcome.failed)}</Alert>}
        {done === undefined ? (
          data && <Question {...data} />
        ) : (
          <Alert severity="success">
            {translate('secrets.batch.done', { devices: done.toLocaleString('ko-KR') })}
          </Alert>
        )}
      </Box>
    </DialogFrame>
  )
}

/** Explains what the button will do. */
function Question({ devices, issued, overlap_hours }: BatchSecrets) {
  const translate = useTranslate()
  if (devices === 0) return <Alert severity="info">{translate('secrets.batch.empty')}</Alert>
  return (
    <Alert severity="warning" sx={{ '& p + p': { mt: 1 } }}>
      <Typography sx={{ fontWeight: 600 }}>
        {translate('secrets.batch.question', { devices: devices.toLocaleString('ko-KR') })}
      </Typography>
      {issued > 0 && (
        <Typography>
          {`${translate('secrets.batch.issued', { issued: issued.toLocaleString('ko-KR') })} ${overlapText(translate, 'secrets.batch', overlap_hours)}`}
        </Typography>
      )}
      <Typography>{translate('secrets.batch.once')}</Typography>
    </Alert>
  )
}
