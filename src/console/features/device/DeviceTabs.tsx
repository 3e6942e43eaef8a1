/** The tabs of config, of which the address says the open one. */
import { Box, Card, Skeleton, Tab, Tabs } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useSearchParams } from 'react-router'
import type { DeviceDetail } from '../../../contract/devicePage'
import type { CompiledTab } from '../../../engine/compiled'
import type { PageTab } from '../../../engine/registry'
import { useWords } from '../../config'
import { TABS_HEIGHT } from './DeviceSkeleton'
import type { ShownDevice } from './device'
import { SignalTab } from './signal/SignalTab'
import { Timeline } from './timeline/Timeline'
import { TimelineTab } from './timeline/TimelineTab'

/** What the caller must see of the page for a tab to be there. */
const IS_SEEN: Readonly<Record<PageTab, (sees: DeviceDetail['sees']) => boolean>> = {
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
  const words = useWords()
  const translate = useTranslate()
  const [params, setParams] = useSearchParams()
  const { sees } = device
  // What the caller sees comes with the device, which the list may have put here before.
  if (!sees) return <Skeleton variant="rounded" height={TABS_HEIGHT} />
  const shown = tabs.filter(({ tab }) => IS_SEEN[tab](sees))
  const open = shown.find(({ tab }) => tab === params.get('tab')) ?? shown[0]
  if (!open) return null
  const choose = (tab: PageTab) => {
    // With what the tabs keep in the address.
    const next = new URLSearchParams(params)
    next.set('tab', tab)
    setParams(next, { replace: true, preventScrollReset: true })
  }
  const idOf = (tab: PageTab, part: 'tab' | 'panel') => `device-${tab}-${part}`
  return (
    <Card sx={{ minWidth: 0, minHeight: TABS_HEIGHT }}>
      <Tabs
        value={open.tab}
        onChange={(_, tab: PageTab) => choose(tab)}
        variant="scrollable"
        scrollButtons="auto"
        aria-label={translate('device.tabs')}
        sx={{ borderBottom: 1, borderColor: 'divider', px: { sm: 1 } }}
      >
        {shown.map(({ tab, label }) => (
          <Tab
            key={tab}
            value={tab}
            label={words(label)}
            id={idOf(tab, 'tab')}
            aria-controls={tab === open.tab ? idOf(tab, 'panel') : undefined}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={idOf(open.tab, 'panel')} aria-labelledby={idOf(open.tab, 'tab')} sx={{ p: 2 }}>
        {open.tab === 'signal' && <SignalTab device={device.id} />}
        {open.tab === 'orders' && <Timeline key="order" device={device.id} kind="order" />}
        {open.tab === 'connections' && <Timeline key="connection" device={device.id} kind="connection" />}
        {open.tab === 'timeline' && <TimelineTab device={device.id} kinds={sees.timeline} />}
      </Box>
    </Card>
  )
}
