/** The page of a record: its fields in the sections of its form, its actions, related records, and its history. */
import { Box, Typography } from '@mui/material'
import { type RaRecord, ShowBase, useResourceContext, useShowContext } from 'ra-core'
import { useParams } from 'react-router'
import { partsFor } from '../../../engine/access'
import type { CompiledResource } from '../../../engine/compiled'
import type { ActionName } from '../../../engine/registry'
import { useMayAccess } from '../../auth/access'
import { useUser } from '../../auth/useSession'
import { useConfig, useTranslate } from '../../config'
import { FormOriginProvider, useOriginHere } from '../../forms/formOrigin'
import { ActionButton } from '../../forms/list/ActionButton'
import { shownNameOf } from '../../forms/list/FieldCell'
import type { LiveMeta } from '../../live'
import { BackLink } from '../../ui/BackLink'
import { Screen } from '../../ui/Screen'
import { RetryAlert } from '../../ui/states/RetryAlert'
import { TimeGroup } from '../../ui/time/TimeGroup'
import { RecordTabs } from '../related'
import { RecordSections } from './RecordSections'
import { isGone, Unread } from './Unread'

export default function RecordShow() {
  const resource = useConfig().resources[useResourceContext() ?? '']
  const { id = '' } = useParams()
  if (!resource) return null
  return (
    <ShowBase
      disableAuthentication
      queryOptions={{
        // Always read again: the records that a list caches have no pictures and no rows.
        staleTime: 0,
        retry: false,
        meta: { live: [resource.name], record: id } satisfies LiveMeta,
        // Replaces ra-core's notice and redirect to the list: the page itself shows the error.
        onError: () => {},
      }}
    >
      <ShowScreen resource={resource} />
    </ShowBase>
  )
}

function ShowScreen({ resource }: { resource: CompiledResource }) {
  const translate = useTranslate()
  const { record, error, refetch } = useShowContext<RaRecord>()
  const kind = translate(resource.labelOne ?? resource.label)
  const retry = () => void refetch()
  const isShown = record && !isGone(error)
  return (
    <Box component="article">
      <Screen
        title={isShown ? shownNameOf(resource, record) : kind}
        above={
          <BackLink
            to={resource.path}
            text={translate('records.form.toList', { name: translate(resource.label) })}
          />
        }
        aside={isShown && <Typography color="text.secondary">{kind}</Typography>}
        actions={isShown && <Actions resource={resource} record={record} />}
        width="form"
      >
        {isShown ? (
          <>
            {error && (
              <RetryAlert severity="warning" sx={{ mb: 2 }} onRetry={retry}>
                {translate('shell.failure.load')}
              </RetryAlert>
            )}
            <TimeGroup>
              <RecordTabs
                resource={resource}
                record={record}
                label={translate('records.related.tabs')}
                tabs={[
                  {
                    name: 'record',
                    label: translate('records.related.form'),
                    content: <RecordSections resource={resource} record={record} />,
                  },
                ]}
              />
            </TimeGroup>
          </>
        ) : (
          <Unread resource={resource} error={error} onRetry={retry} />
        )}
      </Screen>
    </Box>
  )
}

/** Edit, the actions of the list's rows, and delete. */
function Actions({ resource, record }: { resource: CompiledResource; record: RaRecord }) {
  const config = useConfig()
  const { level } = useUser()
  const may = useMayAccess()
  const { columns = [], rowActions = [] } = resource.list ?? {}
  const listed = partsFor(config, level, [...columns.flatMap(({ actions }) => actions), ...rowActions])
  const others = [...new Set(listed.map(({ name }) => name))].filter(
    name => name !== 'edit' && name !== 'delete',
  )
  const origin = useOriginHere(shownNameOf(resource, record))
  const names: ActionName[] = [
    ...(may(resource.name, 'edit') ? (['edit'] as const) : []),
    ...others,
    ...(may(resource.name, 'delete') ? (['delete'] as const) : []),
  ]
  return (
    <FormOriginProvider value={origin}>
      {names.map(name => (
        <ActionButton
          key={name}
          name={name}
          record={record}
          variant={name === 'edit' ? 'contained' : name === 'delete' ? 'text' : 'outlined'}
        />
      ))}
    </FormOriginProvider>
  )
}
