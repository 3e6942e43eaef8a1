/** Import of records by a spreadsheet, for every resource with `import` in config. */
import UploadFile from '@mui/icons-material/UploadFile'
import type { Action } from '../../feature'
import { lazyComponent } from '../../ui/lazy/lazyComponent'

export const importRecords: Action = {
  label: 'import.open',
  icon: UploadFile,
  Dialog: lazyComponent(() => import('./ImportDialog')),
}
