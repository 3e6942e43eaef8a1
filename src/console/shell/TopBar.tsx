/** The bar on top of every page: the service's name, the links, settings, profile and logout (§1). */
import Logout from '@mui/icons-material/Logout'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useTranslate } from 'ra-core'
import { SearchBox } from '../features/search'
import { BAR, LOW } from '../ui/low'
import { PreferencesMenu } from '../ui/PreferencesMenu'
import { BarLinks } from './BarLinks'
import { ProfileLink } from './ProfileLink'
import { ServiceName } from './ServiceName'
import { SettingsMenu } from './SettingsMenu'

export function TopBar({ onLogout }: { onLogout: () => void }) {
  const translate = useTranslate()
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        height: BAR,
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
        [LOW]: { position: 'relative' },
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
          // The service's name and the links give way, nothing else does.
          '& > button, & > a:not(:first-of-type)': { flex: 'none' },
          // What the open search covers on a phone is not reached by Tab (WCAG 2.4.11).
          '&:has(> [data-covering]) > :not([data-covering])': { visibility: 'hidden' },
        }}
      >
        <ServiceName />
        <BarLinks />
        <Box sx={{ flex: 'auto', display: { md: 'none' } }} />
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
