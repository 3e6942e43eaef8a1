/** The fields that the dialogs of bulk actions ask for. */
import type { CompiledConfig, CompiledField, CompiledResource } from '../../../engine/compiled'
import type { BulkActionName } from '../../../engine/registry'
import { isWritable } from '../../../engine/validation/writableRecord'
import type { DeviceChoice } from '../../api/fleet'

/** What was chosen when the button was pressed. */
export interface Chosen {
  choice: DeviceChoice
  /** The number of devices that the list shows. */
  count: number
}

export interface BulkDialogProps extends Chosen {
  action: BulkActionName
  /** `fields` are asked for; `sent` are those of them that are saved, the others narrow the choices. */
  asks?: { fields: readonly string[]; sent: readonly string[] } | undefined
  resource: CompiledResource
  onClose: () => void
  /** Called when the change is done; clears the selection. */
  onDone: () => void
}

/** Edited one device at a time: a phone number is unique, and model, batch, bunch and owner depend on each other. */
const ONE_BY_ONE = ['id', 'isdn', 'model_id', 'batch_id', 'bunch_id', 'vendor', 'client']

/** The fields that this user can give many devices at once, in the order of their form. */
export function editableFields(
  { form, fields }: CompiledResource,
  level: number,
  { levels }: Pick<CompiledConfig, 'levels'>,
): CompiledField[] {
  const about = { action: 'edit', level, levels: levels.numbers, record: {} } as const
  const shown = (form?.sections ?? []).flatMap(section => section.fields)
  return shown.flatMap(name => {
    const field = fields[name]
    const isOne = !field || ONE_BY_ONE.includes(name) || ['password', 'image'].includes(field.type)
    // A condition that looks at the device is judged by the server, for each of them.
    return isOne || !isWritable({ ...field, visible: undefined, readOnly: undefined }, about) ? [] : [field]
  })
}
