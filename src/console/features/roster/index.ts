/** Bulk registration of devices from a spreadsheet (§2 Roster dialog). */
import UploadFile from '@mui/icons-material/UploadFile'
import type { Action } from '../../feature'
import { lazyComponent } from '../../ui/lazy/lazyComponent'

/** The action `registerDevices` of config. */
export const registerDevices: Action = {
  label: 'roster.dialog.open',
  icon: UploadFile,
  Dialog: lazyComponent(() => import('./RosterDialog')),
}
