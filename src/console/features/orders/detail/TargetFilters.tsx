/** The targets by status, with how many there are of each, and by the digits of number or IMEI; and their export. */
import { Box, ToggleButtonGroup } from '@mui/material'
import { useListContext, useLocale, useTranslate } from 'ra-core'
import type { Order } from '../../../../contract/orders'
import { ORDER_STATUSES, type OrderStatus } from '../../../../domain/orders'
import { useFleet } from '../../../api/fleet'
import { SearchInput } from '../../../forms/list/SearchInput'
import { DownloadButton } from '../../downloads'
import { CountToggle } from '../CountToggle'

const ALL = 'all'

export function TargetFilters({ order }: { order: Order }) {
  const translate = useTranslate()
  const { filterValues, setFilters } = useListContext()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={filterValues.status ?? ALL}
        // `null` where the pressed one is pressed again: it stays.
        onChange={(_, status: string | null) =>
          status !== null && setFilters({ ...filterValues, status: status === ALL ? undefined : status })
        }
        aria-label={translate('orders.status')}
        sx={{ flexWrap: 'wrap' }}
      >
        {([ALL, ...ORDER_STATUSES] as const).map(name => (
          <CountToggle key={name} value={name} count={name === ALL ? order.total : order[name]}>
            {translate(name === ALL ? 'forms.filters.all' : `orders.state.${name}`)}
          </CountToggle>
        ))}
      </ToggleButtonGroup>
      <SearchInput
        label={translate('orders.targets.search')}
        accept="0-9"
        value={filterValues.search}
        onChange={search => setFilters({ ...filterValues, search })}
        sx={{ flex: '1 1 200px', maxWidth: { sm: 260 } }}
      />
      <Box sx={{ flex: 1 }} />
      <ExportButton order={order} status={filterValues.status} />
    </Box>
  )
}

/** Downloads what became of an order's devices as a spreadsheet: those of one status, or all. */
export function ExportButton({ order, status }: { order: Order; status?: OrderStatus }) {
  const translate = useTranslate()
  const fleet = useFleet()
  const locale = useLocale() === 'en' ? 'en' : 'ko'
  return (
    <DownloadButton
      fetchFile={() => fleet.downloadOrderResults(order.id, { status, locale })}
      variant="outlined"
      color="inherit"
      sx={{ borderColor: 'divider' }}
    >
      {translate('orders.targets.export')}
    </DownloadButton>
  )
}
