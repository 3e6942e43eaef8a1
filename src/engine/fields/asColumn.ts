/** Converts fields to columns, for views that show values as lists do. */
import type { CompiledColumn, CompiledField } from '../compiled'

/** A column with the defaults of its field. */
export const asColumn = ({ name: field, label, format, read: level }: CompiledField): CompiledColumn => ({
  field,
  label,
  format,
  level,
  align: 'left',
  sortable: false,
  hidden: false,
  actions: [],
})
