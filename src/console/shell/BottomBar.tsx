/** The links of the top bar on a phone, within the thumb's reach (look.md, Frame). */
import Box from '@mui/material/Box'
import { useTranslate } from 'ra-core'
import { BAR, LOW } from '../ui/low'
import { BarLink, useBarItems } from './BarLink'
import { More } from './BarLinks'

/** As many as a finger can tell apart on the narrowest phone. */
const MOST = 5

export function BottomBar() {
  const translate = useTranslate()
  const items = useBarItems()
  const shown = items.length > MOST ? items.slice(0, MOST - 1) : items
  return (
    <Box
      component="nav"
      aria-label={translate('shell.nav.main')}
      sx={{
        display: { xs: 'flex', md: 'none' },
        position: 'fixed',
        inset: 'auto 0 0 0',
        minHeight: BAR,
        zIndex: 'appBar',
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
        pb: 'env(safe-area-inset-bottom)',
        [LOW]: { position: 'static' },
      }}
    >
      {shown.map(item => (
        <BarLink key={item.name} item={item} stacked />
      ))}
      {shown.length < items.length && <More items={items.slice(shown.length)} stacked />}
    </Box>
  )
}
