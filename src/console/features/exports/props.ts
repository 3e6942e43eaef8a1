/** The props that the button and the dialog of an export have in common. */
import type { CompiledColumn, CompiledResource } from '../../../engine/compiled'

export interface ExportButtonProps {
  resource: CompiledResource
  /** The visible columns, in the user's order. */
  shown: readonly ExportedColumn[]
  /** All columns, including hidden ones. */
  all: readonly ExportedColumn[]
}

type ExportedColumn = Pick<CompiledColumn, 'field'> & Partial<Pick<CompiledColumn, 'label'>>
