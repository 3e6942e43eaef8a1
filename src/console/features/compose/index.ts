/** The page that composes an order (§2 Compose). */
import { lazyComponent } from '../../ui/lazy/lazyComponent'

export const ComposePage = lazyComponent(() => import('./Compose'))
