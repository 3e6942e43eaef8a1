/** Warns that the change will clear the field, while no value is entered. */
import { Alert } from '@mui/material'
import { useWatch } from 'react-hook-form'
import type { CompiledField } from '../../../engine/compiled'
import type { BulkActionName } from '../../../engine/registry'
import { isEmptyValue } from '../../../engine/values'
import { useTranslate } from '../../config'

interface ClearWarningProps {
  action: BulkActionName
  /** The field that the action changes: batch, client, or the edited field. */
  field: CompiledField
  /** The number of records, in words. */
  records: string
  /** The number, formatted. */
  count: string
}

export function ClearWarning({ action, field, records, count }: ClearWarningProps) {
  const translate = useTranslate()
  const value: unknown = useWatch({ name: field.name })
  // A boolean always has a value.
  if (field.type === 'boolean' || !isEmptyValue(field, value)) return null
  return (
    <Alert severity="warning" variant="outlined" role="status">
      {translate(`bulk.takesAway.${action}`, { count, records, field: translate(field.label) })}
    </Alert>
  )
}
