/** The fields in the dialogs of bulk actions. */
import type { RaRecord } from 'ra-core'
import type { CompiledConfig, CompiledField, CompiledResource } from '../../../engine/compiled'
import type { BulkActionName } from '../../../engine/registry'
import { isWritable } from '../../../engine/validation/writableRecord'
import type { DeviceChoice } from '../../api/fleet'

/** The selection at the time of the click. */
export interface Chosen {
  choice: DeviceChoice
  /** The number of selected devices, as the list shows it. */
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

/** Fields that no bulk edit changes: a phone number is unique; model, batch, bunch and owner depend on each other. */
const NOT_IN_BULK = ['id', 'isdn', 'model_id', 'batch_id', 'bunch_id', 'vendor', 'client']

/** The fields that this user may edit in bulk, in the order of the form. */
export function editableFields(
  { form, fields }: CompiledResource,
  level: number,
  { levels }: Pick<CompiledConfig, 'levels'>,
): CompiledField[] {
  const context = { action: 'edit', level, levels: levels.numbers, record: {} } as const
  const formFieldNames = (form?.sections ?? []).flatMap(section => section.fields)
  return formFieldNames.flatMap(name => {
    const field = fields[name]
    const isExcluded = !field || NOT_IN_BULK.includes(name) || ['password', 'image'].includes(field.type)
    // The server checks conditions (`visible`, `readOnly`) for each device.
    return isExcluded || !isWritable({ ...field, visible: undefined, readOnly: undefined }, context)
      ? []
      : [field]
  })
}
