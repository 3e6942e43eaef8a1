/** An input whose code, MUI's date picker, is fetched when a form has one. */
import { Skeleton } from '@mui/material'
import type { ComponentType } from 'react'
import { LazyPart } from '../../ui/LazyPart'
import { lazyComponent } from '../../ui/lazyComponent'
import type { InputProps } from './input'

export function lazyPicker(load: () => Promise<{ default: ComponentType<InputProps> }>) {
  const Picker = lazyComponent(load)
  return (props: InputProps) => (
    <LazyPart waiting={<Skeleton variant="rounded" height={40} />}>
      <Picker {...props} />
    </LazyPart>
  )
}
