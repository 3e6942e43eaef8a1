/** Composing an order (§2 Compose). */
import { lazyComponent } from '../../ui/lazyComponent'

export const ComposePage = lazyComponent(() => import('./Compose'))
