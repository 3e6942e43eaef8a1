/** The device list (§2). */
import type { Feature } from '../../ui/feature'
import { lazyScreen } from '../../ui/lazyScreen'

export const devices: Feature = {
  resource: 'devices',
  screens: { list: lazyScreen(() => import('./DeviceList')) },
}
