/** Links of config as the entries of a menu. */
import ListItemIcon from '@mui/material/ListItemIcon'
import MenuItem from '@mui/material/MenuItem'
import { NavLink } from 'react-router'
import type { CompiledMenuItem } from '../../engine/compiled'
import { useWords } from '../config'
import { ICON } from '../ui/icons'

interface MenuLinksProps {
  items: readonly CompiledMenuItem[]
  onChoose: () => void
}

export function MenuLinks({ items, onChoose }: MenuLinksProps) {
  const words = useWords()
  return items.map(item => {
    const Icon = ICON[item.icon ?? 'link']
    const target = item.to.startsWith('https://')
      ? { component: 'a', href: item.to, target: '_blank', rel: 'noopener noreferrer' }
      : { component: NavLink, to: item.to }
    return (
      <MenuItem key={item.name} {...target} onClick={onChoose}>
        <ListItemIcon>
          <Icon fontSize="small" />
        </ListItemIcon>
        {words(item.label)}
      </MenuItem>
    )
  })
}
