/** Who is signed in, leading to the profile. The master has an avatar of its own (§6). */
import AdminPanelSettings from '@mui/icons-material/AdminPanelSettings'
import { Avatar, Box, Tooltip } from '@mui/material'
import { useTranslate } from 'ra-core'
import { NavLink } from 'react-router'
import { useReach } from '../auth/access'
import { useUser } from '../auth/useSession'
import { paths } from '../paths'
import { Cut } from '../ui/text/Cut'

export function ProfileLink() {
  const translate = useTranslate()
  const { name, email } = useUser()
  const isMaster = useReach()('master')
  const shown = name || email
  return (
    <Tooltip title={`${translate('shell.nav.profile')} · ${shown}`} describeChild>
      <Box
        component={NavLink}
        to={paths.profile}
        aria-label={`${translate('shell.nav.profile')} ${isMaster ? translate('shell.admin') : ''} ${shown}`}
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
          {isMaster ? <AdminPanelSettings sx={{ fontSize: 18 }} /> : [...shown][0]?.toUpperCase()}
        </Avatar>
        <Cut inControl sx={{ display: { xs: 'none', sm: 'block' }, maxWidth: { sm: 160, md: 104, lg: 160 } }}>
          {shown}
        </Cut>
      </Box>
    </Tooltip>
  )
}
