/** The targets by state, with how many stand there, and by the digits of number or IMEI. */
import Search from '@mui/icons-material/Search'
import { Box, InputAdornment, TextField, ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useListContext, useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'
import type { Order } from '../../../contract/orders'
import { ORDER_STATUSES } from '../../../domain/orders'
import { acceptText } from '../../forms/list/acceptText'

interface TargetFiltersProps {
  order: Order
  exporter: ReactNode
}

export function TargetFilters({ order, exporter }: TargetFiltersProps) {
  const translate = useTranslate()
  const { filterValues, setFilters } = useListContext()
  const [draft, setDraft] = useState(String(filterValues.search ?? ''))
  const { status, search, ...rest } = filterValues
  const narrow = (next: { status?: unknown; search?: unknown }, later: boolean) =>
    setFilters(
      {
        ...rest,
        ...Object.fromEntries(Object.entries({ status, search, ...next }).filter(([, value]) => value)),
      },
      undefined,
      later,
    )
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={status ?? 'all'}
        onChange={(_, next: string | null) => narrow({ status: next === 'all' ? undefined : next }, false)}
        aria-label={translate('orders.status')}
        sx={{ flexWrap: 'wrap' }}
      >
        {(['all', ...ORDER_STATUSES] as const).map(name => (
          <ToggleButton
            key={name}
            value={name}
            sx={{ textTransform: 'none', px: 1.25, minHeight: 36, gap: 0.75, color: 'text.primary' }}
          >
            {translate(name === 'all' ? 'forms.filters.all' : `orders.state.${name}`)}{' '}
            <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              {(name === 'all' ? order.total : order[name]).toLocaleString('ko-KR')}
            </Box>
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <TextField
        value={draft}
        placeholder={translate('orders.targets.search')}
        onChange={event => {
          const text = acceptText(event.target.value, '0-9')
          setDraft(text)
          narrow({ search: text }, true)
        }}
        sx={{ flex: '1 1 200px', maxWidth: { sm: 260 } }}
        slotProps={{
          htmlInput: {
            'aria-label': translate('orders.targets.search'),
            inputMode: 'numeric',
            autoComplete: 'off',
          },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Search fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      <Box sx={{ flex: 1 }} />
      {exporter}
    </Box>
  )
}
