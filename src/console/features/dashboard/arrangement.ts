/** Which widgets a user sees, in which order and in what state; kept by name, so that config may add and remove some. */
import type { CompiledWidget } from '../../../engine/compiled'

export interface Arrangement {
  /** Names in the user's order; those that config added since stand where config puts them. */
  order?: string[]
  closed?: string[]
  /** Where it differs from config. */
  collapsed?: Record<string, boolean>
}

export const NO_ARRANGEMENT: Arrangement = {}

/** All widgets in the user's order, the closed ones too. */
export function arranged<W extends Pick<CompiledWidget, 'name'>>(
  widgets: readonly W[],
  { order = [] }: Arrangement,
): W[] {
  const found = order.flatMap(name => widgets.find(widget => widget.name === name) ?? [])
  for (const [at, widget] of widgets.entries()) {
    if (found.includes(widget)) continue
    const before = widgets[at - 1]
    found.splice(before ? found.indexOf(before) + 1 : 0, 0, widget)
  }
  return found
}

export const isClosed = ({ closed = [] }: Arrangement, name: string) => closed.includes(name)

export const isCollapsed = (
  { collapsed = {} }: Arrangement,
  widget: Pick<CompiledWidget, 'name' | 'collapsed'>,
) => collapsed[widget.name] ?? widget.collapsed

export const close = (now: Arrangement, name: string): Arrangement => ({
  ...now,
  closed: [...(now.closed ?? []).filter(other => other !== name), name],
})

export const restore = (now: Arrangement, name: string): Arrangement => ({
  ...now,
  closed: (now.closed ?? []).filter(other => other !== name),
})

export const collapse = (now: Arrangement, name: string, collapsed: boolean): Arrangement => ({
  ...now,
  collapsed: { ...now.collapsed, [name]: collapsed },
})

/** One place on or back among all, as far as there is room. */
export function move(
  widgets: readonly Pick<CompiledWidget, 'name'>[],
  now: Arrangement,
  name: string,
  by: -1 | 1,
): Arrangement {
  const order: string[] = arranged(widgets, now).map(widget => widget.name)
  const from = order.indexOf(name)
  const to = from + by
  if (from < 0 || to < 0 || to >= order.length) return now
  order.splice(to, 0, ...order.splice(from, 1))
  return { ...now, order }
}
