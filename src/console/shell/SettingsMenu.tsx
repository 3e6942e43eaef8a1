/** The gear: management of clients and vendors, for those whom config lets (§6). */
import SettingsOutlined from '@mui/icons-material/SettingsOutlined'
import { useTranslate } from 'ra-core'
import { menuFor } from '../../engine/access'
import { useUser } from '../auth/useSession'
import { useConfig } from '../config'
import { MenuButton } from '../ui/MenuButton'
import { MenuLinks } from './MenuLinks'

export function SettingsMenu() {
  const translate = useTranslate()
  const items = menuFor(useConfig(), useUser().level, 'settings')
  if (items.length === 0) return null
  return (
    <MenuButton name={translate('shell.nav.settings')} icon={<SettingsOutlined fontSize="small" />}>
      {close => <MenuLinks items={items} onChoose={close} />}
    </MenuButton>
  )
}
