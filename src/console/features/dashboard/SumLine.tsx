/** How the parts make the whole: the provinces and what has no known place are the national total (decision 3). */
import Typography from '@mui/material/Typography'
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
  if (stale) return null
  const sum = sumOf(places, amount)
  return (
    <Line>
      {translate(sum.adds ? 'dashboard.sum.sentence' : 'dashboard.sum.moved', {
        provinces: count(sum.provinces),
        unplaced: count(sum.unplaced.count),
        total: count(sum.total),
      })}
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
    <Typography variant="body2" color="text.secondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {children}
    </Typography>
  )
}
