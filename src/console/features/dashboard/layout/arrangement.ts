/** Which widgets a user sees, in which order and in what state. Stored by name, so that config may add and remove widgets. */
import { useStore } from 'ra-core'
import type { CompiledWidget } from '../../../../engine/compiled'
import { useReach } from '../../../auth/access'
import { useConfig } from '../../../config'
import { arranged, moved } from '../../../ui/arranged'

export interface Arrangement {
  /** Names in the user's order; widgets that config has added since follow their neighbour in config. */
  order?: string[]
  closed?: string[]
  /** Only where it differs from config. */
  collapsed?: Record<string, boolean>
}

export const NO_ARRANGEMENT: Arrangement = {}

/** The widgets of the user's level; `open` are those that are not closed, in the user's order and state. */
export function useArrangement() {
  const reached = useReach()
  const widgets = useConfig().dashboard.widgets.filter(({ level }) => reached(level))
  const [arrangement, setArrangement] = useStore<Arrangement>('dashboard.widgets', NO_ARRANGEMENT)
  const open = arrangedWidgets(widgets, arrangement)
    .filter(({ name }) => !isClosed(arrangement, name))
    .map(widget => ({ ...widget, collapsed: isCollapsed(arrangement, widget) }))
  return { widgets, open, arrangement, setArrangement }
}

/** All widgets in the user's order, closed ones too. */
export const arrangedWidgets = <W extends Pick<CompiledWidget, 'name'>>(
  widgets: readonly W[],
  { order }: Arrangement,
): W[] => arranged(widgets, order, ({ name }) => name)

export const isClosed = ({ closed = [] }: Arrangement, name: string) => closed.includes(name)

export const isCollapsed = (
  { collapsed = {} }: Arrangement,
  widget: Pick<CompiledWidget, 'name' | 'collapsed'>,
) => collapsed[widget.name] ?? widget.collapsed

export function setClosed(arrangement: Arrangement, name: string, closed: boolean): Arrangement {
  const others = (arrangement.closed ?? []).filter(other => other !== name)
  return { ...arrangement, closed: closed ? [...others, name] : others }
}

export const setCollapsed = (arrangement: Arrangement, name: string, collapsed: boolean): Arrangement => ({
  ...arrangement,
  collapsed: { ...arrangement.collapsed, [name]: collapsed },
})

/** Moves a widget by one position; at the end of the row it stays. */
export const move = (
  widgets: readonly Pick<CompiledWidget, 'name'>[],
  arrangement: Arrangement,
  name: string,
  by: -1 | 1,
): Arrangement => ({
  ...arrangement,
  order: moved(
    arrangedWidgets(widgets, arrangement).map(widget => widget.name),
    name,
    by,
  ),
})
