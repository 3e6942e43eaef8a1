/** `ExportDialog`, loaded when it opens. */
import { lazyComponent } from '../../ui/lazy/lazyComponent'

export const ExportDialog = lazyComponent(async () => ({
  default: (await import('./ExportDialog')).ExportDialog,
}))
