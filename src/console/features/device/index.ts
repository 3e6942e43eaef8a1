/** The page of a device: its fields, its signal over time, its orders, its connections, and its timeline. */
import { lazyComponent } from '../../ui/lazy/lazyComponent'

export const DevicePage = lazyComponent(() => import('./DevicePage'))

/** What the panel beside the device list shows. */
export const DevicePeek = lazyComponent(() => import('./DevicePeek'))
