/** Compose; all, success, failure, waiting, ongoing with how many orders stand there (§2); and the archive (decision 6). */
import ArchiveOutlined from '@mui/icons-material/ArchiveOutlined'
import EditOutlined from '@mui/icons-material/EditOutlined'
import { Box, Button, ButtonBase, Divider, Fab } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useListContext, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CompiledFilter } from '../../../engine/compiled'
import { useFleet } from '../../api/verbs'
import { useMayAccess } from '../../auth/access'
import { useConfig, useWords } from '../../config'
import { composePath } from './paths'

interface SidebarProps {
  /** The list's filter by status. */
  filter: CompiledFilter | undefined
  phone: boolean
  /** The way to a new order makes room for what is done with the chosen ones. */
  composing: boolean
}

export function Sidebar({ filter, phone, composing }: SidebarProps) {
  const { filterValues, setFilters } = useListContext()
  const translate = useTranslate()
  const words = useWords()
  const fleet = useFleet()
  const { timing } = useConfig().app
  // Counts stand beside the list: where they do not come, the buttons still filter.
  const { data, isError } = useQuery({
    queryKey: ['orders', 'counts'],
    queryFn: async ({ signal }) => (await fleet.orderCounts(signal)) ?? null,
    refetchInterval: timing.ordersPollMs,
  })
  const counts = isError ? undefined : data

  const { status, archived, ...others } = filterValues
  const current = status === filter?.all?.value ? undefined : status
  const show = (next: object) => setFilters({ ...others, ...next })
  const buttons = filter && [
    { value: undefined, count: 'overall', label: words(filter.all?.label) || translate('forms.filters.all') },
    ...(filter.choices ?? []).map(({ value, label }) => ({
      value,
      count: String(value),
      label: words(label),
    })),
  ]
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: { xs: 'row', md: 'column' },
        gap: 0.5,
        alignSelf: 'start',
        minWidth: 0,
        // The chips run off the edge of a phone, where they are pushed along.
        mx: { xs: -2, sm: 0 },
        px: { xs: 2, sm: 0 },
        overflowX: { xs: 'auto', md: 'visible' },
      }}
    >
      {composing && <Compose floating={phone} />}
      <Box
        role="group"
        aria-label={words(filter?.label)}
        sx={{ display: 'flex', flexDirection: 'inherit', gap: 0.5 }}
      >
        {buttons?.map(({ value, count, label }) => (
          <FolderButton
            key={count}
            label={label}
            count={counts?.[count as keyof typeof counts] as number | undefined}
            pressed={!archived && value === current}
            onPress={() => show(value === undefined ? {} : { status: value })}
          />
        ))}
        <Divider flexItem orientation={phone ? 'vertical' : 'horizontal'} sx={{ my: 0.5 }} />
        <FolderButton
          label={translate('orders.archive')}
          icon={<ArchiveOutlined sx={{ fontSize: 18 }} />}
          count={counts?.archived}
          pressed={archived === true}
          onPress={() => show({ archived: true })}
        />
      </Box>
    </Box>
  )
}

/** The way to a new order; on a phone it floats within the thumb's reach. */
function Compose({ floating }: { floating: boolean }) {
  const translate = useTranslate()
  const { path = '' } = useConfig().resources.orders ?? {}
  if (!useMayAccess()('orders', 'create')) return null
  const name = translate('orders.compose')
  if (floating) {
    return (
      <Fab
        component={Link}
        to={composePath(path)}
        variant="extended"
        color="primary"
        size="medium"
        sx={{
          position: 'fixed',
          minHeight: 44,
          right: 16,
          bottom: 'calc(56px + 64px + env(safe-area-inset-bottom))',
          gap: 1,
          boxShadow: 'none',
        }}
      >
        <EditOutlined />
        {name}
      </Fab>
    )
  }
  return (
    <Button
      component={Link}
      to={composePath(path)}
      variant="contained"
      startIcon={<EditOutlined />}
      sx={{ mb: { md: 1.5 }, mr: { xs: 1, md: 0 }, flex: 'none' }}
    >
      {name}
    </Button>
  )
}

interface FolderButtonProps {
  label: string
  icon?: ReactNode
  count: number | undefined
  pressed: boolean
  onPress: () => void
}

function FolderButton({ label, icon, count, pressed, onPress }: FolderButtonProps) {
  return (
    <ButtonBase
      aria-pressed={pressed}
      onClick={onPress}
      sx={{
        justifyContent: 'space-between',
        gap: 2,
        px: 1.5,
        minHeight: { xs: 44, md: 36 },
        borderRadius: 1,
        whiteSpace: 'nowrap',
        fontSize: 14,
        fontWeight: pressed ? 600 : 400,
        color: 'text.primary',
        bgcolor: pressed ? 'action.selected' : 'transparent',
        '&:hover': { bgcolor: pressed ? 'action.selected' : 'action.hover' },
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
      }}
    >
      <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
        {icon}
        {label}
      </Box>{' '}
      <Box
        component="span"
        sx={{ color: pressed ? 'text.primary' : 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
      >
        {count?.toLocaleString('ko-KR') ?? ''}
      </Box>
    </ButtonBase>
  )
}
