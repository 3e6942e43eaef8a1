/**
 * A tooltip for what stands many times on a page. MUI's `Tooltip` renders its child a second time as soon as it is
 * mounted, before the first paint; here it is mounted when it is first opened: to the mouse, at keyboard focus, and to
 * a finger that stays.
 */
import { Tooltip } from '@mui/material'
import {
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'

/** How long the mouse rests before the tooltip opens, and how long it has to move onto it. */
const MOUSE_MS = 100
/** How long a finger must press, and how long the text stays afterwards. */
const TOUCH_MS = 300
const READING_MS = 1_500

interface TipOptions {
  /** The tooltip describes its element to screen readers; otherwise it repeats the element's name. */
  describes?: boolean
  /** A finger opens nothing: the caller does at a tap. */
  withoutTouch?: boolean
}

export function useTip(title: ReactNode, { describes = false, withoutTouch = false }: TipOptions = {}) {
  const id = useId()
  const [anchor, setAnchor] = useState<Element | null>(null)
  const [isOpen, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const change = useCallback((next: boolean, afterMs = 0) => {
    clearTimeout(timer.current)
    if (afterMs > 0) timer.current = setTimeout(() => setOpen(next), afterMs)
    else setOpen(next)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  const open = (element: Element, afterMs = 0) => {
    setAnchor(element)
    change(true, afterMs)
  }
  const isTouch = ({ pointerType }: PointerEvent) => pointerType === 'touch'

  const props = {
    'aria-describedby': describes && isOpen ? id : undefined,
    onPointerEnter: (event: PointerEvent) => {
      if (!isTouch(event)) open(event.currentTarget, MOUSE_MS)
    },
    onPointerLeave: (event: PointerEvent) => {
      if (!isTouch(event)) change(false, MOUSE_MS)
    },
    onFocus: ({ currentTarget }: FocusEvent) => {
      if (currentTarget.matches(':focus-visible')) open(currentTarget)
    },
    onBlur: () => change(false),
    ...(!withoutTouch && {
      onTouchStart: ({ currentTarget }: { currentTarget: Element }) => open(currentTarget, TOUCH_MS),
      onTouchEnd: () => change(false, READING_MS),
    }),
  }
  const tip = anchor && (
    <Tooltip
      open={isOpen}
      title={title}
      onOpen={() => change(true)}
      onClose={() => change(false)}
      slotProps={{ popper: { id, anchorEl: anchor, 'aria-hidden': true } as object }}
    >
      <span hidden />
    </Tooltip>
  )
  return { props, tip, open, close: () => change(false) }
}
