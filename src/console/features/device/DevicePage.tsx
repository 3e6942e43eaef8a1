/**
 * The page of a device: sections, tabs and buttons as `page` of `config/resources/devices.json` describes them.
 *
 * Not in a `ShowBase`: its context has no `dataUpdatedAt`, which the stale notice shows.
 */
import { Box, Button } from '@mui/material'
import { type HttpError, useGetOne } from 'ra-core'
import { Link, useParams } from 'react-router'
import { partsFor, readableFields } from '../../../engine/access'
import { useUser } from '../../auth/useSession'
import { useConfig, useTranslate } from '../../config'
import { CELLS } from '../../forms/cells/cells'
import { FormOriginProvider, useOriginHere } from '../../forms/formOrigin'
import { ActionButton } from '../../forms/list/ActionButton'
import { shownNameOf } from '../../forms/list/FieldCell'
import { usePolling } from '../../live'
import { BackLink } from '../../ui/BackLink'
import { Screen } from '../../ui/Screen'
import { EmptyState } from '../../ui/states/EmptyState'
import { ErrorState } from '../../ui/states/ErrorState'
import { StaleNotice } from '../../ui/states/StaleNotice'
import { CopyableText } from '../../ui/text/CopyableText'
import { TimeGroup } from '../../ui/time/TimeGroup'
import { DeviceSkeleton, PAGE_LAYOUT } from './DeviceSkeleton'
import { DeviceTabs } from './DeviceTabs'
import { liveOf, type ShownDevice } from './device'
import { LastMisunderstood } from './LastMisunderstood'
import { LastOrder } from './LastOrder'
import { Sections } from './Sections'

export default function DevicePage() {
  const { id = '' } = useParams()
  const config = useConfig()
  const { level } = useUser()
  const translate = useTranslate()
  const resource = config.resources.devices
  const refetchInterval = usePolling(config.app.timing.ordersPollMs)
  const { data, error, dataUpdatedAt, refetch } = useGetOne<ShownDevice>(
    'devices',
    { id },
    // Always read again: the records that the list caches lack `sees`.
    { staleTime: 0, retry: false, refetchInterval, meta: liveOf(id) },
  )
  const origin = useOriginHere('')
  const { page: configured } = resource ?? {}
  if (!resource || !configured) return null
  // The head says whether the device is online: the sections do not repeat it.
  const sections = configured.sections.map(section => ({
    ...section,
    fields: section.fields.filter(name => name !== 'connection'),
  }))
  const page = { ...configured, sections }
  const retry = () => void refetch()
  const isReadable = (name: string) =>
    readableFields(config, level, resource).some(field => field.name === name)
  const listLabel = translate(resource.label)
  const toList = translate('device.back', { list: listLabel })
  const back = <BackLink to={resource.path} text={toList} />

  if (!data) {
    const isMissing = (error as HttpError | null)?.status === 404
    return (
      <Screen title={listLabel} above={back}>
        {isMissing && (
          <EmptyState
            role="alert"
            title={translate('device.unknown')}
            text={translate('device.unknownHint', { id })}
            action={
              <Button component={Link} to={resource.path} variant="outlined">
                <span>{toList}</span>
              </Button>
            }
          />
        )}
        {error && !isMissing && <ErrorState error={error} onRetry={retry} />}
        {!error && <DeviceSkeleton page={page} />}
      </Screen>
    )
  }
  return (
    <Box component="article">
      <Screen
        title={shownNameOf(resource, data)}
        above={back}
        aside={
          <>
            <CopyableText value={data.id} label={translate(resource.fields.id?.label)} />
            {isReadable('connection') && <Connection value={data.linked} record={data} name="connection" />}
          </>
        }
        actions={
          <FormOriginProvider value={{ ...origin, name: shownNameOf(resource, data) }}>
            {partsFor(config, level, page.actions).map(({ name }, index) => (
              <ActionButton
                key={name}
                name={name}
                record={data}
                variant={index === 0 ? 'contained' : 'outlined'}
              />
            ))}
          </FormOriginProvider>
        }
      >
        {error && <StaleNotice error={error} since={dataUpdatedAt} onRetry={retry} />}
        {data.sees?.timeline.includes('order') && <LastOrder device={data.id} />}
        {data.misunderstood && <LastMisunderstood message={data.misunderstood} />}
        <TimeGroup>
          <Box sx={PAGE_LAYOUT}>
            <Sections resource={resource} sections={page.sections} device={data} />
            <DeviceTabs resource={resource} tabs={partsFor(config, level, page.tabs)} device={data} />
          </Box>
        </TimeGroup>
      </Screen>
    </Box>
  )
}

/** Shows whether the device is online, and since when. */
const Connection = CELLS.connection
