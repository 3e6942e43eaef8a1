/** Bulk registration of devices from a spreadsheet (§2 Roster dialog). */
import UploadFile from '@mui/icons-material/UploadFile'
import type { Actions } from '../../feature'
import { lazyComponent } from '../../ui/lazy/lazyComponent'

export const actions = {
  registerDevices: {
    label: 'roster.dialog.open',
    icon: UploadFile,
    Dialog: lazyComponent(() => import('./RosterDialog')),
  },
} satisfies Actions
