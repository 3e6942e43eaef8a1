/** A field of a form, for the present values and user: an input, text to read, or absent. */
import { Box, Typography } from '@mui/material'
import { memo } from 'react'
import { hasLevel } from '../../../domain/authority'
import { isChildren } from '../../../engine/children'
import type { CompiledField } from '../../../engine/compiled'
import { holds, type RuleContext } from '../../../engine/conditions'
import { valueAt } from '../../../engine/recordValue'
import { isWritable } from '../../../engine/validation/writableRecord'
import { useTranslate } from '../../config'
import { CELLS } from '../cells/cells'
import { INPUT, type OneInput } from '../kinds'
import type { InputProps } from '../kinds/input'
import type { Values } from './formValues'
import { rowsInWords } from './rows/rowValues'

export function presenceOf(field: CompiledField, circumstance: RuleContext): 'entered' | 'read' | 'absent' {
  if (isWritable(field, circumstance)) return 'entered'
  const { action, level, levels } = circumstance
  // A new record has nothing to read yet but what follows from what is entered.
  const isRead =
    (action === 'edit' || field.computed !== undefined) &&
    hasLevel(level, field.read, levels) &&
    holds(field.visible, circumstance) &&
    field.type !== 'password'
  return isRead ? 'read' : 'absent'
}

/** Memoised: typing into one field does not render the others. */
export const EnteredField = memo(({ field, ...props }: InputProps) => {
  const Input = INPUT[field.input as OneInput]
  return <Input field={field} {...props} />
})

interface ReadFieldProps {
  field: CompiledField
  record: Values
}

/** A field that this user cannot change, as text (§2: the model of a batch when editing). */
export function ReadField({ field, record }: ReadFieldProps) {
  const translate = useTranslate()
  return (
    <Box>
      <Typography variant="caption" color="text.secondary" component="div">
        {translate(field.label)}
      </Typography>
      <Box sx={{ minHeight: 24 }}>
        {sentName(field, record) ?? <FieldValue field={field} record={record} />}
      </Box>
    </Box>
  )
}

/**
 * The name that the server sends with a reference (`vendor`, `vendor_name`): not every user may read the other
 * resource.
 */
function sentName({ name, type }: CompiledField, record: Values): string | undefined {
  const sent = type === 'reference' ? valueAt(record, `${name}_name`) : undefined
  return typeof sent === 'string' && sent !== '' ? sent : undefined
}

/** A value in the format of its field; for its empty value, the label that config gives that. */
export function FieldValue({ field, record }: ReadFieldProps) {
  const translate = useTranslate()
  const Cell = CELLS[field.format]
  const value = valueAt(record, field.name)
  if (isChildren(field)) return rowsInWords(value, field)
  if (field.empty && String(value ?? '') === String(field.empty.value)) return translate(field.empty.label)
  return <Cell value={value} record={record} name={field.name} field={field} />
}
