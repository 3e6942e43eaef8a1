/** The implementation of each bulk action that config can name in `bulkActions` (`engine/registry`, BULK_ACTIONS). */
import DeleteOutline from '@mui/icons-material/DeleteOutline'
import DriveFileMove from '@mui/icons-material/DriveFileMoveOutlined'
import EditOutlined from '@mui/icons-material/EditOutlined'
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined'
import PersonAdd from '@mui/icons-material/PersonAddOutlined'
import SettingsRemote from '@mui/icons-material/SettingsRemote'
import type { ComponentType } from 'react'
import type { BulkActionName } from '../../../engine/registry'
import { lazyComponent } from '../../ui/lazy/lazyComponent'
import type { BulkDialogProps } from './fields'

const ExportChosenDialog = lazyComponent(() => import('./ExportChosenDialog'))
const ChangeDialog = lazyComponent(() => import('./ChangeDialog'))
const OrderDialog = lazyComponent(() => import('./OrderDialog'))

interface BulkAction extends Pick<BulkDialogProps, 'inputs'> {
  icon: ComponentType
  Dialog: ComponentType<BulkDialogProps>
}

export const BULK: Record<BulkActionName, BulkAction> = {
  order: { icon: SettingsRemote, Dialog: OrderDialog },
  moveBatch: {
    icon: DriveFileMove,
    Dialog: ChangeDialog,
    inputs: { shown: ['model_id', 'batch_id', 'bunch_id'], saved: ['batch_id', 'bunch_id'] },
  },
  assignClient: { icon: PersonAdd, Dialog: ChangeDialog, inputs: { shown: ['client'], saved: ['client'] } },
  editField: { icon: EditOutlined, Dialog: ChangeDialog },
  export: { icon: FileDownloadOutlined, Dialog: ExportChosenDialog },
  remove: { icon: DeleteOutline, Dialog: ChangeDialog },
}
