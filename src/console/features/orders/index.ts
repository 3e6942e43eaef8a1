/** Control commands (§2): the dialog of one device, the mailbox of all orders, and the page of an order. */
import SettingsRemote from '@mui/icons-material/SettingsRemote'
import { connectivity } from '../../../domain/connectivity'
import type { Action, Feature } from '../../feature'
import { lazyComponent } from '../../ui/lazy/lazyComponent'

/** The action `control` of config: only for linked devices (§4). */
export const control: Action = {
  label: 'orders.control',
  icon: SettingsRemote,
  Dialog: lazyComponent(() => import('./dialog/OrdersDialog')),
  isOffered: ({ linked, closed }) => connectivity({ linked, closed }) === 'linked',
}

export const orders: Feature = {
  resource: 'orders',
  screens: {
    list: lazyComponent(() => import('./mailbox/OrderList')),
    show: lazyComponent(() => import('./detail/OrderDetail')),
  },
}
