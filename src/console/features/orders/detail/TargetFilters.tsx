/** Filters the targets by status (with counts) and by digits of phone number or IMEI; exports the filtered targets. */
import { Box, ButtonGroup, ToggleButtonGroup } from '@mui/material'
import { useListContext, useLocale, useTranslate } from 'ra-core'
import type { Order } from '../../../../contract/orders'
import { EXPORT_FORMATS } from '../../../../domain/fileName'
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
        // `null` when the pressed button is pressed again: keep the filter.
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
      <ExportButtons order={order} status={filterValues.status} search={filterValues.search} />
    </Box>
  )
}

interface ExportButtonsProps {
  order: Order
  status?: OrderStatus | undefined
  search?: string | undefined
}

/** Buttons that download the results of an order in each format, restricted to `status` and `search` if given. */
export function ExportButtons({ order, status, search }: ExportButtonsProps) {
  const translate = useTranslate()
  const fleet = useFleet()
  const locale = useLocale() === 'en' ? 'en' : 'ko'
  const query = { status, search: search || undefined, locale } as const
  return (
    <ButtonGroup variant="outlined" color="inherit" sx={{ '& button': { borderColor: 'divider' } }}>
      {EXPORT_FORMATS.map(format => (
        <DownloadButton
          key={format}
          fetchFile={() => fleet.downloadOrderResults(order.id, { ...query, format })}
        >
          {translate(format === 'csv' ? 'orders.targets.exportCsv' : 'orders.targets.export')}
        </DownloadButton>
      ))}
    </ButtonGroup>
  )
}
