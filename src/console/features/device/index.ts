/** The page of one device: what it is, its signal over time, its orders, its connections, and what was done with it. */
import { lazyComponent } from '../../ui/lazy/lazyComponent'

export const DevicePage = lazyComponent(() => import('./DevicePage'))
