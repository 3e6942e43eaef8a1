/** The code behind the names of `bulkActions` in config (`engine/registry`, BULK_ACTIONS). */
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

export const BULK: Record<BulkActionName, { icon: ComponentType; Dialog: ComponentType<BulkDialogProps> }> = {
  order: { icon: SettingsRemote, Dialog: OrderDialog },
  moveBatch: { icon: DriveFileMove, Dialog: ChangeDialog },
  assignClient: { icon: PersonAdd, Dialog: ChangeDialog },
  editField: { icon: EditOutlined, Dialog: ChangeDialog },
  export: { icon: FileDownloadOutlined, Dialog: ExportChosenDialog },
  remove: { icon: DeleteOutline, Dialog: ChangeDialog },
}
