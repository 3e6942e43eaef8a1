/**
 * The links of the bars. In the top bar those that have no room are behind "more", so that what follows them never
 * leaves the screen; on a phone they stand in a bar at the bottom, within the thumb's reach.
 */
import MoreHoriz from '@mui/icons-material/MoreHoriz'
import { Box } from '@mui/material'
import { useTranslate } from 'ra-core'
import { memo, useEffect, useRef, useState } from 'react'
import { BAR_HEIGHT, LOW_SCREEN } from '../ui/screenHeights'
import { BarLink, LinkMenu, type LinkMenuProps, useMenuItems } from './links'

const GAP = 4
/** The button that stands for those without room. */
const MORE = 40
/** As many as a finger can tell apart on the narrowest phone. */
const MOST_STACKED = 5

export function BarLinks() {
  const translate = useTranslate()
  const items = useMenuItems('bar')
  const { line, shown } = useRoom(items.length)
  return (
    <Box
      component="nav"
      aria-label={translate('shell.nav.main')}
      sx={{ display: { xs: 'none', md: 'flex' }, flex: 1, minWidth: MORE, alignItems: 'center' }}
    >
      <Box
        ref={line}
        sx={{
          display: 'flex',
          flex: '0 1 auto',
          gap: `${GAP}px`,
          minWidth: 0,
          // Links without room wrap to further lines, which are hidden, from the first paint on.
          flexWrap: 'wrap',
          maxHeight: 36,
          overflow: 'clip',
          overflowClipMargin: '4px',
          // Nor are they reached. One that has the focus when its room goes would lose it.
          [`& > :nth-of-type(n + ${shown + 1}):not(:focus)`]: { visibility: 'hidden' },
        }}
      >
        {items.map(item => (
          <BarLink key={item.name} item={item} />
        ))}
      </Box>
      <More items={items.slice(shown)} />
    </Box>
  )
}

export const BottomBar = memo(function BottomBar() {
  const translate = useTranslate()
  const items = useMenuItems('bar')
  const shown = items.length > MOST_STACKED ? MOST_STACKED - 1 : items.length
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
      {items.slice(0, shown).map(item => (
        <BarLink key={item.name} item={item} stacked />
      ))}
      <More items={items.slice(shown)} stacked />
    </Box>
  )
})

function More(props: Pick<LinkMenuProps, 'items' | 'stacked'>) {
  return <LinkMenu {...props} name={useTranslate()('shell.nav.more')} icon={<MoreHoriz fontSize="small" />} />
}

/** How many entries there is room for. An observer is called after layout, so that measuring forces none. */
function useRoom(count: number) {
  const line = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(count)
  useEffect(() => {
    const element = line.current
    const bar = element?.parentElement
    if (!element || !bar) return
    const measure = () => {
      const widths = [...element.children].map(child => (child as HTMLElement).offsetWidth + GAP)
      // Nothing is laid out where the bar is not shown.
      if (widths.every(width => width <= GAP)) return
      const all = widths.reduce((sum, width) => sum + width, -GAP)
      setShown(all <= bar.clientWidth ? widths.length : fitting(widths, bar.clientWidth - MORE))
    }
    const observer = new ResizeObserver(measure)
    for (const observed of [bar, ...element.children]) observer.observe(observed)
    return () => observer.disconnect()
  }, [])
  return { line, shown: Math.min(shown, count) }
}

function fitting(widths: readonly number[], room: number): number {
  let used = 0
  const over = widths.findIndex(width => {
    used += width
    return used > room
  })
  return over < 0 ? widths.length : over
}
