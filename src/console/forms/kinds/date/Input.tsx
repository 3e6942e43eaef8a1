/** A day of the calendar, and a moment. The code of MUI's pickers is fetched when a form has one. */
import { Skeleton } from '@mui/material'
import type { ComponentType } from 'react'
import { LazyPart } from '../../../ui/lazy/LazyPart'
import { lazyComponent } from '../../../ui/lazy/lazyComponent'
import type { InputProps } from '../input'

const pickerInput = (Picker: ComponentType<InputProps>) => (props: InputProps) => (
  <LazyPart waiting={<Skeleton variant="rounded" height={40} />}>
    <Picker {...props} />
  </LazyPart>
)

export const DateInput = pickerInput(
  lazyComponent(async () => ({ default: (await import('./pickers')).DayInput })),
)

export const DateTimeInput = pickerInput(
  lazyComponent(async () => ({ default: (await import('./pickers')).MomentInput })),
)
