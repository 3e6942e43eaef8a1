/** The dialog of a bulk action, for devices that are chosen already. */
import type { BulkActionName } from '../../../engine/registry'
import { BULK } from './actions'
import type { BulkDialogProps } from './fields'

export interface OpenedBulkDialogProps extends Omit<BulkDialogProps, 'action' | 'asks'> {
  name: BulkActionName
}

export default function BulkDialog({ name, ...props }: OpenedBulkDialogProps) {
  const { Dialog: Opened, asks } = BULK[name]
  return <Opened action={name} asks={asks} {...props} />
}
