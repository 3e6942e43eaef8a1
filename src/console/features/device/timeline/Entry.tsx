/** An entry of a device's timeline: time and event. */
import { Box, Link } from '@mui/material'
import { useLocale } from 'ra-core'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import type { TimelineEntry } from '../../../../contract/devicePage'
import type { HistoryRow } from '../../../../contract/history'
import { isAbsent } from '../../../../domain/dates'
import { changedFields } from '../../../../engine/fields/changedFields'
import { useMayAccess } from '../../../auth/access'
import { useConfig, useTranslate } from '../../../config'
import { FieldChange } from '../../../forms/cells/changes'
import { detailPath } from '../../../paths'
import { OrderStatusWord, useReasonText } from '../../../ui/OrderStatusWord'
import { StatusDot } from '../../../ui/StatusDot'
import { durationText } from '../../../ui/time/duration'
import { TimeText } from '../../../ui/time/TimeText'

type EntryOf<Kind extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: Kind }>

export function Entry({ entry }: { entry: TimelineEntry }) {
  return (
    <Box component="li" sx={ENTRY}>
      <Box sx={{ color: 'text.secondary', fontSize: 13 }}>
        <TimeText time={entry.at} utcFirst />
      </Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {entry.kind === 'order' && <Order entry={entry} />}
        {entry.kind === 'result' && <Result entry={entry} />}
        {entry.kind === 'connection' && <Connection entry={entry} />}
        {entry.kind === 'change' && <Change entry={entry} />}
      </Box>
    </Box>
  )
}

const ENTRY = {
  display: 'grid',
  columnGap: 2,
  alignItems: 'baseline',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '176px minmax(0, 1fr)' },
  py: 1,
}

function Order({ entry }: { entry: EntryOf<'order'> }) {
  const translate = useTranslate()
  const reason = useReasonText()(entry.reason)
  const sender = entry.from && translate('device.order.from', { name: entry.from })
  return (
    <Event more={[sender, reason].filter(Boolean).join(' · ')}>
      <OrderName entry={entry} />
      <OrderStatusWord status={entry.status} />
    </Event>
  )
}

function Result({ entry }: { entry: EntryOf<'result'> }) {
  const translate = useTranslate()
  const reason = useReasonText()(entry.reason)
  return (
    <Event more={reason}>
      <span>{translate('device.order.answered')}</span>
      <OrderName entry={entry} />
      <OrderStatusWord status={entry.status} />
    </Event>
  )
}

/** The order's name, as a link if the user may open the order. */
export function OrderName({
  entry: { order, title, caption },
}: {
  entry: EntryOf<'order'> | EntryOf<'result'>
}) {
  const may = useMayAccess()
  const list = useConfig().resources.orders?.path
  const name = title || caption
  if (!list || !may('orders', 'show')) return <span>{name}</span>
  return (
    <Link component={RouterLink} to={detailPath(list, order)} color="inherit" underline="always">
      {name}
    </Link>
  )
}

function Connection({ entry: { at, closed, reconnects } }: { entry: EntryOf<'connection'> }) {
  const translate = useTranslate()
  const locale = useLocale()
  const repeated = reconnects > 0 && (
    <span>{translate('device.connection.repeated', { count: reconnects })}</span>
  )
  if (isAbsent(closed))
    return (
      <Event more={repeated}>
        <StatusDot tone="success" label={translate('device.connection.open')} />
      </Event>
    )
  return (
    <Event
      more={
        <>
          <span>{translate('device.connection.until')}</span> <TimeText time={closed} utcFirst />
          {repeated && <> · {repeated}</>}
        </>
      }
    >
      <StatusDot tone="neutral" label={translate('device.connection.closed')} />
      <span>{durationText(Date.parse(closed) - Date.parse(at), locale)}</span>
    </Event>
  )
}

/** The layout of an event: a line, and details below it. */
function Event({ children, more }: { children: ReactNode; more?: ReactNode }) {
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>{children}</Box>
      {more && <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{more}</Box>}
    </>
  )
}

/** A change of a device: the action, the user, and the fields before and after. */
function Change({ entry }: { entry: EntryOf<'change'> }) {
  const { action, client_name } = entry
  const translate = useTranslate()
  // Only fields: details of other actions, such as the number of revoked secrets, are on the page of all changes.
  const changes = changedFields(useConfig().resources, {
    ...entry,
    resource: 'devices',
  } as Partial<HistoryRow>).filter(({ field }) => field)
  const by = client_name && translate('device.change.by', { name: client_name })
  return (
    <>
      {/* `_` is the text for an action without a translation. */}
      <Event more={by}>{translate(`device.change.${action}`, { _: action })}</Event>
      {changes.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, fontSize: 13 }}>
          {changes.map(change => (
            <Box component="li" key={change.name} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
              <FieldChange {...change} />
            </Box>
          ))}
        </Box>
      )}
    </>
  )
}
