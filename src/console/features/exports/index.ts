/** The button above a list that gives it as a spreadsheet; hidden where the server has no such call (decision 22). */
import { lazyComponent } from '../../ui/lazy/lazyComponent'
import type { ExportButtonProps } from './props'

export const ExportButton = lazyComponent<ExportButtonProps>(() => import('./ExportButton'))

/** The same for rows that are chosen. */
export { ExportDialog } from './lazyExportDialog'
