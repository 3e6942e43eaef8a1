/** The page of a device: its fields, its signal over time, its orders, its connections, and its timeline. */
import { lazyComponent } from '../../ui/lazy/lazyComponent'

export const DevicePage = lazyComponent(() => import('./DevicePage'))

/** The content of the panel beside the device list. */
export const DevicePeek = lazyComponent(() => import('./DevicePeek'))
