/** The component of each format of config. A format without a component does not compile (`engine/registry.ts`). */
import type { ComponentType } from 'react'
import type { FormatName } from '../../../engine/registry'
import type { CellProps } from './cell'
import { Changes } from './changes'
import { VALUE_CELLS } from './valueCells'

export const CELLS: Record<FormatName, ComponentType<CellProps>> = { ...VALUE_CELLS, changes: Changes }
