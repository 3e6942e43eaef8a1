/** Which widgets a user sees, in which order and in what state. */
import { useStore } from 'ra-core'
import { useReach } from '../../../auth/access'
import { useConfig } from '../../../config'
import { type Arrangement, arrange, isOn } from '../../../forms/list/arrangement'

interface WidgetArrangement extends Arrangement {
  /** Only where it differs from config. */
  collapsed?: Record<string, boolean>
  /** Stored by earlier versions: names of those that are off. */
  closed?: string[]
}

const AS_IN_CONFIG: WidgetArrangement = {}

/** The widgets of the user's level, in the user's state; `open` are those that are not closed, in the user's order. */
export function useWidgets() {
  const reached = useReach()
  const { widgets: configured } = useConfig().dashboard
  const [arrangement, setArrangement] = useStore<WidgetArrangement>('dashboard.widgets', AS_IN_CONFIG)
  const { collapsed = {}, closed = [] } = arrangement
  const widgets = configured
    .filter(({ level }) => reached(level))
    .map(widget => ({
      ...widget,
      hidden: closed.includes(widget.name),
      collapsed: collapsed[widget.name] ?? widget.collapsed,
    }))
  const open = arrange(widgets, arrangement).filter(widget => isOn(widget, arrangement))
  return { widgets, open, arrangement, setArrangement }
}
