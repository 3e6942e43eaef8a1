/**
 * A tooltip for elements that are repeated many times on a page. MUI's `Tooltip` renders its child a second time before
 * the first paint; here it is mounted when it first opens: on hover, on keyboard focus, or on a long press.
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

/** How long the mouse must rest to open the tooltip, and how long it may take to move onto the tooltip. */
const MOUSE_MS = 100
/** How long a finger must press to open the tooltip. */
const TOUCH_MS = 300
/** How long the tooltip stays after the touch. */
const READING_MS = 1_500

interface TipOptions {
  /** Whether the tooltip is the element's `aria-describedby`. Default: false, for a tooltip that repeats the name. */
  describes?: boolean
  /** A long press does not open it: the caller opens it on tap. */
  withoutTouch?: boolean
}

/** @returns `props` for the element, and `tip` to be rendered next to it */
export function useTip(title: ReactNode, { describes = false, withoutTouch = false }: TipOptions = {}) {
  const id = useId()
  const [anchor, setAnchor] = useState<Element | null>(null)
  const [isOpen, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const setOpenAfter = useCallback((isOpenNext: boolean, ms = 0) => {
    clearTimeout(timer.current)
    if (ms > 0) timer.current = setTimeout(() => setOpen(isOpenNext), ms)
    else setOpen(isOpenNext)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  const open = (element: Element, afterMs = 0) => {
    setAnchor(element)
    setOpenAfter(true, afterMs)
  }
  const isTouch = ({ pointerType }: PointerEvent) => pointerType === 'touch'

  const props = {
    'aria-describedby': describes && isOpen ? id : undefined,
    onPointerEnter: (event: PointerEvent) => {
      if (!isTouch(event)) open(event.currentTarget, MOUSE_MS)
    },
    onPointerLeave: (event: PointerEvent) => {
      if (!isTouch(event)) setOpenAfter(false, MOUSE_MS)
    },
    onFocus: ({ currentTarget }: FocusEvent) => {
      if (currentTarget.matches(':focus-visible')) open(currentTarget)
    },
    onBlur: () => setOpenAfter(false),
    ...(!withoutTouch && {
      onTouchStart: ({ currentTarget }: { currentTarget: Element }) => open(currentTarget, TOUCH_MS),
      onTouchEnd: () => setOpenAfter(false, READING_MS),
    }),
  }
  const tip = anchor && (
    <Tooltip
      open={isOpen}
      title={title}
      onOpen={() => setOpenAfter(true)}
      onClose={() => setOpenAfter(false)}
      slotProps={{ popper: { id, anchorEl: anchor, 'aria-hidden': true } as object }}
    >
      <span hidden />
    </Tooltip>
  )
  return { props, tip, open, close: () => setOpenAfter(false) }
}
