/** Reads the selected devices from the server and opens compose with them; asks again if their number has changed. */
import { Alert, Button, LinearProgress, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { failureBody } from '../../api/client'
import { useFleet } from '../../api/fleet'
import { useConfig } from '../../config'
import { reasonOf } from '../../failure'
import { DialogFrame } from '../../ui/dialogs/DialogFrame'
import type { BulkDialogProps } from './fields'

export default function OrderDialog({ resource, choice, count, onClose, onDone }: BulkDialogProps) {
  const translate = useTranslate()
  const fleet = useFleet()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { path = '/' } = useConfig().resources.orders ?? {}
  const [expected, setExpected] = useState(count)
  const { data, error, refetch } = useQuery({
    queryKey: ['bulk', 'targets', choice, expected],
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => fleet.chosenTargets(resource, { choice, expected }, signal),
  })
  useEffect(() => {
    if (!data) return
    // Compose finds the devices in the cache by this id (`compose/draft/origin`).
    const id = Date.now()
    queries.setQueryData(['orders', 'chosen', id], data)
    onDone()
    navigate(`${path}/compose?chosen=${id}`)
  }, [data, queries, navigate, path, onDone])

  // `found` is the new number of devices if that has changed. The button then confirms the new number.
  const { found } = failureBody(error)
  const retry = () => (found === undefined ? void refetch() : setExpected(found))
  return (
    <DialogFrame
      title={translate('bulk.action.order')}
      small
      maxWidth="xs"
      busy={!error}
      onClose={onClose}
      closeLabel={translate('ra.action.cancel')}
      actions={
        error && (
          <Button variant="contained" onClick={retry} disabled={found === 0}>
            <span>
              {found === undefined
                ? translate('ra.action.refresh')
                : translate('bulk.do.order', { count: found.toLocaleString('ko-KR') })}
            </span>
          </Button>
        )
      }
    >
      {error ? (
        <Alert severity="error">{translate(reasonOf(error))}</Alert>
      ) : (
        <>
          <Typography role="status" sx={{ mb: 1 }}>
            {translate('bulk.about.order', { count: expected.toLocaleString('ko-KR') })}
          </Typography>
          <LinearProgress aria-label={translate('bulk.action.order')} />
        </>
      )}
    </DialogFrame>
  )
}
