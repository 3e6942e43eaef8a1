/** The secret of a device: shows its status, issues a new secret (shown once), and revokes all secrets. */
import { Alert, Box, Button, Typography } from '@mui/material'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useResourceContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import type { SecretStatus } from '../../../contract/deviceSecrets'
import { useFleet } from '../../api/fleet'
import { useConfig } from '../../config'
import { reasonOf } from '../../failure'
import type { ActionDialogProps } from '../../feature'
import { shownNameOf } from '../../forms/list/FieldCell'
import { BusyButton } from '../../ui/controls/BusyButton'
import { useSingleFlight } from '../../ui/controls/useSingleFlight'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog'
import { DialogFrame } from '../../ui/dialogs/DialogFrame'
import { ErrorState } from '../../ui/states/ErrorState'
import { NewSecret, SecretTimes } from './NewSecret'
import { overlapText } from './overlapText'

export default function DeviceSecretDialog({ record, onClose }: ActionDialogProps) {
  const resource = useConfig().resources[useResourceContext() ?? '']
  const translate = useTranslate()
  const fleet = useFleet()
  const [isRevokeOpen, setRevokeOpen] = useState(false)
  const id = String(record?.id)
  const status = useQuery({
    queryKey: ['deviceSecrets', id],
    queryFn: async ({ signal }) => (await fleet.deviceSecret(id, signal)) ?? null,
    gcTime: 0,
  })
  const issuing = useMutation({
    mutationFn: () => fleet.issueDeviceSecret(id),
    onSuccess: () => revoking.reset(),
    // Not awaited: if the refetch hangs, the result must show all the same.
    onSettled: () => void status.refetch(),
    // Removes the secret from the cache when the dialog closes.
    gcTime: 0,
  })
  const revoking = useMutation({
    mutationFn: () => fleet.revokeDeviceSecrets(id),
    onSuccess: () => {
      setRevokeOpen(false)
      issuing.reset()
    },
    onSettled: () => void status.refetch(),
  })
  const issue = useSingleFlight(() => issuing.mutateAsync().catch(() => undefined))
  if (!resource || !record) return null

  const hasSecret = !!status.data?.issued || !!status.data?.old_until || !!status.data?.former
  const secret = issuing.data?.secret
  return (
    <DialogFrame
      title={translate('secrets.device.title', { name: shownNameOf(resource, record) })}
      maxWidth="sm"
      busy={status.isPending}
      // A click outside must not close the dialog while it shows a secret, which it can show only once.
      onClose={secret || issuing.isPending ? undefined : onClose}
      onCross={issuing.isPending ? undefined : onClose}
      closeLabel={translate('ra.action.close')}
      actions={
        status.data && (
          <>
            {hasSecret && (
              <Button color="error" disabled={issuing.isPending} onClick={() => setRevokeOpen(true)}>
                {translate('secrets.device.revoke')}
              </Button>
            )}
            <BusyButton
              autoFocus={!hasSecret}
              variant={secret ? 'outlined' : 'contained'}
              busy={issuing.isPending}
              onClick={() => void issue()}
            >
              {translate(secret ? 'secrets.device.again' : 'secrets.device.issue')}
            </BusyButton>
          </>
        )
      }
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        <Typography color="text.secondary">{translate('secrets.device.help')}</Typography>
        {status.isPending && <Typography role="status">{translate('secrets.device.loading')}</Typography>}
        {status.error && <ErrorState error={status.error} onRetry={() => void status.refetch()} />}
        {status.data === null && <Alert severity="info">{translate('secrets.unsupported')}</Alert>}
        {status.data && !secret && !revoking.isSuccess && <CurrentSecret status={status.data} />}
        {issuing.error && <Alert severity="error">{translate(reasonOf(issuing.error))}</Alert>}
        {revoking.isSuccess && <Alert severity="success">{translate('secrets.device.revoked')}</Alert>}
        {issuing.data && <NewSecret key={secret} {...issuing.data} />}
      </Box>
      {isRevokeOpen && (
        <ConfirmDialog
          question={translate('secrets.revoke.question')}
          body={translate('secrets.revoke.body')}
          yes={translate('secrets.revoke.yes')}
          no={translate('ra.action.cancel')}
          busy={revoking.isPending}
          {...(revoking.error && { problem: translate(reasonOf(revoking.error)) })}
          onYes={() => revoking.mutate()}
          onClose={() => {
            revoking.reset()
            setRevokeOpen(false)
          }}
        />
      )}
    </DialogFrame>
  )
}

/** The current secret of the device, and how long it stays valid after a new one is issued. */
function CurrentSecret({ status }: { status: SecretStatus }) {
  const { issued, old_until, former, overlap_hours } = status
  const translate = useTranslate()
  if (!issued && !old_until && !former)
    return <Alert severity="info">{translate('secrets.device.none')}</Alert>
  return (
    <>
      {former && <Alert severity="warning">{translate('secrets.device.former')}</Alert>}
      <SecretTimes issued={issued} until={old_until} formerUntil={former?.until} />
      {(issued || former?.until === null) && (
        <Alert severity="info">{overlapText(translate, 'secrets.device', overlap_hours)}</Alert>
      )}
    </>
  )
}
