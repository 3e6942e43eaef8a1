/** A single field of a form: as an input, or as text if the user cannot change it. */
import { Box, Typography } from '@mui/material'
import { memo } from 'react'
import { hasLevel } from '../../../domain/authority'
import { isChildrenField } from '../../../engine/children'
import type { CompiledField } from '../../../engine/compiled'
import { holds, type RuleContext } from '../../../engine/conditions'
import { valueAt } from '../../../engine/recordValue'
import { isWritable } from '../../../engine/validation/writableRecord'
import { isEmptyValue } from '../../../engine/values'
import { useTranslate } from '../../config'
import { NoValue } from '../../ui/text/NoValue'
import { CELLS } from '../cells/cells'
import { INPUTS, type SingleInputName } from '../kinds'
import type { InputProps } from '../kinds/input'
import { picturesIn } from '../picture'
import type { Values } from './formValues'
import { rowsSummary } from './rows/rowValues'

/** How a field appears in a form for this user and record: as an input, as text, or not at all. */
export function presenceOf(
  field: CompiledField,
  ruleContext: RuleContext,
): 'editable' | 'readOnly' | 'absent' {
  if (isWritable(field, ruleContext)) return 'editable'
  const { action, level, levels } = ruleContext
  // In a new record, only computed fields have something to show.
  const isReadOnly =
    (action === 'edit' || field.computed !== undefined) &&
    hasLevel(level, field.read, levels) &&
    holds(field.visible, ruleContext) &&
    field.type !== 'password'
  return isReadOnly ? 'readOnly' : 'absent'
}

/** Memoised: typing into one field does not render the others. */
export const EditableField = memo(({ field, ...props }: InputProps) => {
  // `children` fields never get here: `FormBody` renders their rows.
  const Input = INPUTS[field.input as SingleInputName]
  return <Input field={field} {...props} />
})

interface ReadOnlyFieldProps {
  field: CompiledField
  record: Values
}

/** A field that this user cannot change, such as the model of an existing batch (§2). */
export function ReadOnlyField({ field, record }: ReadOnlyFieldProps) {
  const translate = useTranslate()
  return (
    <Box>
      <Typography variant="caption" color="text.secondary" component="div">
        {translate(field.label)}
      </Typography>
      <Box sx={{ minHeight: 24 }}>
        {nameFromServer(field, record) ??
          (isUnset(field, record) ? <NoValue /> : <FieldValue field={field} record={record} />)}
      </Box>
    </Box>
  )
}

/** Whether the field has no value to show; for signals and positive numbers, 0 counts as none. */
function isUnset(field: CompiledField, record: Values): boolean {
  if (field.empty || isChildrenField(field)) return false
  const value = valueAt(record, field.name)
  const isZeroUnset = field.format === 'signal' || field.format === 'positive'
  const hasPicture = field.type === 'image' && picturesIn(record)?.includes(field.name)
  return !hasPicture && (isEmptyValue(field, value) || (isZeroUnset && Number(value) === 0))
}

/** The name that the server sends beside a reference (`vendor_name`): the user may not read the referenced record. */
function nameFromServer({ name, type }: CompiledField, record: Values): string | undefined {
  const recordName = type === 'reference' ? valueAt(record, `${name}_name`) : undefined
  return typeof recordName === 'string' && recordName !== '' ? recordName : undefined
}

/** A value in the format of its field, or config's label for an empty value. */
export function FieldValue({ field, record }: ReadOnlyFieldProps) {
  const translate = useTranslate()
  const Cell = CELLS[field.format]
  const value = valueAt(record, field.name)
  if (isChildrenField(field)) return rowsSummary(value, field)
  if (field.empty && String(value ?? '') === String(field.empty.value)) return translate(field.empty.label)
  return <Cell value={value} record={record} name={field.name} field={field} />
}
