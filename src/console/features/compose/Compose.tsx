/** The page that composes an order (§2): from a draft in this browser, from another order (decision 6), or empty. */
import { Alert, Box, Button } from '@mui/material'
import { useStoreContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { Screen } from '../../ui/Screen'
import { ErrorState } from '../../ui/states/ErrorState'
import { SkeletonCards } from '../../ui/states/SkeletonRows'
import { useAddedFields } from '../registering'
import { ComposeForm } from './ComposeForm'
import { type Draft, EMPTY } from './draft/draft'
import { readDraft, useDraftSlot } from './draft/draftStore'
import { type Origin, originIn, originText, useOriginDraft } from './draft/origin'

export default function Compose() {
  const translate = useTranslate()
  const { key, search } = useLocation()
  const origin = originIn(new URLSearchParams(search))
  return (
    <Screen title={translate('compose.title')} width="form">
      {/* The key: each visit of the page loads its draft again. */}
      <LoadedDraft key={`${originText(origin)} ${key}`} origin={origin} />
    </Screen>
  )
}

function LoadedDraft({ origin }: { origin: Origin | undefined }) {
  const translate = useTranslate()
  const store = useStoreContext()
  const slot = useDraftSlot(originText(origin))
  // undefined while the draft must be loaded from its origin.
  const [initial, setInitial] = useState<Draft | undefined>(
    () => readDraft(store, slot) ?? (origin ? undefined : EMPTY),
  )
  const { isPending } = useAddedFields()
  const { data, error, refetch } = useOriginDraft(initial ? undefined : origin)

  if (isPending) return <SkeletonCards cards={3} />
  if (initial) return <ComposeForm slot={slot} initial={initial} />
  if (error) {
    return (
      <>
        <ErrorState title={translate('compose.origin.failed')} error={error} onRetry={() => refetch()} />
        <Box sx={{ textAlign: 'center' }}>
          <Button onClick={() => setInitial(EMPTY)}>{translate('compose.origin.without')}</Button>
        </Box>
      </>
    )
  }
  if (!data) return <SkeletonCards cards={3} />
  return (
    <>
      {data.devicesMissing && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translate(`compose.origin.lost.${origin?.kind}`)}
        </Alert>
      )}
      <ComposeForm slot={slot} initial={data.draft} />
    </>
  )
}
