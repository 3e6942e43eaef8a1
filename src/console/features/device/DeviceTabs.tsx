/** The tabs of config, followed by tabs of related records. The query string names the open tab. */
import { Box, Card, Skeleton, Tab, Tabs, type Theme, useMediaQuery } from '@mui/material'

import { useSearchParams } from 'react-router'
import type { DeviceDetail } from '../../../contract/devicePage'
import type { CompiledTab } from '../../../engine/compiled'
import { relatedFor, relatedKey } from '../../../engine/fields/related'
import type { PageTab } from '../../../engine/registry'
import { useUser } from '../../auth/useSession'
import { useConfig, useTranslate } from '../../config'
import { nameOfRecord } from '../../forms/list/FieldCell'
import { RelatedCount, RelatedList } from '../related'
import { TABS_HEIGHT } from './DeviceSkeleton'
import type { ShownDevice } from './device'
import { RecentEvents } from './RecentEvents'
import { SignalTab } from './signal/SignalTab'
import { Timeline } from './timeline/Timeline'
import { TimelineTab } from './timeline/TimelineTab'

/** Whether the user may see a tab, according to `sees` in the server's response. */
const IS_VISIBLE: Readonly<Record<PageTab, (sees: DeviceDetail['sees']) => boolean>> = {
  signal: ({ signals }) => signals,
  orders: ({ timeline }) => timeline.includes('order'),
  connections: ({ timeline }) => timeline.includes('connection'),
  timeline: ({ timeline }) => timeline.length > 0,
}

interface DeviceTabsProps {
  tabs: readonly CompiledTab[]
  device: ShownDevice
}

export function DeviceTabs({ tabs, device }: DeviceTabsProps) {
  const translate = useTranslate()
  const [params, setParams] = useSearchParams()
  const { sees } = device
  const config = useConfig()
  const { level } = useUser()
  const isWide = useMediaQuery<Theme>(theme => theme.breakpoints.up('lg'))
  const resource = config.resources.devices
  // `sees` is missing until the device is read: the list may have cached a record without it.
  if (!sees) return <Skeleton variant="rounded" height={TABS_HEIGHT} />
  const visibleTabs = tabs.filter(({ tab }) => IS_VISIBLE[tab](sees))
  const related = resource ? relatedFor(config, level, resource) : []
  // The query string names the open tab. If it names none that the user may see, the first one is open.
  const requestedRelated = related.find(entry => relatedKey(entry) === params.get('tab'))
  const openTab = visibleTabs.find(({ tab }) => tab === params.get('tab')) ?? visibleTabs[0]
  const value = requestedRelated ? relatedKey(requestedRelated) : (openTab?.tab ?? related.map(relatedKey)[0])
  if (value === undefined) return null
  const openRelated = related.find(entry => relatedKey(entry) === value)
  const choose = (tab: string) => {
    // Keeps the parameters of other tabs, such as the range of the signal.
    const next = new URLSearchParams(params)
    next.set('tab', tab)
    setParams(next, { replace: true, preventScrollReset: true })
  }
  const idOf = (tab: string, part: 'tab' | 'panel') => `device-${tab}-${part}`
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Card sx={{ minWidth: 0, minHeight: TABS_HEIGHT }}>
        <Tabs
          value={value}
          onChange={(_, tab: string) => choose(tab)}
          variant="scrollable"
          scrollButtons="auto"
          aria-label={translate('device.tabs')}
          sx={{ borderBottom: 1, borderColor: 'divider', px: { sm: 1 } }}
        >
          {visibleTabs.map(({ tab, label }) => (
            <Tab
              key={tab}
              value={tab}
              label={translate(label)}
              id={idOf(tab, 'tab')}
              aria-controls={tab === value ? idOf(tab, 'panel') : undefined}
            />
          ))}
          {related.map(entry => (
            <Tab
              key={relatedKey(entry)}
              value={relatedKey(entry)}
              label={
                <span>
                  <span>{translate(entry.label)}</span> <RelatedCount related={entry} id={device.id} />
                </span>
              }
              id={idOf(relatedKey(entry), 'tab')}
              aria-controls={entry === openRelated ? idOf(relatedKey(entry), 'panel') : undefined}
            />
          ))}
        </Tabs>
        <Box role="tabpanel" id={idOf(value, 'panel')} aria-labelledby={idOf(value, 'tab')} sx={{ p: 2 }}>
          {openRelated && resource && (
            <RelatedList
              key={value}
              related={openRelated}
              id={device.id}
              name={nameOfRecord(resource, device)}
            />
          )}
          {value === 'signal' && <SignalTab device={device} />}
          {value === 'orders' && <Timeline key="order" device={device.id} kind="order" />}
          {value === 'connections' && <Timeline key="connection" device={device.id} kind="connection" />}
          {value === 'timeline' && <TimelineTab device={device.id} kinds={sees.timeline} />}
        </Box>
      </Card>
      {value === 'signal' && isWide && <RecentEvents device={device.id} sees={sees} />}
    </Box>
  )
}
