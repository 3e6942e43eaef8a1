/** The export of a list as a spreadsheet: the button above the list, and its dialog. */
import { lazyComponent } from '../../ui/lazy/lazyComponent'
import type { ExportButtonProps } from './props'

export const ExportButton = lazyComponent<ExportButtonProps>(() => import('./ExportButton'))

/** Also used without the button, to export the selected rows. */
export { ExportDialog } from './lazyExportDialog'
