/**
 * The main links: in the top bar, or on a phone in a bar at the bottom. Links that do not fit are in a menu "more",
 * so that the rest of the bar stays on the screen.
 */
import MoreHoriz from '@mui/icons-material/MoreHoriz'
import { Box } from '@mui/material'
import { useTranslate } from 'ra-core'
import { memo, useEffect, useRef, useState } from 'react'
import { BAR_HEIGHT, LOW_SCREEN } from '../ui/screenHeights'
import { BarLink, LinkMenu, type LinkMenuProps, useBottomItems, useMenuItems } from './links'

const GAP_PX = 4
/** The width of the button "more". */
const MORE_WIDTH_PX = 40
/** The maximum of entries in the bottom bar: more are too narrow for a finger on the narrowest phone. */
const MAX_STACKED = 5

export function BarLinks() {
  const translate = useTranslate()
  const items = useMenuItems('bar')
  const { line, fittingCount } = useFittingCount(items.length)
  return (
    <Box
      component="nav"
      aria-label={translate('shell.nav.main')}
      sx={{ display: { xs: 'none', md: 'flex' }, flex: 1, minWidth: MORE_WIDTH_PX, alignItems: 'center' }}
    >
      <Box
        ref={line}
        sx={{
          display: 'flex',
          flex: '0 1 auto',
          gap: `${GAP_PX}px`,
          minWidth: 0,
          // Links that do not fit wrap to a second line, which is clipped, even before they are measured.
          flexWrap: 'wrap',
          maxHeight: 40,
          overflow: 'clip',
          overflowClipMargin: '4px',
          // Links that do not fit are hidden from the keyboard, too, except a link that would lose the focus.
          [`& > :nth-of-type(n + ${fittingCount + 1}):not(:focus)`]: { visibility: 'hidden' },
        }}
      >
        {items.map(item => (
          <BarLink key={item.name} item={item} />
        ))}
      </Box>
      <More items={items.slice(fittingCount)} />
    </Box>
  )
}

export const BottomBar = memo(function BottomBar() {
  const translate = useTranslate()
  const items = useBottomItems()
  const fittingCount = items.length > MAX_STACKED ? MAX_STACKED - 1 : items.length
  return (
    <Box
      component="nav"
      aria-label={translate('shell.nav.main')}
      sx={{
        display: { xs: 'flex', md: 'none' },
        position: 'fixed',
        inset: 'auto 0 0 0',
        minHeight: BAR_HEIGHT,
        zIndex: 'appBar',
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
        pb: 'env(safe-area-inset-bottom)',
        [LOW_SCREEN]: { position: 'static' },
      }}
    >
      {items.slice(0, fittingCount).map(item => (
        <BarLink key={item.name} item={item} stacked />
      ))}
      <More items={items.slice(fittingCount)} stacked />
    </Box>
  )
})

function More(props: Pick<LinkMenuProps, 'items' | 'stacked'>) {
  return <LinkMenu {...props} name={useTranslate()('shell.nav.more')} icon={<MoreHoriz fontSize="small" />} />
}

/**
 * Measures how many links fit into the bar. The observer is called after layout, so reading sizes forces no second
 * layout.
 *
 * @returns a ref for the element with the links, and the number of links that fit
 */
function useFittingCount(count: number) {
  const line = useRef<HTMLDivElement>(null)
  const [fittingCount, setShown] = useState(count)
  useEffect(() => {
    const element = line.current
    const bar = element?.parentElement
    if (!element || !bar) return
    const measure = () => {
      const widths = [...element.children].map(child => (child as HTMLElement).offsetWidth + GAP_PX)
      // On a phone the bar is hidden and its links have no width.
      if (widths.every(width => width <= GAP_PX)) return
      // The last link has no gap after it.
      const totalWidth = widths.reduce((sum, width) => sum + width, -GAP_PX)
      setShown(
        totalWidth <= bar.clientWidth ? widths.length : countFitting(widths, bar.clientWidth - MORE_WIDTH_PX),
      )
    }
    const observer = new ResizeObserver(measure)
    for (const observed of [bar, ...element.children]) observer.observe(observed)
    return () => observer.disconnect()
  }, [])
  return { line, fittingCount: Math.min(fittingCount, count) }
}

/** How many elements of these widths fit into `room` px. */
function countFitting(widths: readonly number[], room: number): number {
  let used = 0
  const firstOverflowing = widths.findIndex(width => {
    used += width
    return used > room
  })
  return firstOverflowing < 0 ? widths.length : firstOverflowing
}
