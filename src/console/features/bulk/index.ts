/** The bulk actions on selected rows of a list (`list.bulkActions` of config). */
import { lazyComponent } from '../../ui/lazy/lazyComponent'

export const SelectionBar = lazyComponent(() => import('./SelectionBar'))
