/** What the form and the buttons of the list both open. */
import { lazyScreen } from '../../ui/lazyScreen'

export const DeleteDialog = lazyScreen(() => import('./DeleteDialog'))
