/** On a wide screen, below the chart of the signal: the last commands and connections of the device. */
import { Box, Card, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { DeviceDetail, TimelineKind } from '../../../contract/devicePage'
import { useTimeline } from './device'
import { Entry } from './timeline/Entry'

const KINDS = ['order', 'connection'] as const
/** How many events of each kind are shown; the tabs have all. */
const EVENTS = 5

export function RecentEvents({ device, sees }: { device: string; sees: DeviceDetail['sees'] }) {
  return (
    <Box
      sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}
    >
      {KINDS.filter(kind => sees.timeline.includes(kind)).map(kind => (
        <Events key={kind} device={device} kind={kind} />
      ))}
    </Box>
  )
}

function Events({ device, kind }: { device: string; kind: TimelineKind }) {
  const translate = useTranslate()
  const { data } = useTimeline(device, kind)
  const entries = data?.pages[0]?.payload.slice(0, EVENTS)
  const title = translate(`device.recent.${kind}`)
  return (
    <Card component="section" aria-label={title} sx={{ p: 2, minHeight: entries ? 0 : 320 }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {entries?.length === 0 && (
        <Typography color="text.secondary">{translate(`device.none.${kind}`)}</Typography>
      )}
      <Box
        component="ol"
        sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}
      >
        {entries?.map(entry => (
          <Entry key={entry.key} entry={entry} />
        ))}
      </Box>
    </Card>
  )
}
