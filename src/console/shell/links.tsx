/** The links of the bars and menus, as config lists them. */
import { alpha, Box, ListItemIcon, MenuItem } from '@mui/material'
import { Link, useLocation } from 'react-router'
import { menuFor } from '../../engine/access'
import type { CompiledMenuItem, MenuSlot, Words } from '../../engine/compiled'
import { useUser } from '../auth/useSession'
import { useConfig, useTranslate } from '../config'
import { paths } from '../paths'
import { MenuButton, type MenuButtonProps, STACKED } from '../ui/controls/MenuButton'
import { ICONS } from '../ui/icons'
import { Truncated } from '../ui/text/Truncated'

/** A link of a bar or menu. */
type MenuLink = Pick<CompiledMenuItem, 'name' | 'to' | 'icon'> & { label: string | Words }

/** The links of a bar or menu that this user's level may see. */
export const useMenuItems = (slot: MenuSlot): CompiledMenuItem[] =>
  menuFor(useConfig(), useUser().level, slot)

/** The link of all menus that leads to the shown page: of several, the one with the longest path. */
function useCurrentLink(): MenuLink | undefined {
  const { pathname, search } = useLocation()
  const items = [...useBottomItems(), ...useMenuItems('settings')]
  return currentLink(items, pathname, search)
}

/** The path of a link without query, fragment and trailing slash. */
const pathOf = (to: string) => to.replace(/[?#].*$/, '').replace(/(.)\/$/, '$1')

export function currentLink<Item extends Pick<CompiledMenuItem, 'to'>>(
  items: readonly Item[],
  pathname: string,
  search: string,
): Item | undefined {
  const rank = ({ to }: Item): number =>
    pathOf(to).length * 2 + (search !== '' && to.includes(search) ? 1 : 0)
  return items
    .filter(({ to }) => `${pathname}/`.startsWith(`${pathOf(to)}/`))
    .reduce<Item | undefined>((best, item) => (best && rank(best) >= rank(item) ? best : item), undefined)
}

/** The props of a link: an external address opens in a new tab. */
const targetOf = ({ to, name }: MenuLink, current: MenuLink | undefined) =>
  to.startsWith('https://')
    ? { component: 'a', href: to, target: '_blank', rel: 'noopener noreferrer' }
    : { component: Link, to, 'aria-current': name === current?.name ? ('page' as const) : undefined }

/** The entries of the bottom bar of a phone: the main page, then the links of the bar. */
export function useBottomItems(): MenuLink[] {
  const { slug } = useConfig().app.products[0]!
  return [
    { name: 'home', label: 'shell.nav.home', to: paths.main(slug), icon: 'home' },
    ...useMenuItems('bar'),
  ]
}

interface BarLinkProps {
  item: MenuLink
  /** Shows the name below the icon, as in the bottom bar of a phone. */
  stacked?: boolean
}

export function BarLink({ item, stacked = false }: BarLinkProps) {
  const translate = useTranslate()
  const current = useCurrentLink()
  const Icon = ICONS[item.icon ?? 'link']
  return (
    <Box
      {...targetOf(item, current)}
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
          : { gap: 1, flex: 'none', minHeight: 40, px: 1.5, borderRadius: 1, '& svg': { fontSize: 18 } }),
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
  items: readonly MenuLink[]
}

/** A button that opens a menu of links. Renders nothing without links. */
export function LinkMenu({ items, ...button }: LinkMenuProps) {
  const translate = useTranslate()
  const current = useCurrentLink()
  if (items.length === 0) return null
  return (
    <MenuButton {...button}>
      {items.map(item => {
        const Icon = ICONS[item.icon ?? 'link']
        return (
          <MenuItem key={item.name} {...targetOf(item, current)}>
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
