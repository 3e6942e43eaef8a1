/** Control commands (§2): the dialog of one device, the mailbox of all orders, and the page of an order. */
import SettingsRemote from '@mui/icons-material/SettingsRemote'
import { connectivity } from '../../../domain/connectivity'
import type { Actions, Feature } from '../../feature'
import { lazyComponent } from '../../ui/lazy/lazyComponent'

export const actions = {
  /** Only for linked devices (§4). */
  control: {
    label: 'orders.control',
    icon: SettingsRemote,
    Dialog: lazyComponent(() => import('./dialog/OrdersDialog')),
    isOffered: ({ linked, closed }) => connectivity({ linked, closed }) === 'linked',
  },
} satisfies Actions

export const orders: Feature = {
  resource: 'orders',
  screens: {
    list: lazyComponent(() => import('./mailbox/OrderList')),
    show: lazyComponent(() => import('./detail/OrderDetail')),
  },
}
