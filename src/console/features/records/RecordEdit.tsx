/** The form of an existing record: fetches it, then shows `EditForm`. Users who may not edit it get its page. */
import { EditBase, type RaRecord, useEditContext, useResourceContext } from 'ra-core'
import { useState } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router'
import type { CompiledResource } from '../../../engine/compiled'
import { useMayAccess } from '../../auth/access'
import { useIsChangeable } from '../../changeable'
import { useConfig, useTranslate } from '../../config'
import { shownNameOf } from '../../forms/list/FieldCell'
import { pageOf } from '../../recordPage'
import { EditForm } from './EditForm'
import { FormScreen } from './FormScreen'
import { Unread } from './Unread'

export default function RecordEdit() {
  const resource = useConfig().resources[useResourceContext() ?? '']
  const may = useMayAccess()
  const translate = useTranslate()
  const [params] = useSearchParams()
  if (!resource) return null
  const mayEdit = may(resource.name, 'edit')
  if (!mayEdit && !may(resource.name, 'show'))
    return <FormScreen resource={resource} title={translate(resource.labelOne ?? resource.label)} />
  // Old links to a tab of related records name the form.
  if (!mayEdit || params.has('tab')) return <ToPage resource={resource} />
  return (
    <EditBase
      disableAuthentication
      mutationMode="pessimistic"
      redirect={false}
      queryOptions={{
        // Never from the cache: records of a list have no pictures, and saving them would delete the pictures.
        staleTime: 0,
        gcTime: 0,
        refetchOnMount: 'always',
        // Replaces ra-core's notice and redirect to the list: the screen itself shows the error.
        onError: () => {},
      }}
    >
      <EditScreen resource={resource} />
    </EditBase>
  )
}

function EditScreen({ resource }: { resource: CompiledResource }) {
  const translate = useTranslate()
  const isChangeable = useIsChangeable()
  const { record, isFetching, error, refetch } = useEditContext<RaRecord>()
  // Only the first response is used: later reads must not replace the record while the user edits.
  const [loaded, setLoaded] = useState<RaRecord>()
  if (!loaded && record && !isFetching && !error) setLoaded(record)
  if (loaded && !isChangeable(resource, loaded)) return <ToPage resource={resource} />
  return (
    <FormScreen
      resource={resource}
      isAllowed
      title={translate('records.form.edit', { name: translate(resource.labelOne ?? resource.label) })}
      recordName={loaded && shownNameOf(resource, loaded)}
    >
      {loaded ? (
        <EditForm resource={resource} loaded={loaded} />
      ) : (
        <Unread resource={resource} error={error} onRetry={() => void refetch()} />
      )}
    </FormScreen>
  )
}

function ToPage({ resource }: { resource: CompiledResource }) {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  return <Navigate replace to={{ pathname: pageOf(resource, id) ?? resource.path, search: `${params}` }} />
}
