/** A day of the calendar. The picker is fetched when a form has one. */
import { Skeleton } from '@mui/material'
import { LazyPart } from '../../../ui/LazyPart'
import { lazyScreen } from '../../../ui/lazyScreen'
import type { InputProps } from '../input'

const Picker = lazyScreen(() => import('./DayPicker'))

export function DateInput(props: InputProps) {
  return (
    <LazyPart waiting={<Skeleton variant="rounded" height={40} />}>
      <Picker {...props} />
    </LazyPart>
  )
}
