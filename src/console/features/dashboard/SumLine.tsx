/** How the parts make the whole: the provinces and what has no known place are the national total (decision 3). */
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import Box from '@mui/material/Box'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import type { DashboardStats, ProvinceCount } from '../../../contract/dashboard'
import { percentOf } from './figures'
import { sumOf } from './regions'
import { useNumbers } from './useNumbers'

interface Props {
  places: readonly ProvinceCount[]
  amount: DashboardStats['amount']
  /** Read some time ago: nothing is said to be right about them. */
  stale: boolean
}

export function SumLine({ places, amount, stale }: Props) {
  const translate = useTranslate()
  const { count } = useNumbers()
  const sum = sumOf(places, amount)
  return (
    <Line>
      <span>
        {translate('dashboard.sum.sentence', {
          provinces: count(sum.provinces),
          unplaced: count(sum.unplaced.count),
          total: count(sum.total),
        })}
      </span>
      {stale ? null : sum.adds ? (
        <CheckCircle titleAccess={translate('dashboard.sum.adds')} />
      ) : (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {translate('dashboard.sum.moved')}
        </Box>
      )}
    </Line>
  )
}

interface ShareProps {
  name: string
  count: number
  amount: DashboardStats['amount']
}

/** How much of the country a province has. */
export function ShareLine({ name, count, amount }: ShareProps) {
  const translate = useTranslate()
  const numbers = useNumbers()
  return (
    <Line>
      {translate('dashboard.sum.share', {
        name,
        count: numbers.count(count),
        total: numbers.count(amount.device),
        share: numbers.percent(percentOf(count, amount.device)),
      })}
    </Line>
  )
}

function Line({ children }: { children: ReactNode }) {
  return (
    <Box
      component="p"
      sx={{
        m: 0,
        px: 1.5,
        py: 1,
        minHeight: 36,
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
      {children}
    </Box>
  )
}
