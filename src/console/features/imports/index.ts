/** Import of records by a spreadsheet, for every resource with `import` in config. */
import UploadFile from '@mui/icons-material/UploadFile'
import type { Actions } from '../../feature'
import { lazyComponent } from '../../ui/lazy/lazyComponent'

export const actions = {
  import: { label: 'import.open', icon: UploadFile, Dialog: lazyComponent(() => import('./ImportDialog')) },
} satisfies Actions
