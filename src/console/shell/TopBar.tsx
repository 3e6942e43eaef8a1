/** The bar on top of every page: the service's name, the links, settings, profile and logout (§1). */
import Logout from '@mui/icons-material/Logout'
import SettingsOutlined from '@mui/icons-material/SettingsOutlined'
import { Box } from '@mui/material'
import { useTranslate } from 'ra-core'
import { IconButtonWithTooltip } from 'react-admin'
import { SearchBox } from '../features/search'
import { PreferencesMenu } from '../ui/controls/PreferencesMenu'
import { BAR_HEIGHT, LOW_SCREEN } from '../ui/screenHeights'
import { BarLinks } from './BarLinks'
import { LinkMenu, useMenuItems } from './links'
import { ProfileLink } from './ProfileLink'
import { ServiceName } from './ServiceName'

export function TopBar({ onLogout }: { onLogout: () => void }) {
  const translate = useTranslate()
  const settings = useMenuItems('settings')
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        height: BAR_HEIGHT,
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
        [LOW_SCREEN]: { position: 'relative' },
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
        {/* Management of clients and vendors, for those whom config lets (§6). */}
        <LinkMenu
          name={translate('shell.nav.settings')}
          icon={<SettingsOutlined fontSize="small" />}
          items={settings}
        />
        <PreferencesMenu />
        <ProfileLink />
        <IconButtonWithTooltip label="shell.nav.logout" onClick={onLogout}>
          <Logout fontSize="small" />
        </IconButtonWithTooltip>
      </Box>
    </Box>
  )
}
