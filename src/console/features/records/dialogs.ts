/** Opened by the form and by the lists' buttons. In a file of its own, since `index.ts` leads to the form. */
import { lazyScreen } from '../../ui/lazyScreen'

export const DeleteDialog = lazyScreen(() => import('./DeleteDialog'))
