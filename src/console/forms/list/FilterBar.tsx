/**
 * The filters of a list, as config describes them, with a button that clears them. On a phone all but the search are
 * in a drawer.
 *
 * Instead of `FilterForm`: a filter must clear the filters that depend on it (§2), and be hidden when it has too few
 * choices (`shownFrom`).
 */
import Add from '@mui/icons-material/Add'
import FilterList from '@mui/icons-material/FilterList'
import RestartAlt from '@mui/icons-material/RestartAlt'
import { Badge, Box, Button, Drawer, Typography } from '@mui/material'
import { useResourceContext, useTranslate } from 'ra-core'
import { type ReactNode, useId, useState } from 'react'
import type { CompiledFilter } from '../../../engine/compiled'
import { useConfig } from '../../config'
import { focusableWhenDisabled } from '../../ui/controls/focusableWhenDisabled'
import { AfterPaint } from '../../ui/lazy/AfterPaint'
import { LazyPart } from '../../ui/lazy/LazyPart'
import { lazyComponent } from '../../ui/lazy/lazyComponent'
import { useIsPhone } from '../../ui/useIsPhone'
import { changeFilter, chipNames, isUnfiltered, valueIn } from '../filters/filterValues'
import { type Filtering, useChosenFilters } from '../filters/useChosenFilters'
import { FILTERS, FilterPlaceholder } from './filters'

const FilterChips = lazyComponent(() => import('../filters/FilterChips'))
const MoreFilters = lazyComponent(() => import('../filters/MoreFilters'))

/** Keeps the height of one line of chips free while their code loads. */
const CHIPS = { display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1, minHeight: 24 } as const

/** The filters above a table; lower if the pointer is a mouse. */
const DENSE = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  gap: 1,
  rowGap: 1.5,
  '@media (pointer: fine)': {
    // As specific as the padding of MUI's Autocomplete.
    '& .MuiOutlinedInput-root.MuiInputBase-root.MuiInputBase-sizeSmall': { minHeight: 32, py: 0 },
    '& .MuiOutlinedInput-root .MuiOutlinedInput-input': { py: 0.5, fontSize: 13, lineHeight: 'inherit' },
  },
} as const

interface FilterBarProps {
  filters: readonly CompiledFilter[]
  /** The state of the filters, if other controls of the list change it, too. */
  filtering?: Filtering
  /** Other controls of the list, at the end of the line. Not shown on a phone. */
  tools?: ReactNode
}

export function FilterBar({ filters, filtering, tools }: FilterBarProps) {
  const listFiltering = useChosenFilters()
  const { chosen, choose } = filtering ?? listFiltering
  const resource = useConfig().resources[useResourceContext() ?? '']
  const translate = useTranslate()
  const phone = useIsPhone()
  const activeFilters = filters.filter(filter => !isUnfiltered(filter, valueIn(filter, chosen)))
  const alwaysShown = filters.filter(({ more }) => !more)

  const render = (filter: CompiledFilter) => {
    const Filter = FILTERS[filter.type]
    const input = (
      <Filter
        key={filter.name}
        filter={filter}
        value={valueIn(filter, chosen)}
        parent={filter.dependsOn ? chosen[filter.dependsOn] : undefined}
        onChange={value => choose(values => changeFilter(filters, values, filter.name, value))}
      />
    )
    if (filter.type === 'search') return input
    if (filter.type === 'range') return <LazyPart key={filter.name}>{input}</LazyPart>
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
  // The address may set filters that config does not list: bounds and fields.
  const hasUnlistedFilters = Object.keys(chosen).some(name => !filters.some(filter => filter.name === name))
  const reset = (
    <Button
      size="small"
      color="inherit"
      startIcon={<RestartAlt />}
      onClick={() => choose(() => ({}))}
      {...focusableWhenDisabled(activeFilters.length === 0 && !hasUnlistedFilters)}
    >
      {translate('forms.filters.reset')}
    </Button>
  )

  const visibleFilters = phone ? filters.filter(({ type }) => type === 'search') : alwaysShown
  const names = resource ? chipNames(resource, filters, visibleFilters, chosen) : []
  const chips = names.length > 0 && (
    <Box sx={CHIPS}>
      <LazyPart>
        <FilterChips filters={filters} names={names} chosen={chosen} choose={choose} />
      </LazyPart>
    </Box>
  )

  if (!phone) {
    return (
      <>
        <Box role="search" sx={DENSE}>
          {alwaysShown.map(render)}
          {alwaysShown.length < filters.length && (
            <MoreButton filters={filters} filtering={{ chosen, choose }} />
          )}
          {reset}
          {tools && <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, ml: 'auto' }}>{tools}</Box>}
        </Box>
        {chips}
      </>
    )
  }
  const drawerFilters = filters.filter(({ type }) => type !== 'search')
  return (
    <>
      <Box role="search" sx={{ display: 'flex', alignItems: 'center', gap: 1, width: 1 }}>
        <Box sx={{ flex: 1, display: 'grid' }}>
          {filters.filter(({ type }) => type === 'search').map(render)}
        </Box>
        {drawerFilters.length > 0 && (
          <FilterDrawer
            count={drawerFilters.filter(filter => activeFilters.includes(filter)).length}
            reset={reset}
          >
            {drawerFilters.map(render)}
          </FilterDrawer>
        )}
      </Box>
      {chips}
    </>
  )
}

/** "+ 필터": adds a filter that is not shown above the list. */
function MoreButton({ filters, filtering }: { filters: readonly CompiledFilter[]; filtering: Filtering }) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<Add />}
        aria-label={translate('forms.filters.add')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {translate('forms.filters.open')}
      </Button>
      {anchor && (
        <LazyPart>
          <MoreFilters
            anchor={anchor}
            filters={filters}
            filtering={filtering}
            onClose={() => setAnchor(null)}
          />
        </LazyPart>
      )}
    </>
  )
}

interface FilterDrawerProps {
  /** How many filters in the drawer are active. */
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
            sx: { borderRadius: '10px 10px 0 0' },
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
