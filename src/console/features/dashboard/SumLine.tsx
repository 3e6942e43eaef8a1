/** That the provinces and what has no known place together are the national total (decision 3). */
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import Box from '@mui/material/Box'
import { useTranslate } from 'ra-core'
import type { DashboardStats, ProvinceCount } from '../../../contract/dashboard'
import { sumOf } from './regions'
import { useNumbers } from './useNumbers'

interface Props {
  places: readonly ProvinceCount[]
  amount: DashboardStats['amount']
}

export function SumLine({ places, amount }: Props) {
  const translate = useTranslate()
  const { count } = useNumbers()
  const sum = sumOf(places, amount)
  return (
    <Box
      component="p"
      sx={{
        m: 0,
        mt: 2,
        px: 1.5,
        py: 1,
        borderRadius: 1,
        bgcolor: 'action.hover',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1,
        fontSize: 13,
        fontVariantNumeric: 'tabular-nums',
        '& svg': { fontSize: 16, color: 'success.main' },
      }}
    >
      <span>
        {translate('dashboard.sum.sentence', {
          provinces: count(sum.provinces),
          unplaced: count(sum.unplaced.count),
          total: count(sum.total),
        })}
      </span>
      {sum.adds ? (
        <CheckCircle titleAccess={translate('dashboard.sum.adds')} />
      ) : (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {translate('dashboard.sum.moved')}
        </Box>
      )}
    </Box>
  )
}
