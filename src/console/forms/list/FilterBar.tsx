/**
 * The filters of a list as config names them, and the button that clears them. On a phone all but the search are in a
 * bottom drawer.
 *
 * Instead of `FilterForm`: a filter clears the filters that depend on it (§2), and appears only from a number of
 * choices on (`shownFrom`).
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
import { changeFilter, FILTERS, FilterStandIn, type FilterValues, isUnfiltered } from './filters'

export function FilterBar({ filters }: { filters: readonly CompiledFilter[] }) {
  const { chosen, choose } = useChosenFilters()
  const translate = useTranslate()
  const phone = useIsPhone()
  const active = filters.filter(filter => !isUnfiltered(filter, chosen[filter.name]))

  const render = (filter: CompiledFilter) => {
    const Filter = FILTERS[filter.type]
    const shown = (
      <Filter
        key={filter.name}
        filter={filter}
        value={chosen[filter.name]}
        parent={filter.dependsOn ? chosen[filter.dependsOn] : undefined}
        onChange={value => choose(now => changeFilter(filters, now, filter.name, value))}
      />
    )
    if (filter.type === 'search') return shown
    // The library's dropdowns measure themselves as soon as they are mounted: the whole page would be laid out before
    // it is shown.
    return (
      <AfterPaint key={filter.name} standIn={<FilterStandIn filter={filter} value={chosen[filter.name]} />}>
        {shown}
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
  const others = filters.filter(({ type }) => type !== 'search')
  return (
    <Box role="search" sx={{ display: 'flex', alignItems: 'center', gap: 1, width: 1 }}>
      <Box sx={{ flex: 1, display: 'grid' }}>
        {filters.filter(filter => !others.includes(filter)).map(render)}
      </Box>
      {others.length > 0 && (
        <FilterDrawer count={others.filter(other => active.includes(other)).length} reset={reset}>
          {others.map(render)}
        </FilterDrawer>
      )}
    </Box>
  )
}

/**
 * What was chosen shows at once. The list follows in a transition, which a busy browser finishes much later; until then
 * the next choice builds on the last one, and the button that clears them is no less in force.
 */
function useChosenFilters() {
  const { filterValues, setFilters } = useListContext()
  const inForce = JSON.stringify(filterValues)
  const [seen, setSeen] = useState(inForce)
  const [pending, setPending] = useState<readonly FilterValues[]>([])
  const chosen = pending.at(-1) ?? filterValues
  if (inForce !== seen) {
    setSeen(inForce)
    // One that was not chosen here (the back button, a link) takes the place of all that are.
    const at = pending.findIndex(one => JSON.stringify(one) === inForce)
    setPending(at < 0 ? [] : pending.slice(at + 1))
  }
  const latest = useRef(chosen)
  useEffect(() => {
    latest.current = chosen
  }, [chosen])
  const choose = useEvent((change: (now: FilterValues) => FilterValues) => {
    const next = change(latest.current)
    latest.current = next
    setPending(before => [...before, next])
    setFilters(next)
  })
  return { chosen, choose }
}

interface FilterDrawerProps {
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
