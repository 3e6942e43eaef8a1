/** Composing an order (§2): begun anew, as this browser kept it, or from another order (decision 6). */
import { Alert, Box, Button, Skeleton } from '@mui/material'
import { useStoreContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { ErrorState } from '../../ui/ErrorState'
import { Screen } from '../../ui/Screen'
import { ComposeForm } from './ComposeForm'
import { type Draft, EMPTY } from './draft'
import { useDraftPlace } from './draftSlots'
import { keptDraft } from './useKeptDraft'
import { originOf, type Source, useSource, useSourceDraft } from './useSource'

export default function Compose() {
  const translate = useTranslate()
  const source = useSource()
  const { key } = useLocation()
  return (
    <Screen title={translate('compose.title')}>
      <Beginning key={`${originOf(source)} ${key}`} source={source} />
    </Screen>
  )
}

function Beginning({ source }: { source: Source | undefined }) {
  const translate = useTranslate()
  const store = useStoreContext()
  const place = useDraftPlace(originOf(source))
  const [kept, setKept] = useState<Draft | undefined>(() => keptDraft(store, place))
  const { data, error, refetch } = useSourceDraft(kept ? undefined : source)

  if (kept) return <ComposeForm place={place} initial={kept} />
  if (!source) return <ComposeForm place={place} initial={EMPTY} />
  if (error) {
    return (
      <>
        <ErrorState title={translate('compose.source.failed')} error={error} onRetry={() => refetch()} />
        <Box sx={{ textAlign: 'center' }}>
          <Button onClick={() => setKept(EMPTY)}>{translate('compose.source.without')}</Button>
        </Box>
      </>
    )
  }
  if (!data) return <Outline />
  return (
    <>
      {data.lost && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translate(`compose.source.lost.${source.kind}`)}
        </Alert>
      )}
      <ComposeForm place={place} initial={data.draft} />
    </>
  )
}

/** The shape of what comes. */
function Outline() {
  return (
    <Box
      aria-busy
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 1fr) 340px' } }}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Skeleton variant="rounded" height={130} />
        <Skeleton variant="rounded" height={180} />
        <Skeleton variant="rounded" height={170} />
      </Box>
      <Skeleton variant="rounded" height={260} />
    </Box>
  )
}
