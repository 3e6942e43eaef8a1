/** The value of a field as text that the user cannot change. */
import { isChildrenField } from '../../../engine/children'
import type { CompiledField } from '../../../engine/compiled'
import { valueAt } from '../../../engine/recordValue'
import { isEmptyValue } from '../../../engine/values'
import { useTranslate } from '../../config'
import { NoValue } from '../../ui/text/NoValue'
import { CELLS } from '../cells/cells'
import { picturesIn } from '../picture'
import type { Values } from './formValues'
import { rowsSummary } from './rows/rowValues'

interface ShownValueProps {
  field: CompiledField
  record: Values
}

/** The value, or a dash. */
export function ShownValue({ field, record }: ShownValueProps) {
  const name = nameFromServer(field, record)
  if (name) return name
  return isUnset(field, record) ? <NoValue /> : <FieldValue field={field} record={record} />
}

/** Whether the field has no value to show; for signals and positive numbers, 0 counts as none. */
export function isUnset(field: CompiledField, record: Values): boolean {
  if (field.empty || isChildrenField(field)) return false
  const value = valueAt(record, field.name)
  const isZeroUnset = field.format === 'signal' || field.format === 'positive'
  const hasPicture = field.type === 'image' && picturesIn(record)?.includes(field.name)
  return !hasPicture && (isEmptyValue(field, value) || (isZeroUnset && Number(value) === 0))
}

/** The name that the server sends beside a reference (`vendor_name`): the user may not read the referenced record. */
function nameFromServer({ name, type }: CompiledField, record: Values): string | undefined {
  const recordName = type === 'reference' ? valueAt(record, `${name}_name`) : undefined
  return typeof recordName === 'string' ? recordName : undefined
}

/** A value in the format of its field, or config's label for an empty value. */
export function FieldValue({ field, record }: ShownValueProps) {
  const translate = useTranslate()
  const Cell = CELLS[field.format]
  const value = valueAt(record, field.name)
  if (isChildrenField(field)) return rowsSummary(value, field)
  if (field.empty && String(value ?? '') === String(field.empty.value)) return translate(field.empty.label)
  return <Cell value={value} record={record} name={field.name} field={field} />
}
