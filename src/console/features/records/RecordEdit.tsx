/** The screen of an existing record: it is fetched again, then edited (`EditForm`). */
import { Button, Card, Skeleton } from '@mui/material'
import { EditBase, HttpError, type RaRecord, useEditContext, useResourceContext } from 'ra-core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CompiledResource } from '../../../engine/compiled'
import { useMayAccess } from '../../auth/access'
import { useConfig, useTranslate } from '../../config'
import { shownNameOf } from '../../forms/list/FieldCell'
import { EmptyState } from '../../ui/states/EmptyState'
import { ErrorState } from '../../ui/states/ErrorState'
import { useOpenRelated, WithRelated } from '../related'
import { EditForm } from './EditForm'
import { FormScreen } from './FormScreen'

export default function RecordEdit() {
  const resource = useConfig().resources[useResourceContext() ?? '']
  const enabled = useMayAccess()(resource?.name ?? '', 'edit')
  if (!resource) return null
  return (
    <EditBase
      disableAuthentication
      mutationMode="pessimistic"
      redirect={false}
      queryOptions={{
        enabled,
        // A form never opens with a record from the cache: rows of a list lack pictures, and a save would delete them.
        staleTime: 0,
        gcTime: 0,
        refetchOnMount: 'always',
        // In place of a notice and the way back to the list: the screen shows the failure.
        onError: () => {},
      }}
    >
      <EditScreen resource={resource} />
    </EditBase>
  )
}

function EditScreen({ resource }: { resource: CompiledResource }) {
  const translate = useTranslate()
  const { record, isFetching, error, refetch } = useEditContext<RaRecord>()
  // What is read later on does not replace the record under the user's input.
  const [loaded, setLoaded] = useState<RaRecord>()
  if (!loaded && record && !isFetching && !error) setLoaded(record)

  const content = () => {
    if (loaded)
      return (
        <WithRelated resource={resource} record={loaded}>
          <EditForm resource={resource} loaded={loaded} />
        </WithRelated>
      )
    if (!error) return <FormSkeleton />
    const isGone = error instanceof HttpError && error.status === 404
    if (!isGone) return <ErrorState error={error} onRetry={() => refetch()} />
    return (
      <EmptyState
        role="alert"
        title={translate('records.form.gone')}
        text={translate('records.form.goneHint')}
        action={
          <Button variant="contained" component={Link} to={resource.path}>
            {translate('records.form.back')}
          </Button>
        }
      />
    )
  }
  return (
    <FormScreen
      resource={resource}
      action="edit"
      isWide={useOpenRelated(resource) !== undefined}
      title={translate('records.form.edit', { name: translate(resource.label) })}
      recordName={loaded && shownNameOf(resource, loaded)}
    >
      {content()}
    </FormScreen>
  )
}

function FormSkeleton() {
  return (
    <Card aria-busy sx={{ p: 3 }}>
      {Array.from({ length: 5 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines differ in nothing else
        <Skeleton key={row} height={56} />
      ))}
    </Card>
  )
}
