import type { CompiledColumn, CompiledResource } from '../../../engine/compiled'

export interface ExportButtonProps {
  resource: CompiledResource
  /** What the user sees of the list, in the user's order. */
  shown: readonly ExportedColumn[]
  /** With the columns that are turned off. */
  all: readonly ExportedColumn[]
}

type ExportedColumn = Pick<CompiledColumn, 'field'> & Partial<Pick<CompiledColumn, 'label'>>
