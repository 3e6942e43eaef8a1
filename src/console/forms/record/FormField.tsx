/** A field of a form, as things stand: to be entered, to be read, or not there. */
import { Box, Typography } from '@mui/material'
import { memo } from 'react'
import { reaches } from '../../../domain/authority'
import type { CompiledField } from '../../../engine/compiled'
import { type Circumstance, holds, valueAt } from '../../../engine/conditions'
import { isWritable } from '../../../engine/writableRecord'
import { useWords } from '../../config'
import { CELLS } from '../cells/cells'
import { INPUT } from '../kinds'
import type { InputProps } from '../kinds/input'

/** What a field is in the form just now. */
export type Standing = 'entered' | 'read' | 'absent'

export function standingOf(field: CompiledField, about: Circumstance): Standing {
  if (isWritable(field, about)) return 'entered'
  // A new record has nothing to read yet.
  const isRead =
    about.action === 'edit' &&
    reaches(about.level, field.read, about.levels) &&
    holds(field.visible, about) &&
    field.type !== 'password'
  return isRead ? 'read' : 'absent'
}

/** Typing into one field leaves the others as they are. */
export const EnteredField = memo(({ field, ...props }: InputProps) => {
  const Input = INPUT[field.input]
  return <Input field={field} {...props} />
})

interface ReadFieldProps {
  field: CompiledField
  record: Readonly<Record<string, unknown>>
}

/** What cannot be changed is text (§2: the model of a batch when editing). */
export function ReadField({ field, record }: ReadFieldProps) {
  const words = useWords()
  return (
    <Box>
      <Typography variant="caption" color="text.secondary" component="div">
        {words(field.label)}
      </Typography>
      <Box sx={{ minHeight: 24 }}>
        {namedBeside(field, record) ?? <FieldValue field={field} record={record} />}
      </Box>
    </Box>
  )
}

/** The name that the wire has beside an id (`vendor`, `vendor_name`): not everybody may read the other resource. */
function namedBeside({ name, type }: CompiledField, record: ReadFieldProps['record']): string | undefined {
  const beside = type === 'reference' ? valueAt(record, `${name}_name`) : undefined
  return typeof beside === 'string' && beside !== '' ? beside : undefined
}

/** A value in the format of its field, or the name of what stands for none. */
export function FieldValue({ field, record }: ReadFieldProps) {
  const words = useWords()
  const Cell = CELLS[field.format]
  const value = valueAt(record, field.name)
  if (field.empty && String(value ?? '') === String(field.empty.value)) return words(field.empty.label)
  return <Cell value={value} record={record} name={field.name} field={field} />
}
