/** The links of the bars and menus, as config lists them. */
import { alpha, Box, ListItemIcon, MenuItem } from '@mui/material'
import { NavLink } from 'react-router'
import { menuFor } from '../../engine/access'
import type { CompiledMenuItem, MenuSlot } from '../../engine/compiled'
import { useUser } from '../auth/useSession'
import { useConfig, useTranslate } from '../config'
import { MenuButton, type MenuButtonProps, STACKED } from '../ui/controls/MenuButton'
import { ICONS } from '../ui/icons'
import { Truncated } from '../ui/text/Truncated'

/** The links of a bar or menu that this user's level may see. */
export const useMenuItems = (slot: MenuSlot): CompiledMenuItem[] =>
  menuFor(useConfig(), useUser().level, slot)

/** The props of a link: an external address opens in a new tab. */
const targetOf = ({ to }: CompiledMenuItem) =>
  to.startsWith('https://')
    ? { component: 'a', href: to, target: '_blank', rel: 'noopener noreferrer' }
    : { component: NavLink, to }

interface BarLinkProps {
  item: CompiledMenuItem
  /** Shows the name below the icon, as in the bottom bar of a phone. */
  stacked?: boolean
}

export function BarLink({ item, stacked = false }: BarLinkProps) {
  const translate = useTranslate()
  const Icon = ICONS[item.icon ?? 'link']
  return (
    <Box
      {...targetOf(item)}
      sx={theme => ({
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        fontWeight: 500,
        whiteSpace: 'nowrap',
        textDecoration: 'none',
        color: 'text.secondary',
        transition: theme.transitions.create(['color', 'background-color'], { duration: 120 }),
        ...(stacked
          ? { ...STACKED, px: 0.5 }
          : { gap: 1, flex: 'none', minHeight: 36, px: 1.5, borderRadius: 1, '& svg': { fontSize: 18 } }),
        '& > svg': { flex: 'none' },
        '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
        '&[aria-current="page"]': {
          color: 'text.primary',
          bgcolor: stacked ? 'transparent' : alpha(theme.palette.primary.main, 0.14),
          '& svg': { color: 'primary.main' },
        },
      })}
    >
      <Icon aria-hidden />
      <Truncated inControl width={stacked ? '100%' : '16ch'}>
        {translate(item.label)}
      </Truncated>
    </Box>
  )
}

export interface LinkMenuProps extends Omit<MenuButtonProps, 'children'> {
  items: readonly CompiledMenuItem[]
}

/** A button that opens a menu of links. Renders nothing without links. */
export function LinkMenu({ items, ...button }: LinkMenuProps) {
  const translate = useTranslate()
  if (items.length === 0) return null
  return (
    <MenuButton {...button}>
      {items.map(item => {
        const Icon = ICONS[item.icon ?? 'link']
        return (
          <MenuItem key={item.name} {...targetOf(item)}>
            <ListItemIcon>
              <Icon fontSize="small" />
            </ListItemIcon>
            <span>{translate(item.label)}</span>
          </MenuItem>
        )
      })}
    </MenuButton>
  )
}
