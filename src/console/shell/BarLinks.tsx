/** The links of the top bar in one line; those that have no room are behind "more", so that what follows them never leaves the screen. */
import MoreHoriz from '@mui/icons-material/MoreHoriz'
import Box from '@mui/material/Box'
import { useTranslate } from 'ra-core'
import { useLayoutEffect, useRef, useState } from 'react'
import type { CompiledMenuItem } from '../../engine/compiled'
import { MenuButton } from '../ui/MenuButton'
import { BarLink, useBarItems } from './BarLink'
import { MenuLinks } from './MenuLinks'

const GAP = 4
/** The button that stands for those without room. */
const MORE = 40

export function BarLinks() {
  const translate = useTranslate()
  const items = useBarItems()
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
          position: 'relative',
          minWidth: 0,
          // Those without room are measured, and neither seen nor reached.
          [`& > :nth-of-type(n + ${shown + 1})`]: { position: 'absolute', visibility: 'hidden' },
        }}
      >
        {items.map(item => (
          <BarLink key={item.name} item={item} />
        ))}
      </Box>
      {shown < items.length && <More items={items.slice(shown)} />}
    </Box>
  )
}

/** The entries without room, as a menu. */
export function More({ items, stacked }: { items: readonly CompiledMenuItem[]; stacked?: boolean }) {
  return (
    <MenuButton
      name={useTranslate()('shell.nav.more')}
      icon={<MoreHoriz fontSize="small" />}
      stacked={stacked}
    >
      {close => <MenuLinks items={items} onChoose={close} />}
    </MenuButton>
  )
}

/** How many entries there is room for. */
function useRoom(count: number) {
  const line = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(count)
  useLayoutEffect(() => {
    const element = line.current
    const bar = element?.parentElement
    if (!element || !bar) return
    const settle = () => {
      const widths = [...element.children].map(child => (child as HTMLElement).offsetWidth + GAP)
      // Nothing is laid out where the bar is not shown.
      if (widths.every(width => width <= GAP)) return
      const all = widths.reduce((sum, width) => sum + width, -GAP)
      setShown(all <= bar.clientWidth ? widths.length : fitting(widths, bar.clientWidth - MORE))
    }
    const watch = new ResizeObserver(settle)
    for (const observed of [bar, ...element.children]) watch.observe(observed)
    settle()
    return () => watch.disconnect()
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
