/** The bar at the top of every page: service name, links, search, settings, profile and logout (§1). */
import AdminPanelSettings from '@mui/icons-material/AdminPanelSettings'
import Logout from '@mui/icons-material/Logout'
import SettingsOutlined from '@mui/icons-material/SettingsOutlined'
import { Avatar, Box } from '@mui/material'
import { memo } from 'react'
import { Link, NavLink } from 'react-router'
import { useHasLevel } from '../auth/access'
import { useUser } from '../auth/useSession'
import { useConfig, useTranslate } from '../config'
import { SearchBox } from '../features/search'
import { paths } from '../paths'
import { PreferencesMenu } from '../ui/controls/PreferencesMenu'
import { TipButton } from '../ui/controls/TipButton'
import { Mark } from '../ui/Mark'
import { BAR_HEIGHT, LOW_SCREEN } from '../ui/screenHeights'
import { Truncated } from '../ui/text/Truncated'
import { useTip } from '../ui/text/useTip'
import { BarLinks } from './BarLinks'
import { DeferredLiveUpdates } from './DeferredLiveUpdates'
import { LinkMenu, useMenuItems } from './links'

/** Memoised: the shell is rendered with every page, and again when react-admin has mounted its routes. */
export const TopBar = memo(function TopBar({ onLogout }: { onLogout: () => void }) {
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
          px: { xs: 1, sm: 3 },
          display: 'flex',
          alignItems: 'center',
          gap: 0.5,
          // Only the service name and the links may shrink.
          '& > button, & > a:not(:first-of-type)': { flex: 'none' },
          // On a phone the open search covers the other elements: Tab must not reach those (WCAG 2.4.11).
          '&:has(> [data-covering]) > :not([data-covering])': { visibility: 'hidden' },
        }}
      >
        <ServiceName />
        <BarLinks />
        <Box sx={{ flex: 'auto', display: { md: 'none' } }} />
        <DeferredLiveUpdates />
        <SearchBox />
        {/* Management of clients and vendors, depending on the user's level (§6). */}
        <LinkMenu
          name={translate('shell.nav.settings')}
          icon={<SettingsOutlined fontSize="small" />}
          items={settings}
        />
        {/* On a phone, the preferences are on the profile page. */}
        <Box sx={{ display: { xs: 'none', sm: 'contents' } }}>
          <PreferencesMenu hasTimes />
        </Box>
        <ProfileLink />
        <TipButton label="shell.nav.logout" onClick={onLogout}>
          <Logout fontSize="small" />
        </TipButton>
      </Box>
    </Box>
  )
})

/** The logo and the service name, linked to the main page. */
export function ServiceName() {
  const translate = useTranslate()
  const service = translate(useConfig().app.service)
  return (
    <Box
      component={Link}
      to={paths.root}
      aria-label={translate('shell.nav.toMain', { service })}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        minHeight: 44,
        minWidth: 0,
        px: 0.5,
        borderRadius: 1,
        color: 'text.primary',
        textDecoration: 'none',
        fontWeight: 600,
        fontSize: { xs: 12, sm: 14 },
        lineHeight: { xs: 1.2, sm: 1.5 },
        maxWidth: { md: 180, lg: 280 },
        mr: { md: 2 },
        '& > svg': { flex: 'none' },
      }}
    >
      <Mark />
      {/* Two lines, because the buttons leave little room on a phone. */}
      <Truncated lines={2} inControl>
        {service}
      </Truncated>
    </Box>
  )
}

/** The user's name and avatar, linked to the profile. The master has a special avatar (§6). */
function ProfileLink() {
  const translate = useTranslate()
  const { name, email } = useUser()
  const isMaster = useHasLevel()('master')
  const shownName = name || email
  const { props, tip } = useTip(`${translate('shell.nav.profile')} · ${shownName}`, { describes: true })
  return (
    <>
      <Box
        component={NavLink}
        {...props}
        to={paths.profile}
        aria-label={`${translate('shell.nav.profile')} ${isMaster ? translate('shell.admin') : ''} ${shownName}`}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          minHeight: 44,
          px: 1,
          borderRadius: 1,
          color: 'text.secondary',
          textDecoration: 'none',
          '&:hover, &[aria-current="page"]': { color: 'text.primary' },
        }}
      >
        <Avatar sx={{ width: 28, height: 28, fontSize: 13 }}>
          {isMaster ? <AdminPanelSettings sx={{ fontSize: 18 }} /> : [...shownName][0]?.toUpperCase()}
        </Avatar>
        <Truncated
          inControl
          sx={{ display: { xs: 'none', sm: 'block' }, maxWidth: { sm: 160, md: 104, lg: 160 } }}
        >
          {shownName}
        </Truncated>
      </Box>
      {tip}
    </>
  )
}
