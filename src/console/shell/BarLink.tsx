/** A link of the bars: Device, Order, Group, and what config adds. */
import Box from '@mui/material/Box'
import { alpha } from '@mui/material/styles'
import { NavLink } from 'react-router'
import { menuFor } from '../../engine/access'
import type { CompiledMenuItem } from '../../engine/compiled'
import { useUser } from '../auth/useSession'
import { useConfig, useWords } from '../config'
import { Cut } from '../ui/Cut'
import { ICON } from '../ui/icons'
import { BAR } from '../ui/low'

/** The links that this user's level sees. */
export function useBarItems(): CompiledMenuItem[] {
  return menuFor(useConfig(), useUser().level, 'bar')
}

export function BarLink({ item, stacked }: { item: CompiledMenuItem; stacked?: boolean }) {
  const words = useWords()
  const Icon = ICON[item.icon ?? 'link']
  const outside = item.to.startsWith('https://')
  const target = outside
    ? { component: 'a', href: item.to, target: '_blank', rel: 'noopener noreferrer' }
    : { component: NavLink, to: item.to }
  return (
    <Box
      {...target}
      sx={theme => ({
        display: 'flex',
        flexDirection: stacked ? 'column' : 'row',
        alignItems: 'center',
        justifyContent: 'center',
        gap: stacked ? 0.25 : 1,
        flex: stacked ? '1 1 0' : 'none',
        minWidth: 0,
        minHeight: stacked ? BAR : 36,
        px: stacked ? 0.5 : 1.5,
        borderRadius: stacked ? 0 : 1,
        fontSize: stacked ? 12 : 14,
        fontWeight: 500,
        whiteSpace: 'nowrap',
        textDecoration: 'none',
        color: 'text.secondary',
        transition: theme.transitions.create(['color', 'background-color'], { duration: 120 }),
        '& svg': { fontSize: stacked ? 22 : 18, flex: 'none' },
        '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
        '&[aria-current="page"]': {
          color: 'text.primary',
          bgcolor: stacked ? 'transparent' : alpha(theme.palette.primary.main, 0.14),
          '& svg': { color: 'primary.main' },
        },
      })}
    >
      <Icon aria-hidden />
      <Cut inControl width={stacked ? '100%' : '16ch'}>
        {words(item.label)}
      </Cut>
    </Box>
  )
}
