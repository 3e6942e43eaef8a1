/**
 * One device: its sections, tabs and buttons as `page` of `config/resources/devices.json` has them.
 *
 * Instead of `ShowBase`: its context has no `dataUpdatedAt`, which the notice of stale data needs.
 */
import ArrowBack from '@mui/icons-material/ArrowBack'
import { Box, Button } from '@mui/material'
import { type HttpError, useGetOne } from 'ra-core'
import type { MouseEvent } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { partsFor, readableFields } from '../../../engine/access'
import { useUser } from '../../auth/useSession'
import { useConfig, useTranslate } from '../../config'
import { CELLS } from '../../forms/cells/cells'
import { ActionButton } from '../../forms/list/ActionButton'
import { shownNameOf } from '../../forms/list/FieldCell'
import { usePolling } from '../../live'
import { hasWayBack } from '../../recordPage'
import { Screen } from '../../ui/Screen'
import { EmptyState } from '../../ui/states/EmptyState'
import { ErrorState } from '../../ui/states/ErrorState'
import { StaleNotice } from '../../ui/states/StaleNotice'
import { CopyableText } from '../../ui/text/CopyableText'
import { TimeGroup } from '../../ui/time/TimeGroup'
import { ZoneSwitch } from '../../ui/time/ZoneSwitch'
import { DeviceSkeleton, PARTS } from './DeviceSkeleton'
import { DeviceTabs } from './DeviceTabs'
import { liveOf, type ShownDevice } from './device'
import { Sections } from './Sections'

export default function DevicePage() {
  const { id = '' } = useParams()
  const config = useConfig()
  const { level } = useUser()
  const translate = useTranslate()
  const resource = config.resources.devices
  const refetchInterval = usePolling(config.app.timing.ordersPollMs)
  // Not ShowBase: its context has no `dataUpdatedAt`, which the stale notice shows.
  const { data, error, dataUpdatedAt, refetch } = useGetOne<ShownDevice>(
    'devices',
    { id },
    // The list puts its own record into the cache, which does not say what the caller sees of the page.
    { staleTime: 0, retry: false, refetchInterval, meta: liveOf(id) },
  )
  const { page } = resource ?? {}
  if (!resource || !page) return null
  const retry = () => void refetch()
  const isSeen = (name: string) => readableFields(config, level, resource).some(field => field.name === name)
  const list = translate(resource.label)

  if (!data) {
    const isUnknown = (error as HttpError | null)?.status === 404
    return (
      <Screen title={list} above={<BackLink to={resource.path} label={list} />}>
        {isUnknown && (
          <EmptyState
            role="alert"
            title={translate('device.unknown')}
            text={translate('device.unknownHint', { id })}
            action={
              <Button component={Link} to={resource.path} variant="outlined">
                {translate('device.back', { list })}
              </Button>
            }
          />
        )}
        {error && !isUnknown && <ErrorState error={error} onRetry={retry} />}
        {!error && <DeviceSkeleton page={page} />}
      </Screen>
    )
  }
  return (
    <Box component="article">
      <Screen
        title={shownNameOf(resource, data)}
        above={
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, mb: 1 }}>
            <BackLink to={resource.path} label={list} />
            <ZoneSwitch />
          </Box>
        }
        aside={
          <>
            <CopyableText value={data.id} label={translate(resource.fields.id?.label)} />
            {isSeen('connection') && <Connection value={data.linked} record={data} name="connection" />}
          </>
        }
        actions={partsFor(config, level, page.actions).map(({ name }, at) => (
          <ActionButton key={name} name={name} record={data} variant={at === 0 ? 'contained' : 'outlined'} />
        ))}
      >
        {error && <StaleNotice error={error} since={dataUpdatedAt} onRetry={retry} />}
        <TimeGroup>
          <Box sx={PARTS}>
            <Sections resource={resource} sections={page.sections} device={data} />
            <DeviceTabs tabs={partsFor(config, level, page.tabs)} device={data} />
          </Box>
        </TimeGroup>
      </Screen>
    </Box>
  )
}

/** Whether it is online, and since when. */
const Connection = CELLS.connection

/** After a link from the list the button goes back in the browser's history, so that the list is as it was. */
function BackLink({ to, label }: { to: string; label: string }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { state } = useLocation()
  const goBack = (event: MouseEvent) => {
    if (!hasWayBack(state) || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    navigate(-1)
  }
  return (
    <Button
      component={Link}
      to={to}
      onClick={goBack}
      color="inherit"
      startIcon={<ArrowBack />}
      sx={{ ml: -1 }}
    >
      {translate(hasWayBack(state) ? 'device.wayBack' : 'device.back', { list: label })}
    </Button>
  )
}
