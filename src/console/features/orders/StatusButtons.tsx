/** All, success, failure, waiting, ongoing: each with how many orders stand there (§2, filter sidebar). */

import { Box, ButtonBase } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useListContext, useTranslate } from 'ra-core'
import type { CompiledFilter } from '../../../engine/compiled'
import { type OrderCountName, useFleet } from '../../api/verbs'
import { useWords } from '../../config'

export function StatusButtons({ filter }: { filter: CompiledFilter | undefined }) {
  const { filterValues, setFilters } = useListContext()
  const translate = useTranslate()
  const words = useWords()
  const fleet = useFleet()
  // Counts stand beside the list: where they do not come, the buttons still filter.
  const { data: counts } = useQuery({
    queryKey: ['orders', 'counts'],
    queryFn: async ({ signal }) => (await fleet.orderCounts(signal)) ?? null,
  })
  if (!filter) return null

  const buttons = [
    { value: undefined, count: 'overall', label: words(filter.all?.label) || translate('forms.filters.all') },
    ...(filter.choices ?? []).map(({ value, label }) => ({
      value,
      count: String(value),
      label: words(label),
    })),
  ]
  const { status, ...others } = filterValues
  return (
    <Box
      role="group"
      aria-label={words(filter.label)}
      sx={{
        display: 'flex',
        flexDirection: { xs: 'row', md: 'column' },
        gap: 0.5,
        overflowX: 'auto',
        alignSelf: 'start',
      }}
    >
      {buttons.map(({ value, count, label }) => (
        <StatusButton
          key={count}
          label={label}
          count={counts?.[count as OrderCountName]}
          pressed={value === (status === filter.all?.value ? undefined : status)}
          onPress={() => setFilters(value === undefined ? others : { ...others, status: value })}
        />
      ))}
    </Box>
  )
}

interface StatusButtonProps {
  label: string
  count: number | undefined
  pressed: boolean
  onPress: () => void
}

function StatusButton({ label, count, pressed, onPress }: StatusButtonProps) {
  return (
    <ButtonBase
      aria-pressed={pressed}
      onClick={onPress}
      sx={{
        justifyContent: 'space-between',
        gap: 2,
        px: 1.5,
        minHeight: 36,
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
      {label}{' '}
      <Box
        component="span"
        sx={{ color: pressed ? 'text.primary' : 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
      >
        {count?.toLocaleString('ko-KR') ?? ''}
      </Box>
    </ButtonBase>
  )
}
