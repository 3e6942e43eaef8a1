/** The events of a device, newest first; a button loads older ones. */
import { Box, Skeleton, Stack } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { TimelineKind } from '../../../../contract/devicePage'
import { BusyButton } from '../../../ui/controls/BusyButton'
import { EmptyState } from '../../../ui/states/EmptyState'
import { ErrorState } from '../../../ui/states/ErrorState'
import { RetryAlert } from '../../../ui/states/RetryAlert'
import { useTimeline } from '../device'
import { Entry } from './Entry'

interface TimelineProps {
  device: string
  /** Default: all kinds. */
  kind?: TimelineKind | undefined
}

export function Timeline({ device, kind }: TimelineProps) {
  const translate = useTranslate()
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useTimeline(device, kind)
  if (!data) return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <LoadingEntries />
  const entries = data.pages.flatMap(({ payload }) => payload)
  if (entries.length === 0)
    return (
      <EmptyState title={translate('device.none.title')} text={translate(`device.none.${kind ?? 'all'}`)} />
    )
  return (
    <>
      <Box component="ol" aria-label={translate(`device.kind.${kind ?? 'all'}`)} sx={LIST}>
        {entries.map(entry => (
          <Entry key={`${entry.kind} ${entry.key}`} entry={entry} />
        ))}
      </Box>
      {error && (
        <RetryAlert
          severity="warning"
          sx={{ mt: 1 }}
          onRetry={() => (hasNextPage ? fetchNextPage() : refetch())}
        >
          {translate('shell.failure.load')}
        </RetryAlert>
      )}
      {hasNextPage && (
        <BusyButton
          variant="outlined"
          color="inherit"
          busy={isFetchingNextPage}
          onClick={() => fetchNextPage()}
          sx={{ mt: 2, borderColor: 'divider' }}
        >
          {translate('device.more')}
        </BusyButton>
      )}
    </>
  )
}

const LIST = { listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }

const LoadingEntries = () => (
  <Stack aria-busy sx={{ gap: 1.5, py: 1 }}>
    {['a', 'b', 'c', 'd', 'e', 'f'].map(name => (
      <Skeleton key={name} aria-hidden variant="rounded" height={44} />
    ))}
  </Stack>
)
