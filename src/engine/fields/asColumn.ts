/** Makes columns of fields, for views that show fields as lists do. */
import type { CompiledColumn, CompiledField } from '../compiled'

/** A field as a list would show it. */
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
