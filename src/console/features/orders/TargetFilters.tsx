/** The targets by state, with how many stand there, and by the digits of number or IMEI. */
import Search from '@mui/icons-material/Search'
import { Box, InputAdornment, TextField, ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useEvent, useListContext, useTranslate } from 'ra-core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Order } from '../../../contract/orders'
import { ORDER_STATUSES } from '../../../domain/orders'
import { acceptText } from '../../forms/list/acceptText'
import { useComposed } from '../../ui/useComposed'

interface TargetFiltersProps {
  order: Order
  exporter: ReactNode
}

export function TargetFilters({ order, exporter }: TargetFiltersProps) {
  const translate = useTranslate()
  const { filterValues } = useListContext()
  const { draft, type, choose } = useNarrowing()
  const typing = useComposed(draft, text => type(acceptText(text, '0-9')))
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={filterValues.status ?? 'all'}
        onChange={(_, next: string | null) => choose(next)}
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
        {...typing}
        placeholder={translate('orders.targets.search')}
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

const PAUSE_MS = 300

/** A state counts at once, digits when typing pauses; neither forgets the other. */
function useNarrowing() {
  const { filterValues, setFilters } = useListContext()
  const [draft, setDraft] = useState(String(filterValues.search ?? ''))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const narrow = useEvent((status: unknown, search: string) => {
    clearTimeout(timer.current)
    setFilters({ ...(status ? { status } : {}), ...(search ? { search } : {}) })
  })
  const settle = useEvent((search: string) => narrow(filterValues.status, search))
  return {
    draft,
    type: (text: string) => {
      setDraft(text)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => settle(text), PAUSE_MS)
    },
    /** `null` where the pressed one is pressed again: it stays. */
    choose: (next: string | null) => {
      if (next !== null) narrow(next === 'all' ? undefined : next, draft)
    },
  }
}
