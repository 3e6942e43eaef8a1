/** A day of the calendar. The picker is fetched when a form has one. */
import { Skeleton } from '@mui/material'
import { lazy, Suspense } from 'react'
import type { InputProps } from '../input'

const Picker = lazy(() => import('./DayPicker'))

export function DateInput(props: InputProps) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={40} />}>
      <Picker {...props} />
    </Suspense>
  )
}
