/** The bar on top of every page: the service's name, the links, settings, profile and logout (§1). */
import Logout from '@mui/icons-material/Logout'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useTranslate } from 'ra-core'
import { SearchBox } from '../features/search'
import { PreferencesMenu } from '../ui/PreferencesMenu'
import { BarLink, useBarItems } from './BarLink'
import { ProfileLink } from './ProfileLink'
import { ServiceName } from './ServiceName'
import { SettingsMenu } from './SettingsMenu'

export function TopBar({ onLogout }: { onLogout: () => void }) {
  const translate = useTranslate()
  const items = useBarItems()
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        height: 56,
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box
        sx={{
          height: '100%',
          maxWidth: 1600,
          mx: 'auto',
          px: { xs: 1, sm: 3 },
          display: 'flex',
          alignItems: 'center',
          gap: 0.5,
        }}
      >
        <ServiceName />
        <Box
          component="nav"
          aria-label={translate('shell.nav.main')}
          sx={{ display: { xs: 'none', md: 'flex' }, gap: 0.5, ml: 3 }}
        >
          {items.map(item => (
            <BarLink key={item.name} item={item} />
          ))}
        </Box>
        <Box sx={{ flex: 1 }} />
        <SearchBox />
        <SettingsMenu />
        <PreferencesMenu />
        <ProfileLink />
        <Tooltip title={translate('shell.nav.logout')}>
          <IconButton onClick={onLogout} aria-label={translate('shell.nav.logout')}>
            <Logout fontSize="small" />
          </IconButton>
        </Tooltip>
      </Box>
    </Box>
  )
}
