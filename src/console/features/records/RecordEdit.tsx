/** The form of a record that there is: loaded, changed, saved, deleted. */
import { Button, Card, Skeleton } from '@mui/material'
import { HttpError, type RaRecord, useGetOne, useResourceContext, useTranslate } from 'ra-core'
import { useCallback, useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import type { CompiledResource } from '../../../engine/compiled'
import { useConfig, useWords } from '../../config'
import { nameOf } from '../../forms/list/FieldCell'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { EditForm } from './EditForm'
import { FormScreen } from './FormScreen'
import { useFormGround } from './useFormGround'

export default function RecordEdit() {
  const resource = useConfig().resources[useResourceContext() ?? '']
  const { id = '' } = useParams()
  const { allowed } = useFormGround('edit')
  const words = useWords()
  const translate = useTranslate()
  const title = translate('records.form.edit', { name: words(resource?.label) })
  const [called, setCalled] = useState('')
  const open = useCallback(
    (record: RaRecord) => setCalled(resource ? nameOf(resource, record) : ''),
    [resource],
  )
  if (!resource) return null
  return (
    <FormScreen resource={resource} title={title} called={called} allowed={allowed}>
      <Loaded resource={resource} id={id} onOpen={open} />
    </FormScreen>
  )
}

interface LoadedProps {
  resource: CompiledResource
  id: string
  onOpen: (record: RaRecord) => void
}

function Loaded({ resource, id, onOpen }: LoadedProps) {
  const translate = useTranslate()
  const { data, error, refetch, isFetchedAfterMount } = useGetOne<RaRecord>(
    resource.name,
    { id },
    // What stands in the form is what was read when it was opened; a list that was open before is no such reading.
    { refetchOnReconnect: false, staleTime: 0, gcTime: 0, retry: false, refetchOnMount: 'always' },
  )
  const [opened, setOpened] = useState<RaRecord>()
  useEffect(() => {
    if (!data || !isFetchedAfterMount || opened) return
    setOpened(data)
    onOpen(data)
  }, [data, isFetchedAfterMount, opened, onOpen])
  if (opened) return <EditForm resource={resource} opened={opened} />

  if (error) {
    const gone = error instanceof HttpError && error.status === 404
    if (!gone) return <ErrorState error={error} onRetry={() => refetch()} />
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
    <Card aria-busy sx={{ p: 3 }}>
      {Array.from({ length: 5 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines differ in nothing else
        <Skeleton key={row} height={56} />
      ))}
    </Card>
  )
}
