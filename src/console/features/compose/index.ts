/** Composing an order (§2 Compose), and what the device dialog shares with it: registering, and taking back. */
import { lazyScreen } from '../../ui/lazyScreen'

export const ComposePage = lazyScreen(() => import('./Compose'))

export { saidOf } from './RegisteredToast'
export { UndoButton, type Undone } from './UndoButton'
export { type RegisteredOrder, type Registration, useRegister } from './useRegister'
