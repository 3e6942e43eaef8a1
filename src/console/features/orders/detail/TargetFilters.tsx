/** The targets by status, with how many there are of each, and by the digits of number or IMEI; and their export. */
import Search from '@mui/icons-material/Search'
import { Box, TextField, ToggleButtonGroup } from '@mui/material'
import { useDebouncedEvent, useListContext, useLocale, useTranslate } from 'ra-core'
import { useState } from 'react'
import type { Order } from '../../../../contract/orders'
import { ORDER_STATUSES, type OrderStatus } from '../../../../domain/orders'
import { useFleet } from '../../../api/verbs'
import { acceptText } from '../../../forms/list/acceptText'
import { useComposed } from '../../../ui/useComposed'
import { DownloadButton } from '../../downloads'
import { CountToggle } from '../CountToggle'

const PAUSE_MS = 300
const ALL = 'all'

export function TargetFilters({ order }: { order: Order }) {
  const translate = useTranslate()
  const { filterValues, setFilters } = useListContext()
  const [search, setSearch] = useState(String(filterValues.search ?? ''))
  const { status = ALL } = filterValues
  // A status counts at once, digits when typing pauses; each is sent with the newest of the other.
  const narrow = (next: string) => setFilters({ status: next === ALL ? undefined : next, search })
  const searchSoon = useDebouncedEvent(() => narrow(status), PAUSE_MS)
  const typing = useComposed(search, text => {
    setSearch(acceptText(text, '0-9'))
    searchSoon()
  })
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={status}
        // `null` where the pressed one is pressed again: it stays.
        onChange={(_, next: string | null) => next !== null && narrow(next)}
        aria-label={translate('orders.status')}
        sx={{ flexWrap: 'wrap' }}
      >
        {([ALL, ...ORDER_STATUSES] as const).map(name => (
          <CountToggle key={name} value={name} count={name === ALL ? order.total : order[name]}>
            {translate(name === ALL ? 'forms.filters.all' : `orders.state.${name}`)}
          </CountToggle>
        ))}
      </ToggleButtonGroup>
      <TextField
        {...typing}
        placeholder={translate('orders.targets.search')}
        sx={{ flex: '1 1 200px', maxWidth: { sm: 260 } }}
        slotProps={{
          htmlInput: {
            'aria-label': translate('orders.targets.search'),
            inputMode: 'numeric',
            autoComplete: 'off',
          },
          input: { startAdornment: <Search fontSize="small" color="action" sx={{ mr: 1 }} /> },
        }}
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
