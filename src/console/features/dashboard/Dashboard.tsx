/** The dashboard: the widgets of config in the user's arrangement (§2). */
import Router from '@mui/icons-material/Router'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslate } from 'ra-core'
import { useRef } from 'react'
import { Link } from 'react-router'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { Screen } from '../../ui/Screen'
import { StaleNotice } from '../../ui/StaleNotice'
import { close, collapse, isClosed, isCollapsed } from './arrangement'
import { useDeviceLink } from './deviceLink'
import { GRID, spanOf } from './layout'
import { useStats } from './queries'
import { useArrangement } from './useArrangement'
import { WidgetChooser } from './WidgetChooser'
import { WIDGETS } from './Widgets'
import type { DashboardProps } from './widget'

export default function Dashboard({ title }: DashboardProps) {
  const translate = useTranslate()
  const { data: stats, error, dataUpdatedAt, refetch } = useStats()
  const { widgets, inOrder, arrangement, setArrangement } = useArrangement()
  const chooser = useRef<HTMLButtonElement>(null)
  const shown = inOrder.filter(({ name }) => !isClosed(arrangement, name))

  // The panel says itself what became of its figures; the tables, which are drawn from the same, do not.
  const panelShown = shown.some(widget => widget.name === 'stats' && !isCollapsed(arrangement, widget))
  const failure = { error, since: dataUpdatedAt, onRetry: () => void refetch() }

  if (stats?.amount.device === 0) return <EmptyFleet title={title} />
  return (
    <Screen
      title={title}
      actions={
        <WidgetChooser ref={chooser} widgets={widgets} arrangement={arrangement} onChange={setArrangement} />
      }
    >
      {shown.length === 0 && (
        <EmptyState
          title={translate('dashboard.widget.none')}
          text={translate('dashboard.widget.noneHint')}
          action={
            <Button variant="outlined" onClick={() => setArrangement({ ...arrangement, closed: [] })}>
              {translate('dashboard.widget.restoreAll')}
            </Button>
          }
        />
      )}
      {error && !panelShown && (stats ? <StaleNotice {...failure} /> : <ErrorState {...failure} />)}
      <Box sx={GRID}>
        {shown.map(widget => {
          const Widget = WIDGETS[widget.name]
          return (
            <Box
              key={widget.name}
              data-widget={widget.name}
              sx={{ ...spanOf(widget.width), '&:empty': { display: 'none' } }}
            >
              <Widget
                widget={widget}
                collapsed={isCollapsed(arrangement, widget)}
                onCollapse={collapsed => setArrangement(collapse(arrangement, widget.name, collapsed))}
                onClose={() => {
                  setArrangement(close(arrangement, widget.name))
                  // Its button is gone; what brings it back is the next thing that somebody may want.
                  chooser.current?.focus()
                }}
              />
            </Box>
          )
        })}
      </Box>
    </Screen>
  )
}

function EmptyFleet({ title }: DashboardProps) {
  const translate = useTranslate()
  const devices = useDeviceLink()({})
  return (
    <Screen title={title}>
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
    </Screen>
  )
}
