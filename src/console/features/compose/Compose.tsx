/** Composing an order (§2): begun anew, as this browser kept it, or from another order (decision 6). */
import { Alert, Box, Button } from '@mui/material'
import { useStoreContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { ErrorState } from '../../ui/ErrorState'
import { Screen } from '../../ui/Screen'
import { SkeletonCards } from '../../ui/SkeletonRows'
import { ComposeForm } from './ComposeForm'
import { type Draft, EMPTY } from './draft/draft'
import { readDraft, useDraftSlot } from './draft/draftStore'
import { originOf, type Source, sourceIn, useSourceDraft } from './draft/source'

export default function Compose() {
  const translate = useTranslate()
  const { key, pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  const source = sourceIn(query)
  // ra-core's Form takes values from `?source=`: no link shall fill in an order.
  if (query.has('source')) return <Navigate to={pathname} replace />
  return (
    <Screen title={translate('compose.title')}>
      <LoadedDraft key={`${originOf(source)} ${key}`} source={source} />
    </Screen>
  )
}

function LoadedDraft({ source }: { source: Source | undefined }) {
  const translate = useTranslate()
  const store = useStoreContext()
  const slot = useDraftSlot(originOf(source))
  const [found, setFound] = useState<Draft | undefined>(
    () => readDraft(store, slot) ?? (source ? undefined : EMPTY),
  )
  const { data, error, refetch } = useSourceDraft(found ? undefined : source)

  if (found) return <ComposeForm slot={slot} initial={found} />
  if (error) {
    return (
      <>
        <ErrorState title={translate('compose.source.failed')} error={error} onRetry={() => refetch()} />
        <Box sx={{ textAlign: 'center' }}>
          <Button onClick={() => setFound(EMPTY)}>{translate('compose.source.without')}</Button>
        </Box>
      </>
    )
  }
  if (!data) return <SkeletonCards cards={3} />
  return (
    <>
      {data.lost && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translate(`compose.source.lost.${source?.kind}`)}
        </Alert>
      )}
      <ComposeForm slot={slot} initial={data.draft} />
    </>
  )
}
