/** The dashboard: the widgets of config in the user's arrangement (§2). */
import DashboardCustomize from '@mui/icons-material/DashboardCustomizeOutlined'
import Router from '@mui/icons-material/Router'
import { Button } from '@mui/material'

import { type ComponentType, useRef } from 'react'
import { Link } from 'react-router'
import type { WidgetName } from '../../../engine/compiled'
import { useTranslate } from '../../config'
import { ArrangeButton } from '../../forms/list/ArrangeButton'
import { toggle } from '../../forms/list/arrangement'
import { useIsPainted } from '../../ui/lazy/AfterPaint'
import { Screen } from '../../ui/Screen'
import { EmptyState } from '../../ui/states/EmptyState'
import { ErrorState } from '../../ui/states/ErrorState'
import { StaleNotice } from '../../ui/states/StaleNotice'
import { AttentionWidget } from './attention/AttentionWidget'
import { HomeSentence } from './attention/HomeSentence'
import { useDeviceLink } from './deviceLink'
import { HistoryWidget } from './history/HistoryWidget'
import { useWidgets } from './layout/useWidgets'
import type { WidgetProps } from './layout/WidgetFrame'
import { WidgetGrid } from './layout/WidgetGrid'
import { MapWidget } from './map/MapWidget'
import { useAttention, useOnlineHistory, useStats } from './queries'
import { StatsWidget } from './statistics/StatsWidget'
import { TableWidget } from './tables/TableWidget'
import { TourButton } from './tour/TourButton'

const WIDGETS = {
  attention: AttentionWidget,
  map: MapWidget,
  stats: StatsWidget,
  history: HistoryWidget,
  vendors: props => <TableWidget {...props} by="vendors" />,
  models: props => <TableWidget {...props} by="models" />,
  clients: props => <TableWidget {...props} by="clients" />,
} satisfies Record<WidgetName, ComponentType<WidgetProps>>

export interface DashboardProps {
  /** The product's name. */
  title: string
}

export default function Dashboard({ title }: DashboardProps) {
  const translate = useTranslate()
  const { data: stats, error, dataUpdatedAt, refetch } = useStats()
  const { visibleWidgets, widgets, arrangement, setArrangement } = useWidgets()
  const isAttentionMissing = useAttention().data === null
  const isHistoryMissing = useOnlineHistory(useIsPainted()).data === null
  const missing = [isAttentionMissing && 'attention', isHistoryMissing && 'history']
  const shownWidgets = visibleWidgets.filter(({ name }) => !missing.includes(name))
  const chooser = useRef<HTMLButtonElement>(null)

  // The statistics panel shows an error of this request; the tables, which use it too, do not.
  const isErrorShown = visibleWidgets.some(({ name, collapsed }) => name === 'stats' && !collapsed)
  const failure = { error, since: dataUpdatedAt, onRetry: () => void refetch() }

  if (stats?.amount.device === 0)
    return (
      <Screen title={title}>
        <EmptyFleet />
      </Screen>
    )
  const closedCount = widgets.length - visibleWidgets.length
  const arrangeButton = (
    <ArrangeButton
      ref={chooser}
      startIcon={<DashboardCustomize fontSize="small" />}
      title={translate('dashboard.widget.arrange')}
      reset={translate('dashboard.widget.reset')}
      parts={widgets.map(({ name, hidden, title }) => ({ name, hidden, label: translate(title) }))}
      arrangement={arrangement}
      onChange={setArrangement}
    >
      {translate(closedCount > 0 ? 'dashboard.widget.arrangeHidden' : 'dashboard.widget.arrange', {
        count: closedCount,
      })}
    </ArrangeButton>
  )
  return (
    <Screen
      title={title}
      actions={
        <>
          <TourButton />
          {arrangeButton}
        </>
      }
    >
      <HomeSentence />
      {shownWidgets.length === 0 && (
        <EmptyState
          title={translate('dashboard.widget.none')}
          text={translate('dashboard.widget.noneHint')}
          action={
            <Button
              variant="outlined"
              onClick={() => setArrangement({ ...arrangement, shown: {}, closed: [] })}
            >
              {translate('dashboard.widget.restoreAll')}
            </Button>
          }
        />
      )}
      {error && !isErrorShown && (stats ? <StaleNotice {...failure} /> : <ErrorState {...failure} />)}
      <WidgetGrid>
        {widget => {
          const Widget = WIDGETS[widget.name]
          const onClose = () => {
            setArrangement(toggle(widgets, arrangement, widget.name))
            // The pressed button unmounts, so the focus moves to the button that can restore the widget.
            chooser.current?.focus()
          }
          return <Widget widget={widget} onClose={onClose} />
        }}
      </WidgetGrid>
    </Screen>
  )
}

function EmptyFleet() {
  const translate = useTranslate()
  const devices = useDeviceLink()({})
  return (
    <EmptyState
      icon={Router}
      title={translate('dashboard.empty.title')}
      text={translate('dashboard.empty.text')}
      action={
        devices && (
          <Button variant="contained" component={Link} to={devices}>
            {translate('dashboard.empty.action')}
          </Button>
        )
      }
    />
  )
}
