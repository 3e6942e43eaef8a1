/**
 * The compose button, the folders all, success, failure, waiting and ongoing with their numbers of orders (§2), and the
 * archive (decision 6).
 */
import ArchiveOutlined from '@mui/icons-material/ArchiveOutlined'
import EditOutlined from '@mui/icons-material/EditOutlined'
import { Box, Button, Divider } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { CompiledFilter } from '../../../../engine/compiled'
import { type OrderCountName, useFleet } from '../../../api/fleet'
import { useMayAccess } from '../../../auth/access'
import { useConfig, useTranslate } from '../../../config'
import type { Filtering } from '../../../forms/filters/useChosenFilters'
import { type LiveMeta, usePolling } from '../../../live'
import { useIsPhone } from '../../../ui/useIsPhone'
import { CountToggle } from '../CountToggle'
import { useOrderPaths } from '../useOrderPaths'

/** The name of the count of all orders. */
const ALL = 'overall'

interface SidebarProps {
  /** The list's filter by status; its choices are the folders. */
  filter: CompiledFilter | undefined
  filtering: Filtering
}

export function Sidebar({ filter, filtering: { chosen, choose } }: SidebarProps) {
  const phone = useIsPhone()
  const translate = useTranslate()
  const counts = useCounts()
  const { status, archived } = chosen
  const open = (folder: object) =>
    choose(({ status: _, archived: __, ...others }) => ({ ...others, ...folder }))
  const current = status === undefined || status === filter?.all?.value ? ALL : String(status)
  const folders = filter && [
    { name: ALL, label: translate(filter.all?.label) || translate('forms.filters.all'), folder: {} },
    ...(filter.choices ?? []).map(({ value, label }) => ({
      name: String(value),
      label: translate(label),
      folder: { status: value },
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
        // On a phone the buttons extend to the edge of the screen and scroll horizontally.
        mx: { xs: -2, sm: 0 },
        px: { xs: 2, sm: 0 },
        overflowX: { xs: 'auto', md: 'visible' },
      }}
      data-sideways
    >
      {!phone && <ComposeLink />}
      <Box
        role="group"
        aria-label={translate(filter?.label)}
        sx={{ display: 'flex', flexDirection: 'inherit', gap: 0.5 }}
      >
        {folders?.map(({ name, label, folder }) => (
          <CountToggle
            key={name}
            value={name}
            selected={!archived && name === current}
            onClick={() => open(folder)}
            count={counts?.[name as OrderCountName]}
            sx={FOLDER}
          >
            {label}
          </CountToggle>
        ))}
        <Divider flexItem orientation={phone ? 'vertical' : 'horizontal'} sx={{ my: 0.5 }} />
        <CountToggle
          value="archive"
          selected={archived === true}
          onClick={() => open({ archived: true })}
          count={counts?.archived}
          sx={FOLDER}
        >
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
            <ArchiveOutlined sx={{ fontSize: 18 }} />
            <span>{translate('orders.archive')}</span>
          </Box>
        </CountToggle>
      </Box>
    </Box>
  )
}

const FOLDER = {
  justifyContent: 'space-between',
  gap: 2,
  px: 1.5,
  py: 0,
  minHeight: { xs: 44, md: 40 },
  border: 0,
  fontWeight: 400,
  whiteSpace: 'nowrap',
  '&.Mui-selected, &.Mui-selected:hover': { bgcolor: 'action.selected', fontWeight: 600 },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
}

/** The numbers of orders. Without the call (a basic server) the buttons have no numbers. */
function useCounts() {
  const fleet = useFleet()
  const polling = usePolling(useConfig().app.timing.ordersPollMs)
  const { data, isError } = useQuery({
    queryKey: ['orders', 'counts'],
    queryFn: async ({ signal }) => (await fleet.orderCounts(signal)) ?? null,
    refetchInterval: polling,
    meta: { live: ['orders'] } satisfies LiveMeta,
  })
  return isError ? undefined : data
}

/** The link to a new order; on a phone it is at the bottom, beside the pager. */
export function ComposeLink() {
  const translate = useTranslate()
  const paths = useOrderPaths()
  if (!useMayAccess()('orders', 'create')) return null
  return (
    <Button
      component={Link}
      to={paths.compose()}
      variant="contained"
      startIcon={<EditOutlined />}
      sx={{ mb: { md: 1.5 }, mr: { sm: 1, md: 0 }, minHeight: { xs: 44, sm: 40 }, flex: 'none' }}
    >
      {translate('orders.compose')}
    </Button>
  )
}
