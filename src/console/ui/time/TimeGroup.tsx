/**
 * Makes all times of a list a single tab stop (roving tabindex): the left and right arrow keys, Home and End move
 * between them. Without it a table of forty times would have forty tab stops.
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
  /** The heads of the columns show the zone, so the times do not. */
  zoneInHead: boolean
  stops: Stops
}

const TimeGroupContext = createContext<Group | undefined>(undefined)

export function TimeGroup({ zoneInHead = false, children }: { zoneInHead?: boolean; children: ReactNode }) {
  const id = useId()
  const stops = useMemo(createStops, [])
  const group = useMemo(() => ({ id, zoneInHead, stops }), [id, zoneInHead, stops])
  return <TimeGroupContext value={group}>{children}</TimeGroupContext>
}

/** For a dialog that is opened from a row: its times do not belong to the group, and show their zone. */
export const OutsideTimeGroup = ({ children }: { children: ReactNode }) => (
  <TimeGroupContext value={undefined}>{children}</TimeGroupContext>
)

type Stops = ReturnType<typeof createStops>

/** Knows which time is the tab stop. An external store, so that moving it renders two times and not all of them. */
function createStops() {
  const times = new Set<string>()
  const listeners = new Set<() => void>()
  let current: string | undefined
  const move = (to: string | undefined) => {
    if (to === current) return
    current = to
    for (const listener of listeners) listener()
  }
  return {
    isStop: (time: string) => time === current,
    move,
    register: (time: string) => {
      times.add(time)
      if (current === undefined) move(time)
      return () => {
        times.delete(time)
        if (current === time) move(times.values().next().value)
      }
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const NO_STOPS = createStops()

/** The props that make a time part of its group; none outside of a group. */
export function useTimeGroup() {
  const id = useId()
  const group = useContext(TimeGroupContext)
  const stops = group?.stops ?? NO_STOPS
  const isStop = useSyncExternalStore(stops.subscribe, () => stops.isStop(id))
  useEffect(() => group?.stops.register(id), [group?.stops, id])
  if (!group) return { zoneInHead: false, props: { onFocus: undefined } }
  const props = {
    'data-times': group.id,
    tabIndex: isStop ? 0 : -1,
    onFocus: () => stops.move(id),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => moveFocus(event, group.id),
  }
  return { zoneInHead: group.zoneInHead, props }
}

/** Moves the focus to another time of the group on an arrow key, Home or End. */
function moveFocus(event: KeyboardEvent<HTMLElement>, group: string): void {
  const times = [...document.querySelectorAll<HTMLElement>(`[data-times="${group}"]`)]
  const index = times.indexOf(event.currentTarget)
  const targets: Record<string, number> = {
    ArrowRight: index + 1,
    ArrowLeft: index - 1,
    Home: 0,
    End: times.length - 1,
  }
  const to = targets[event.key]
  if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return
  event.preventDefault()
  times[to]?.focus()
}
