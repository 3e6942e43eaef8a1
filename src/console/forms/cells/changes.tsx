/** The fields that an entry of the history has changed: label, value before and after. */
import { Box } from '@mui/material'
import { memo } from 'react'
import { type ChangedField, changedFields } from '../../../engine/fields/changedFields'
import { useConfig, useTranslate } from '../../config'
import { type CellProps, textOf } from './cell'
import { PLAIN_CELLS } from './plain'
import { VALUE_CELLS } from './valueCells'

/** All changes of an entry, one after another. */
export default memo(function Changes(props: CellProps) {
  const { resources } = useConfig()
  const changes = changedFields(resources, props.record)
  // A value that is no entry of the history.
  if (changes.length === 0) return <PLAIN_CELLS.json {...props} />
  return (
    <>
      {changes.map(change => (
        <Box key={change.name} component="span" sx={CHANGE}>
          <FieldChange {...change} />
        </Box>
      ))}
    </>
  )
})

const CHANGE = { mr: 1.5, '& > *': { mr: 0.5 } } as const

export function FieldChange({ name, field, before, after }: ChangedField) {
  const translate = useTranslate()
  const value = (shown: unknown) => <Value name={name} field={field} value={shown} />
  return (
    <>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {translate(field?.label) || translate(`forms.changes.values.${name}`, { _: name })}
      </Box>
      {before !== undefined && value(before)}
      {before !== undefined && after !== undefined && (
        <span role="img" aria-label={translate('forms.changes.became')}>
          →
        </span>
      )}
      {after !== undefined && value(after)}
    </>
  )
}

/** A value as in lists, but phone numbers, identifiers and connections as plain text, not as buttons. */
function Value({ name, field, value }: Pick<ChangedField, 'name' | 'field'> & { value: unknown }) {
  const translate = useTranslate()
  if (value === null || value === '') return <span>{translate('forms.changes.nothing')}</span>
  // Of values that are no fields, all numbers but ids are counts.
  if (!field && typeof value === 'number' && !name.endsWith('_id'))
    return <span>{value.toLocaleString('ko-KR')}</span>
  if (!field && name === 'problem')
    return <span>{translate(`forms.changes.problems.${value}`, { _: String(value) })}</span>
  const format = field?.format ?? 'text'
  if (!field || AS_TEXT.includes(format)) return <span>{textOf(value) || JSON.stringify(value)}</span>
  const Cell = VALUE_CELLS[format as keyof typeof VALUE_CELLS]
  return <Cell value={value} record={{ [name]: value }} name={name} field={field} />
}

const AS_TEXT: readonly string[] = ['text', 'phone', 'identifier', 'connection', 'changes']
