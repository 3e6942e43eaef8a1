/** The screen of an existing record: fetches it, then shows `EditForm`; read only to users who may not edit it. */
import { Button, Card, Skeleton } from '@mui/material'
import { EditBase, HttpError, type RaRecord, useEditContext, useResourceContext } from 'ra-core'
import { useState } from 'react'
import { Link } from 'react-router'
import { readOnlyResource } from '../../../engine/access'
import type { CompiledResource } from '../../../engine/compiled'
import { useMayAccess, useMayOpen } from '../../auth/access'
import { useIsChangeable } from '../../changeable'
import { useConfig, useTranslate } from '../../config'
import { shownNameOf } from '../../forms/list/FieldCell'
import { EmptyState } from '../../ui/states/EmptyState'
import { ErrorState } from '../../ui/states/ErrorState'
import { useOpenRelated, WithRelated } from '../related'
import { EditForm } from './EditForm'
import { FormScreen } from './FormScreen'

export default function RecordEdit() {
  const resource = useConfig().resources[useResourceContext() ?? '']
  const allowed = useMayOpen(resource?.name)
  if (!resource) return null
  return (
    <EditBase
      disableAuthentication
      mutationMode="pessimistic"
      redirect={false}
      queryOptions={{
        enabled: allowed,
        // Never from the cache: records of a list have no pictures, and saving them would delete the pictures.
        staleTime: 0,
        gcTime: 0,
        refetchOnMount: 'always',
        // Replaces ra-core's notice and redirect to the list: the screen itself shows the error.
        onError: () => {},
      }}
    >
      <EditScreen resource={resource} allowed={allowed} />
    </EditBase>
  )
}

function EditScreen({ resource, allowed }: { resource: CompiledResource; allowed: boolean }) {
  const translate = useTranslate()
  const mayAccess = useMayAccess()
  const isChangeable = useIsChangeable()
  const { record, isFetching, error, refetch } = useEditContext<RaRecord>()
  // Only the first response is used: later reads must not replace the record while the user edits.
  const [loaded, setLoaded] = useState<RaRecord>()
  if (!loaded && record && !isFetching && !error) setLoaded(record)
  const mayEdit = mayAccess(resource.name, 'edit') && (!loaded || isChangeable(resource, loaded))

  const content = () => {
    if (loaded)
      return (
        <WithRelated resource={resource} record={loaded}>
          <EditForm
            resource={mayEdit ? resource : readOnlyResource(resource)}
            loaded={loaded}
            mayEdit={mayEdit}
          />
        </WithRelated>
      )
    if (!error) return <FormSkeleton />
    const isDeleted = error instanceof HttpError && error.status === 404
    if (!isDeleted) return <ErrorState error={error} onRetry={() => refetch()} />
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
      allowed={allowed}
      isWide={useOpenRelated(resource) !== undefined}
      title={translate(mayEdit ? 'records.form.edit' : 'records.form.show', {
        name: translate(resource.labelOne ?? resource.label),
      })}
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
