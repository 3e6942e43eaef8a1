/** The tabs of a device: those of config, then related records. */
import { Box, Skeleton, type Theme, useMediaQuery } from '@mui/material'
import type { ReactNode } from 'react'
import type { DeviceDetail } from '../../../contract/devicePage'
import type { CompiledResource, CompiledTab } from '../../../engine/compiled'
import type { PageTab } from '../../../engine/registry'
import { useTranslate } from '../../config'
import { RecordTabs } from '../related'
import { TABS_HEIGHT } from './DeviceSkeleton'
import type { ShownDevice } from './device'
import { RecentEvents } from './RecentEvents'
import { SignalTab } from './signal/SignalTab'
import { Timeline } from './timeline/Timeline'
import { TimelineTab } from './timeline/TimelineTab'

type Sees = DeviceDetail['sees']

interface DeviceTab {
  /** Whether the user may see the tab, according to `sees` in the server's response. */
  isVisible: (sees: Sees) => boolean
  content: (device: ShownDevice, sees: Sees) => ReactNode
}

const TABS: Readonly<Record<PageTab, DeviceTab>> = {
  signal: { isVisible: ({ signals }) => signals, content: device => <SignalTab device={device} /> },
  orders: {
    isVisible: ({ timeline }) => timeline.includes('order'),
    content: ({ id }) => <Timeline key="order" device={id} kind="order" />,
  },
  connections: {
    isVisible: ({ timeline }) => timeline.includes('connection'),
    content: ({ id }) => <Timeline key="connection" device={id} kind="connection" />,
  },
  timeline: {
    isVisible: ({ timeline }) => timeline.length > 0,
    content: ({ id }, { timeline }) => <TimelineTab device={id} kinds={timeline} />,
  },
}

interface DeviceTabsProps {
  resource: CompiledResource
  tabs: readonly CompiledTab[]
  device: ShownDevice
}

export function DeviceTabs({ resource, tabs, device }: DeviceTabsProps) {
  const translate = useTranslate()
  const { sees } = device
  const isWide = useMediaQuery<Theme>(theme => theme.breakpoints.up('lg'))
  // `sees` is missing until the device is read: the list may have cached a record without it.
  if (!sees) return <Skeleton variant="rounded" height={TABS_HEIGHT} />
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <RecordTabs
        resource={resource}
        record={device}
        label={translate('device.tabs')}
        cardHeight={TABS_HEIGHT}
        tabs={tabs
          .filter(({ tab }) => TABS[tab].isVisible(sees))
          .map(({ tab, label }) => ({
            name: tab,
            label: translate(label),
            content: TABS[tab].content(device, sees),
          }))}
        below={tab => tab === 'signal' && isWide && <RecentEvents device={device.id} sees={sees} />}
      />
    </Box>
  )
}
