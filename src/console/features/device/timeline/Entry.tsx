/** One thing that happened to a device: when, and what. */
import { Box, Link } from '@mui/material'
import { useLocale, useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router'
import type { TimelineEntry } from '../../../../contract/devicePage'
import { isAbsent } from '../../../../domain/dates'
import { useMayAccess } from '../../../auth/access'
import { useConfig } from '../../../config'
import { showPath } from '../../../paths'
import { OrderStatusWord, useReasonText } from '../../../ui/OrderStatusWord'
import { StatusDot } from '../../../ui/StatusDot'
import { TimeText } from '../../../ui/time/TimeText'
import { Change } from './Change'
import { durationText } from './duration'
import { Happened } from './Happened'

type Of<Kind extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: Kind }>

export function Entry({ entry }: { entry: TimelineEntry }) {
  return (
    <Box component="li" sx={ENTRY}>
      <Box sx={{ color: 'text.secondary', fontSize: 13 }}>
        <TimeText time={entry.at} switched />
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

function Order({ entry }: { entry: Of<'order'> }) {
  const translate = useTranslate()
  const reason = useReasonText()(entry.reason)
  const sent = entry.from && translate('device.order.from', { name: entry.from })
  return (
    <Happened more={[sent, reason].filter(Boolean).join(' · ')}>
      <OrderName entry={entry} />
      <OrderStatusWord status={entry.status} />
    </Happened>
  )
}

function Result({ entry }: { entry: Of<'result'> }) {
  const translate = useTranslate()
  const reason = useReasonText()(entry.reason)
  return (
    <Happened more={reason}>
      <span>{translate('device.order.answered')}</span>
      <OrderName entry={entry} />
      <OrderStatusWord status={entry.status} />
    </Happened>
  )
}

/** Leads to the order, for those who may open it. */
function OrderName({ entry: { order, title, caption } }: { entry: Of<'order'> | Of<'result'> }) {
  const may = useMayAccess()
  const list = useConfig().resources.orders?.path
  const name = title || caption
  if (!list || !may('orders', 'show')) return <span>{name}</span>
  return (
    <Link component={RouterLink} to={showPath(list, order)} color="inherit" underline="always">
      {name}
    </Link>
  )
}

function Connection({ entry: { at, closed } }: { entry: Of<'connection'> }) {
  const translate = useTranslate()
  const locale = useLocale()
  if (isAbsent(closed))
    return (
      <Happened>
        <StatusDot tone="success" label={translate('device.connection.open')} />
      </Happened>
    )
  return (
    <Happened
      more={
        <>
          {translate('device.connection.until')} <TimeText time={closed} switched />
        </>
      }
    >
      <StatusDot tone="neutral" label={translate('device.connection.closed')} />
      <span>{durationText(Date.parse(closed) - Date.parse(at), locale)}</span>
    </Happened>
  )
}
