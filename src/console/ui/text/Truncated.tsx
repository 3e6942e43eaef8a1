/**
 * A text that is truncated with an ellipsis if there is no room. A truncated text is focusable, and `TruncatedTip`
 * shows all of it.
 */
import { Box, type SxProps, type Theme } from '@mui/material'
import type { ReactNode } from 'react'

interface TruncatedProps {
  /** The maximum width. Default: 100 %. */
  width?: string | number
  /** The maximum number of lines. Default: 1. */
  lines?: number
  /** Whether the text is inside a link or button, so that it need not be focusable. */
  inControl?: boolean
  /** Styles that replace `width`. */
  sx?: SxProps<Theme>
  children: ReactNode
}

/** Styled by the theme (`plainElements`). */
export function Truncated({ width = '100%', lines = 1, inControl = false, sx, children }: TruncatedProps) {
  const props = {
    'data-truncated': true,
    ref: inControl ? undefined : observeSize,
    className: lines === 1 ? 'truncated' : 'truncated truncated-lines',
    children,
  }
  if (sx) return <Box component="span" {...props} sx={sx} />
  return <span {...props} style={{ maxWidth: width, ...(lines > 1 && { WebkitLineClamp: lines }) }} />
}

/** Whether a text is truncated. 1 px of tolerance, since the sizes are rounded. */
export const isTruncated = (element: HTMLElement) =>
  element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1

/** A link or button in the text is focusable itself. */
const FOCUSABLE = 'a[href], button'

// One observer for all texts. It is called after layout, so reading sizes forces no other layout.
const sizes = new ResizeObserver(entries => {
  const measured = entries.map(({ target }) => {
    const element = target as HTMLElement
    return { element, needsFocus: isTruncated(element) && !element.querySelector(FOCUSABLE) }
  })
  for (const { element, needsFocus } of measured) {
    if (needsFocus) element.tabIndex = 0
    else element.removeAttribute('tabindex')
  }
})

function observeSize(element: HTMLElement | null) {
  if (!element) return
  sizes.observe(element)
  return () => sizes.unobserve(element)
}
