/** The dialog that gives a list as a spreadsheet; fetched when it is opened. */
import { lazyComponent } from '../../ui/lazy/lazyComponent'

export const ExportDialog = lazyComponent(async () => ({
  default: (await import('./ExportDialog')).ExportDialog,
}))
