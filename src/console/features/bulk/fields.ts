/** The fields in the dialogs of bulk actions. */
import type { RaRecord } from 'ra-core'
import type { CompiledConfig, CompiledField, CompiledResource } from '../../../engine/compiled'
import { isBulkField } from '../../../engine/fields/bulkFields'
import type { BulkActionName } from '../../../engine/registry'
import { isWritable } from '../../../engine/validation/writableRecord'
import type { RecordChoice } from '../../api/fleet'

/** The selection at the time of the click. */
export interface Chosen {
  choice: RecordChoice
  /** The number of selected records, as the list shows it. */
  count: number
  /** The selected records on the current page of the list. */
  shown?: readonly RaRecord[]
}

export interface BulkDialogProps extends Chosen {
  action: BulkActionName
  /**
   * The names of the fields that the dialog shows, and of the fields that it saves. The others only narrow the choices.
   */
  inputs?: { shown: readonly string[]; saved: readonly string[] } | undefined
  resource: CompiledResource
  onClose: () => void
  /** Called when the change is done; clears the selection. */
  onDone: () => void
}

/** The fields that this user may edit in bulk, in the order of the form; the name of a record is last. */
export function editableFields(
  resource: CompiledResource,
  level: number,
  { levels }: Pick<CompiledConfig, 'levels'>,
): CompiledField[] {
  const { form, fields, recordName } = resource
  const context = { action: 'edit', level, levels: levels.numbers, record: {} } as const
  const formFieldNames = (form?.sections ?? []).flatMap(section => section.fields)
  const isLast = (name: string) => Number(name === recordName)
  const names = [...formFieldNames].sort((one, other) => isLast(one) - isLast(other))
  return names.flatMap(name => {
    const field = fields[name]
    // The server checks conditions (`visible`, `readOnly`) for each record.
    return !field ||
      !isBulkField(resource, field) ||
      !isWritable({ ...field, visible: undefined, readOnly: undefined }, context)
      ? []
      : [field]
  })
}
