/**
 * Inputs for a calendar day and for a date with time. The code of MUI's pickers is fetched when a form has one.
 *
 * Instead of `DateInput`: it formats dates in the time zone of the browser (decision 14), and ignores the week start
 * of config.
 * Instead of `DateTimeInput`: it reads and shows times in the time zone of the browser (decision 14), without seconds.
 */
import { Skeleton } from '@mui/material'
import { LazyPart } from '../../../ui/lazy/LazyPart'
import { lazyComponent } from '../../../ui/lazy/lazyComponent'
import type { InputProps } from '../input'

function pickerInput(name: 'DayInput' | 'MomentInput') {
  const Picker = lazyComponent(async () => ({ default: (await import('./pickers'))[name] }))
  return (props: InputProps) => (
    <LazyPart placeholder={<Skeleton variant="rounded" height={40} />}>
      <Picker {...props} />
    </LazyPart>
  )
}

export const DateInput = pickerInput('DayInput')
export const DateTimeInput = pickerInput('MomentInput')
