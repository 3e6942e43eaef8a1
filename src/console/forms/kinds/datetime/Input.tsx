/** A moment: entered in Korean time, kept in UTC (decision 14). The picker is fetched when a form has one. */
import { Skeleton } from '@mui/material'
import { lazy, Suspense } from 'react'
import type { InputProps } from '../input'

const Picker = lazy(() => import('./MomentPicker'))

export function DateTimeInput(props: InputProps) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={40} />}>
      <Picker {...props} />
    </Suspense>
  )
}
