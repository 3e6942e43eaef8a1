/**
 * A text that is truncated with an ellipsis if there is no room. A truncated text is focusable, and `CutTip` shows all
 * of it.
 */
import { Box, type SxProps, type Theme } from '@mui/material'
import type { ReactNode } from 'react'

interface CutProps {
  /** The maximum width. Default: 100 %. */
  width?: string | number
  /** The maximum number of lines. Default: 1. */
  lines?: number
  /** It is inside a link or button, which is focusable itself. */
  inControl?: boolean
  /** Styles that replace `width`. */
  sx?: SxProps<Theme>
  children: ReactNode
}

/** Styled by the theme (`plainElements`). */
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

/** Whether a text is truncated. 1 px of tolerance, since the sizes are rounded. */
export const isCut = (element: HTMLElement) =>
  element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1

const FOCUSABLE = 'a[href], button'

// One observer for all texts. It is called after layout, so reading sizes forces no other layout.
const sizes = new ResizeObserver(entries => {
  const measured = entries.map(({ target }) => [target as HTMLElement, isCut(target as HTMLElement)] as const)
  for (const [element, isTruncated] of measured) {
    // A link in the text is focusable itself.
    if (isTruncated && !element.querySelector(FOCUSABLE)) element.tabIndex = 0
    else element.removeAttribute('tabindex')
  }
})

function followCut(element: HTMLElement | null) {
  if (!element) return
  sizes.observe(element)
  return () => sizes.unobserve(element)
}
