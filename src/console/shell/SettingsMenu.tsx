/** The gear: management of clients and vendors, for those whom config lets (§6). */
import SettingsOutlined from '@mui/icons-material/SettingsOutlined'
import ListItemIcon from '@mui/material/ListItemIcon'
import MenuItem from '@mui/material/MenuItem'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router'
import { menuFor } from '../../engine/access'
import { useUser } from '../auth/useSession'
import { useConfig, useWords } from '../config'
import { ICON } from '../ui/icons'
import { MenuButton } from '../ui/MenuButton'

export function SettingsMenu() {
  const translate = useTranslate()
  const words = useWords()
  const items = menuFor(useConfig(), useUser().level, 'settings')
  if (items.length === 0) return null
  return (
    <MenuButton name={translate('shell.nav.settings')} icon={<SettingsOutlined fontSize="small" />}>
      {close =>
        items.map(item => {
          const Icon = ICON[item.icon ?? 'link']
          const target = item.to.startsWith('https://')
            ? { component: 'a', href: item.to, target: '_blank', rel: 'noopener noreferrer' }
            : { component: Link, to: item.to }
          return (
            <MenuItem key={item.name} {...target} onClick={close}>
              <ListItemIcon>
                <Icon fontSize="small" />
              </ListItemIcon>
              {words(item.label)}
            </MenuItem>
          )
        })
      }
    </MenuButton>
  )
}
