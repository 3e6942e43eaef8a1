/** The links of the top bar on a phone, within the thumb's reach (look.md, Frame). */
import Box from '@mui/material/Box'
import { useTranslate } from 'ra-core'
import { BarLink, useBarItems } from './BarLink'

export function BottomBar() {
  const translate = useTranslate()
  const items = useBarItems()
  return (
    <Box
      component="nav"
      aria-label={translate('shell.nav.main')}
      sx={{
        display: { xs: 'flex', md: 'none' },
        position: 'fixed',
        inset: 'auto 0 0 0',
        zIndex: 'appBar',
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
        pb: 'env(safe-area-inset-bottom)',
      }}
    >
      {items.map(item => (
        <BarLink key={item.name} item={item} stacked />
      ))}
    </Box>
  )
}
