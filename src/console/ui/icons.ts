/** The icons that config names (`engine/registry.ts`, ICONS). */
import type { SvgIconComponent } from '@mui/icons-material'
import Business from '@mui/icons-material/Business'
import Category from '@mui/icons-material/Category'
import FormatListBulleted from '@mui/icons-material/FormatListBulleted'
import HelpOutline from '@mui/icons-material/HelpOutline'
import LinkIcon from '@mui/icons-material/Link'
import PeopleOutline from '@mui/icons-material/PeopleOutline'
import Router from '@mui/icons-material/Router'
import SendOutlined from '@mui/icons-material/SendOutlined'
import SettingsOutlined from '@mui/icons-material/SettingsOutlined'
import SpaceDashboardOutlined from '@mui/icons-material/SpaceDashboardOutlined'
import SpokeOutlined from '@mui/icons-material/SpokeOutlined'
import TerminalOutlined from '@mui/icons-material/TerminalOutlined'
import WorkspacesOutlined from '@mui/icons-material/WorkspacesOutlined'
import type { IconName } from '../../engine/registry'

export const ICONS = {
  device: Router,
  order: SendOutlined,
  group: WorkspacesOutlined,
  client: PeopleOutline,
  vendor: Business,
  model: Category,
  bunch: SpokeOutlined,
  method: TerminalOutlined,
  settings: SettingsOutlined,
  list: FormatListBulleted,
  help: HelpOutline,
  home: SpaceDashboardOutlined,
  link: LinkIcon,
} satisfies Record<IconName, SvgIconComponent>
