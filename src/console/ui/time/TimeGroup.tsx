/**
 * The times of a list are one tab stop: the arrow keys, Home and End go from one time to the next (roving tabindex), so that a
 * table of forty times is no forty stops.
 */
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useMemo,
  useState,
} from 'react'

interface Group {
  id: string
  /** The head of each column says the zone of its times. */
  zoneInHead: boolean
  /** The time that the tab key leads to. */
  stop: string | undefined
  setStop: (id: string) => void
  enter: (id: string) => () => void
}

const Context = createContext<Group | undefined>(undefined)

export function TimeGroup({ zoneInHead = false, children }: { zoneInHead?: boolean; children: ReactNode }) {
  const id = useId()
  const [stop, setStop] = useState<string>()
  const enter = useMemo(() => {
    const times = new Set<string>()
    return (time: string) => {
      times.add(time)
      setStop(now => now ?? time)
      return () => {
        times.delete(time)
        setStop(now => (now === time ? times.values().next().value : now))
      }
    }
  }, [])
  const group = useMemo(() => ({ id, zoneInHead, stop, setStop, enter }), [id, zoneInHead, stop, enter])
  return <Context value={group}>{children}</Context>
}

/** What a time does within its group, if it has one. */
export function useTimeGroup() {
  const id = useId()
  const group = useContext(Context)
  const enter = group?.enter
  useEffect(() => enter?.(id), [enter, id])
  if (!group) return { zoneInHead: false, props: {} }
  const props = {
    'data-times': group.id,
    tabIndex: group.stop === id ? 0 : -1,
    onFocus: () => group.setStop(id),
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
