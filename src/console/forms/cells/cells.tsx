/** The component of each format of config. A format without a component does not compile (`engine/registry.ts`). */
import type { ComponentType } from 'react'
import type { FormatName } from '../../../engine/registry'
import { LazyPart } from '../../ui/lazy/LazyPart'
import { lazyComponent } from '../../ui/lazy/lazyComponent'
import type { CellProps } from './cell'
import { VALUE_CELLS } from './valueCells'

/** Only the history has changes. */
const Changes = lazyComponent(() => import('./changes'))

export const CELLS: Record<FormatName, ComponentType<CellProps>> = {
  ...VALUE_CELLS,
  changes: props => (
    <LazyPart errorFallback={null}>
      <Changes {...props} />
    </LazyPart>
  ),
}
