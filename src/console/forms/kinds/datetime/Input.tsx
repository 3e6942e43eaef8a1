/** A moment: entered in Korean time, kept in UTC (decision 14). The picker is fetched when a form has one. */
import { Skeleton } from '@mui/material'
import { LazyPart } from '../../../ui/LazyPart'
import { lazyScreen } from '../../../ui/lazyScreen'
import type { InputProps } from '../input'

const Picker = lazyScreen(() => import('./MomentPicker'))

export function DateTimeInput(props: InputProps) {
  return (
    <LazyPart waiting={<Skeleton variant="rounded" height={40} />}>
      <Picker {...props} />
    </LazyPart>
  )
}
