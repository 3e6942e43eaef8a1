/**
 * The filters of a list, as config describes them, with a button that clears them. On a phone all but the search are
 * in a drawer.
 *
 * Instead of `FilterForm`: a filter must clear the filters that depend on it (§2), and be hidden when it has too few
 * choices (`shownFrom`).
 */
import FilterList from '@mui/icons-material/FilterList'
import RestartAlt from '@mui/icons-material/RestartAlt'
import { Badge, Box, Button, Drawer, Typography } from '@mui/material'
import { useEvent, useListContext, useTranslate } from 'ra-core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { CompiledFilter } from '../../../engine/compiled'
import { focusableWhenDisabled } from '../../ui/controls/focusableWhenDisabled'
import { AfterPaint } from '../../ui/lazy/AfterPaint'
import { useIsPhone } from '../../ui/useIsPhone'
import { changeFilter, FILTERS, FilterPlaceholder, type FilterValues, isUnfiltered } from './filters'

interface FilterBarProps {
  filters: readonly CompiledFilter[]
  /** Given if other controls of the list change filters, too. */
  filtering?: Filtering
}

export function FilterBar({ filters, filtering }: FilterBarProps) {
  const own = useChosenFilters()
  const { chosen, choose } = filtering ?? own
  const translate = useTranslate()
  const phone = useIsPhone()
  const active = filters.filter(filter => !isUnfiltered(filter, chosen[filter.name]))

  const render = (filter: CompiledFilter) => {
    const Filter = FILTERS[filter.type]
    const input = (
      <Filter
        key={filter.name}
        filter={filter}
        value={chosen[filter.name]}
        parent={filter.dependsOn ? chosen[filter.dependsOn] : undefined}
        onChange={value => choose(values => changeFilter(filters, values, filter.name, value))}
      />
    )
    if (filter.type === 'search') return input
    // MUI's dropdowns measure themselves when they are mounted, which forces a layout of the page before the first
    // paint.
    return (
      <AfterPaint
        key={filter.name}
        placeholder={<FilterPlaceholder filter={filter} value={chosen[filter.name]} />}
      >
        {input}
      </AfterPaint>
    )
  }
  const reset = (
    <Button
      size="small"
      color="inherit"
      startIcon={<RestartAlt />}
      onClick={() => choose(() => ({}))}
      {...focusableWhenDisabled(active.length === 0)}
    >
      {translate('forms.filters.reset')}
    </Button>
  )

  if (!phone) {
    return (
      <Box
        role="search"
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, rowGap: 1.5 }}
      >
        {filters.map(render)}
        {reset}
      </Box>
    )
  }
  const drawerFilters = filters.filter(({ type }) => type !== 'search')
  return (
    <Box role="search" sx={{ display: 'flex', alignItems: 'center', gap: 1, width: 1 }}>
      <Box sx={{ flex: 1, display: 'grid' }}>
        {filters.filter(({ type }) => type === 'search').map(render)}
      </Box>
      {drawerFilters.length > 0 && (
        <FilterDrawer count={drawerFilters.filter(filter => active.includes(filter)).length} reset={reset}>
          {drawerFilters.map(render)}
        </FilterDrawer>
      )}
    </Box>
  )
}

/**
 * The chosen filters, updated at once: react-admin applies them in a transition, which may finish much later in a busy
 * browser. Until then, further changes build on the pending ones.
 */
export function useChosenFilters() {
  const { filterValues, setFilters } = useListContext()
  const appliedKey = JSON.stringify(filterValues)
  const [seenKey, setSeenKey] = useState(appliedKey)
  const [pending, setPending] = useState<readonly FilterValues[]>([])
  const chosen = pending.at(-1) ?? filterValues
  if (appliedKey !== seenKey) {
    setSeenKey(appliedKey)
    // Filters that were not chosen here (by the back button, or a link) replace all pending ones.
    const index = pending.findIndex(values => JSON.stringify(values) === appliedKey)
    setPending(index < 0 ? [] : pending.slice(index + 1))
  }
  const latest = useRef(chosen)
  useEffect(() => {
    latest.current = chosen
  }, [chosen])
  const choose = useEvent((change: (values: FilterValues) => FilterValues) => {
    const next = change(latest.current)
    latest.current = next
    setPending(before => [...before, next])
    setFilters(next)
  })
  return { chosen, choose }
}

export type Filtering = ReturnType<typeof useChosenFilters>

interface FilterDrawerProps {
  /** How many of its filters are active. */
  count: number
  reset: ReactNode
  children: ReactNode
}

function FilterDrawer({ count, reset, children }: FilterDrawerProps) {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const title = useId()
  return (
    <>
      <Badge badgeContent={count} color="primary">
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<FilterList />}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {translate('forms.filters.open')}
        </Button>
      </Badge>
      <Drawer
        anchor="bottom"
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-modal': true,
            'aria-labelledby': title,
            sx: { borderRadius: '12px 12px 0 0' },
          },
        }}
      >
        <Box sx={{ display: 'grid', gap: 2, p: 2, pb: 'calc(16px + env(safe-area-inset-bottom))' }}>
          <Typography id={title} variant="h2" sx={{ fontSize: 16, fontWeight: 600 }}>
            {translate('forms.filters.title')}
          </Typography>
          {children}
          <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
            {reset}
            <Button variant="contained" onClick={() => setOpen(false)}>
              {translate('forms.filters.done')}
            </Button>
          </Box>
        </Box>
      </Drawer>
    </>
  )
}
