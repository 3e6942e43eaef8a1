/** Composing an order (§2 Compose). */
import { lazyScreen } from '../../ui/lazyScreen'

export const ComposePage = lazyScreen(() => import('./Compose'))
