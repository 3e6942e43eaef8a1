/** The bulk actions on selected rows of a list, and on devices of a registration (`list.bulkActions` of config). */
import { lazyComponent } from '../../ui/lazy/lazyComponent'

export const BulkDialog = lazyComponent(() => import('./BulkDialog'))
export const SelectionBar = lazyComponent(() => import('./SelectionBar'))
export { ChangedToast } from './ChangedToast'
export type { Chosen } from './fields'
