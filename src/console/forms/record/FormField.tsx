/** A single field of a form: as an input, or as text if the user cannot change it. */
import { Box, Typography } from '@mui/material'
import { memo } from 'react'
import { hasLevel } from '../../../domain/authority'
import type { CompiledField } from '../../../engine/compiled'
import { holds, type RuleContext } from '../../../engine/conditions'
import { isWritable } from '../../../engine/validation/writableRecord'
import { useTranslate } from '../../config'
import { INPUTS, type SingleInputName } from '../kinds'
import type { InputProps } from '../kinds/input'
import type { Values } from './formValues'
import { ShownValue } from './ShownValue'

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
        <ShownValue field={field} record={record} />
      </Box>
    </Box>
  )
}
