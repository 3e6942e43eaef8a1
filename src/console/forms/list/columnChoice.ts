/**
 * Which columns a user sees, and in which order. Stored by the columns' names, so that a column which config adds, removes or
 * moves neither scrambles nor hides what the user has arranged.
 */
import type { CompiledColumn } from '../../../engine/compiled'
import { arranged, moved } from '../../ui/arranged'

export interface ColumnChoice {
  /** Names in the user's order; columns that config added since stand where config puts them. */
  order?: string[]
  /** What the user turned on or off, where it differs from config. */
  shown?: Record<string, boolean>
}

/** All columns in the user's order. */
export const arrangeColumns = (columns: readonly CompiledColumn[], { order }: ColumnChoice) =>
  arranged(columns, order, ({ field }) => field)

/** True when the user sees the column. */
export function isShown(column: CompiledColumn, choice: ColumnChoice): boolean {
  return choice.shown?.[column.field] ?? !column.hidden
}

/** The choice with one column turned on or off. The last visible column cannot be turned off. */
export function toggleColumn(
  columns: readonly CompiledColumn[],
  choice: ColumnChoice,
  name: string,
): ColumnChoice {
  const column = columns.find(({ field }) => field === name)
  if (!column) return choice
  const shown = isShown(column, choice)
  if (shown && columns.filter(other => isShown(other, choice)).length === 1) return choice
  return { ...choice, shown: { ...choice.shown, [name]: !shown } }
}

/** The choice with one column moved by so many places, as far as there is room. */
export function moveColumn(
  columns: readonly CompiledColumn[],
  choice: ColumnChoice,
  name: string,
  by: number,
): ColumnChoice {
  const order = arrangeColumns(columns, choice).map(({ field }) => field)
  return { ...choice, order: moved(order, name, by) }
}
