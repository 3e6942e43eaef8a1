/**
 * The times of a list are one tab stop: the arrow keys, Home and End go from one time to the next (roving tabindex), so
 * that a table of forty times is no forty stops.
 */
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useMemo,
  useSyncExternalStore,
} from 'react'

interface Group {
  id: string
  /** The head of each column says the zone of its times. */
  zoneInHead: boolean
  stops: Stops
}

const Context = createContext<Group | undefined>(undefined)

export function TimeGroup({ zoneInHead = false, children }: { zoneInHead?: boolean; children: ReactNode }) {
  const id = useId()
  const stops = useMemo(createStops, [])
  const group = useMemo(() => ({ id, zoneInHead, stops }), [id, zoneInHead, stops])
  return <Context value={group}>{children}</Context>
}

/**
 * What a row of the list opens over it, such as a dialog: its times are none of the list's, and say their zone
 * themselves.
 */
export const OutsideTimeGroup = ({ children }: { children: ReactNode }) => (
  <Context value={undefined}>{children}</Context>
)

type Stops = ReturnType<typeof createStops>

/** Which time the tab key leads to. Beside React's state: when it moves, two times are rendered and not all of them. */
function createStops() {
  const times = new Set<string>()
  const listeners = new Set<() => void>()
  let stop: string | undefined
  const move = (to: string | undefined) => {
    if (to === stop) return
    stop = to
    for (const listener of listeners) listener()
  }
  return {
    isStop: (time: string) => time === stop,
    move,
    enter: (time: string) => {
      times.add(time)
      if (stop === undefined) move(time)
      return () => {
        times.delete(time)
        if (stop === time) move(times.values().next().value)
      }
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const ALONE = createStops()

/** What a time does within its group, if it has one. */
export function useTimeGroup() {
  const id = useId()
  const group = useContext(Context)
  const stops = group?.stops ?? ALONE
  const isStop = useSyncExternalStore(stops.subscribe, () => stops.isStop(id))
  useEffect(() => group?.stops.enter(id), [group?.stops, id])
  if (!group) return { zoneInHead: false, props: { onFocus: undefined } }
  const props = {
    'data-times': group.id,
    tabIndex: isStop ? 0 : -1,
    onFocus: () => stops.move(id),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => move(event, group.id),
  }
  return { zoneInHead: group.zoneInHead, props }
}

function move(event: KeyboardEvent<HTMLElement>, group: string): void {
  const times = [...document.querySelectorAll<HTMLElement>(`[data-times="${group}"]`)]
  const at = times.indexOf(event.currentTarget)
  const targets: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: times.length - 1,
  }
  const to = targets[event.key]
  if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return
  event.preventDefault()
  times[to]?.focus()
}
