/** The dialog of the bulk action with this name, for records that the user has selected. */
import type { BulkActionName } from '../../../engine/registry'
import { BULK } from './actions'
import type { BulkDialogProps } from './fields'

export interface OpenedBulkDialogProps extends Omit<BulkDialogProps, 'action' | 'inputs'> {
  name: BulkActionName
}

export default function BulkDialog({ name, ...props }: OpenedBulkDialogProps) {
  const { Dialog: ActionDialog, inputs } = BULK[name]
  return <ActionDialog action={name} inputs={inputs} {...props} />
}
