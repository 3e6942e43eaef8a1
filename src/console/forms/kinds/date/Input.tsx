/** A day of the calendar, and a moment. The code of MUI's pickers is fetched when a form has one. */
import { Skeleton } from '@mui/material'
import { LazyPart } from '../../../ui/lazy/LazyPart'
import { lazyComponent } from '../../../ui/lazy/lazyComponent'
import type { InputProps } from '../input'

function pickerInput(name: 'DayInput' | 'MomentInput') {
  const Picker = lazyComponent(async () => ({ default: (await import('./pickers'))[name] }))
  return (props: InputProps) => (
    <LazyPart waiting={<Skeleton variant="rounded" height={40} />}>
      <Picker {...props} />
    </LazyPart>
  )
}

export const DateInput = pickerInput('DayInput')
export const DateTimeInput = pickerInput('MomentInput')
