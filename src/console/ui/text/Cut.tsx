/** A text that ends in an ellipsis where there is no room; what is really cut gets the focus, and `CutTip` shows the whole of it. */
import { Box, type SxProps, type Theme } from '@mui/material'
import type { ReactNode } from 'react'

interface CutProps {
  /** The most that it takes; all the room there is when absent. */
  width?: string | number
  /** Lines before it ends. */
  lines?: number
  /** It stands in a link or button, which has the focus already. */
  inControl?: boolean
  sx?: SxProps<Theme>
  children: ReactNode
}

export function Cut({ width = '100%', lines = 1, inControl = false, sx = [], children }: CutProps) {
  return (
    <Box
      component="span"
      data-cut
      ref={inControl ? undefined : followCut}
      sx={[
        { maxWidth: width, minWidth: 0, overflow: 'hidden', verticalAlign: 'middle' },
        lines === 1
          ? { display: 'inline-block', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }
          : { display: '-webkit-inline-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: lines },
        // What overflows is hidden, an outline outside as well.
        { '&:focus-visible, & :focus-visible': { outlineOffset: -2 } },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      {children}
    </Box>
  )
}

export const isCut = (element: HTMLElement) =>
  element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1

const FOCUSABLE = 'a[href], button'

// One observer for all texts: it is told sizes after layout, so that measuring costs none.
const sizes = new ResizeObserver(entries => {
  for (const { target } of entries) {
    const element = target as HTMLElement
    // A link in it shows the whole text when it has the focus.
    if (isCut(element) && !element.querySelector(FOCUSABLE)) element.tabIndex = 0
    else element.removeAttribute('tabindex')
  }
})

function followCut(element: HTMLElement | null) {
  if (!element) return
  sizes.observe(element)
  return () => sizes.unobserve(element)
}
