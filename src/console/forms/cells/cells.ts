/** The component of each format of config. A format without a component does not compile (`engine/registry.ts`). */
import type { ComponentType } from 'react'
import type { FormatName } from '../../../engine/registry'
import type { CellProps } from './cell'
import { MARKED_CELLS } from './marked'
import { PLAIN_CELLS, TIME_CELLS } from './plain'
import { STATUS_CELLS } from './status'

export const CELLS: Record<FormatName, ComponentType<CellProps>> = {
  ...PLAIN_CELLS,
  ...STATUS_CELLS,
  ...MARKED_CELLS,
  ...TIME_CELLS,
}
