/** What is asked of the user for a change of many devices. */
import type { CompiledConfig, CompiledField, CompiledResource } from '../../../engine/compiled'
import type { BulkActionName } from '../../../engine/registry'
import { isWritable } from '../../../engine/writableRecord'
import type { DeviceChoice } from '../../api/fleet'

/** What was chosen when the button was pressed. */
export interface Chosen {
  choice: DeviceChoice
  /** How many the list shows of it. */
  count: number
}

export interface BulkDialogProps extends Chosen {
  action: BulkActionName
  /** Fields that are asked for, and those of them that are sent; the others narrow the choices. */
  asks?: { fields: readonly string[]; sent: readonly string[] } | undefined
  resource: CompiledResource
  onClose: () => void
  /** It is done, and nothing is chosen any more. */
  onDone: () => void
}

/** A phone number is one device's, and what it belongs to hangs together: those are edited one by one. */
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
