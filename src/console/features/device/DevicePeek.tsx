/** The content of the panel beside the device list: the first section, the signal of a day, and the last orders. */
import { Box, Card, Typography } from '@mui/material'
import { useGetOne } from 'ra-core'
import type { ReactNode } from 'react'
import type { PageTab } from '../../../engine/registry'
import { useTranslate } from '../../config'
import type { PeekProps } from '../../feature'
import { liveOf, type ShownDevice } from './device'
import { Sections } from './Sections'
import { Signal } from './signal/SignalTab'
import { Timeline } from './timeline/Timeline'

const CHART_HEIGHT = 160

export default function DevicePeek({ resource, record }: PeekProps) {
  const translate = useTranslate()
  const id = String(record.id)
  // The records of a list lack `sees`. A basic server lacks this call: only the section is shown.
  const { data } = useGetOne<ShownDevice>('devices', { id }, { staleTime: 0, retry: false, meta: liveOf(id) })
  const device = data ?? { ...record, id }
  const { sees } = device
  const tabs = resource.page?.tabs ?? []
  const titleOf = (name: PageTab) => translate(tabs.find(({ tab }) => tab === name)?.label)
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Sections resource={resource} sections={(resource.page?.sections ?? []).slice(0, 1)} device={device} />
      {sees?.signals && (
        <Part title={titleOf('signal')}>
          <Signal device={device} range="24h" height={CHART_HEIGHT} />
        </Part>
      )}
      {sees?.timeline.includes('order') && (
        <Part title={titleOf('orders')}>
          <Timeline device={id} kind="order" />
        </Part>
      )}
    </Box>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card component="section" aria-label={title || undefined} sx={{ p: 2 }}>
    {title && (
      <Typography variant="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
    )}
    {children}
  </Card>
)
