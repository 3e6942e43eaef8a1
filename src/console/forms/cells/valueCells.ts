/** The components of formats that show a value of a record. */
import type { ComponentType } from 'react'
import type { FormatName } from '../../../engine/registry'
import type { CellProps } from './cell'
import { MARKED_CELLS } from './marked'
import { PLAIN_CELLS, TIME_CELLS } from './plain'
import { STATUS_CELLS } from './status'

export const VALUE_CELLS: Record<Exclude<FormatName, 'changes'>, ComponentType<CellProps>> = {
  ...PLAIN_CELLS,
  ...STATUS_CELLS,
  ...MARKED_CELLS,
  ...TIME_CELLS,
}
