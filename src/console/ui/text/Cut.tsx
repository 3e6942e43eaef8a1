/**
 * A text that ends in an ellipsis where there is no room; what is really cut gets the focus, and `CutTip` shows the
 * whole of it.
 */
import { Box, type SxProps, type Theme } from '@mui/material'
import type { ReactNode } from 'react'

interface CutProps {
  /** The most that it takes; all the room there is when absent. */
  width?: string | number
  /** Lines before it ends. */
  lines?: number
  /** It is inside a link or button, which can be focused itself. */
  inControl?: boolean
  /** In place of `width`. */
  sx?: SxProps<Theme>
  children: ReactNode
}

/** Its look is in the theme (`pieces`). */
export function Cut({ width = '100%', lines = 1, inControl = false, sx, children }: CutProps) {
  const cut = {
    'data-cut': true,
    ref: inControl ? undefined : followCut,
    className: lines === 1 ? 'cut' : 'cut cut-lines',
    children,
  }
  if (sx) return <Box component="span" {...cut} sx={sx} />
  return <span {...cut} style={{ maxWidth: width, ...(lines > 1 && { WebkitLineClamp: lines }) }} />
}

export const isCut = (element: HTMLElement) =>
  element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1

const FOCUSABLE = 'a[href], button'

// One observer for all texts: it runs after layout, so that measuring causes no further one.
const sizes = new ResizeObserver(entries => {
  const cut = entries.map(({ target }) => [target as HTMLElement, isCut(target as HTMLElement)] as const)
  for (const [element, isShort] of cut) {
    // A link in it shows the whole text when it has the focus.
    if (isShort && !element.querySelector(FOCUSABLE)) element.tabIndex = 0
    else element.removeAttribute('tabindex')
  }
})

function followCut(element: HTMLElement | null) {
  if (!element) return
  sizes.observe(element)
  return () => sizes.unobserve(element)
}
