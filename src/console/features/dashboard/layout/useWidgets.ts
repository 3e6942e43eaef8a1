/** The widgets that a user sees, with their order and state. */
import { useMediaQuery } from '@mui/material'
import { useStore } from 'ra-core'
import { useHasLevel } from '../../../auth/access'
import { useConfig } from '../../../config'
import { type Arrangement, arrange, isVisible } from '../../../forms/list/arrangement'

interface WidgetArrangement extends Arrangement {
  /** By widget name; only values that differ from config. */
  collapsed?: Record<string, boolean>
  /** Columns of twelve by widget name; only values that differ from config. */
  widths?: Record<string, number>
  /** Names of hidden widgets, stored by earlier versions. */
  closed?: string[]
}

const AS_IN_CONFIG: WidgetArrangement = {}

/** In windows of at least this width, widgets have the width `widest` of config. */
const WIDEST = '(min-width: 1920px)'

/** The widgets that the user's level permits; `visibleWidgets`: without hidden ones, in the user's order. */
export function useWidgets() {
  const hasLevel = useHasLevel()
  const { widgets: configured } = useConfig().dashboard
  const isWidest = useMediaQuery(WIDEST, { noSsr: true })
  const [arrangement, setArrangement] = useStore<WidgetArrangement>('dashboard.widgets', AS_IN_CONFIG)
  const { collapsed = {}, widths = {}, closed = [] } = arrangement
  const widgets = configured
    .filter(({ level }) => hasLevel(level))
    .map(widget => ({
      ...widget,
      hidden: closed.includes(widget.name),
      collapsed: collapsed[widget.name] ?? widget.collapsed,
      width: widths[widget.name] ?? (isWidest ? widget.widest : widget.width),
    }))
  const visibleWidgets = arrange(widgets, arrangement).filter(widget => isVisible(widget, arrangement))
  return { widgets, visibleWidgets, arrangement, setArrangement }
}
