/** The views of orders: mailbox, one order, compose. */
import { LEVELS } from '../services/site'
import * as open from './open/orders'
import { MASTER, MEMBERS, type View } from './view'

const ONGOING = `/app/orders?filter=${encodeURIComponent('{"status":"ongoing"}')}`
const WAITING = `/app/orders?filter=${encodeURIComponent('{"status":"waiting"}')}`
const COMPOSE = '/app/orders/compose'

export const ORDER_VIEWS: readonly View[] = [
  { name: 'orders', path: '/app/orders', who: LEVELS },
  {
    name: 'orders-menu',
    path: '/app/orders',
    who: ['client'],
    shows: ['features/orders/mailbox/Toolbar.tsx'],
    open: open.mailMenu,
    afterEscape: 'clean',
  },
  {
    name: 'orders-keys',
    path: '/app/orders',
    who: ['client'],
    shows: ['ui/dialogs/KeysDialog.tsx'],
    open: open.mailKeys,
    afterEscape: 'clean',
  },
  { name: 'orders-peek', path: '/app/orders', who: MEMBERS, open: open.orderPeek },
  { name: 'order', path: '/app/orders/3', who: ['guest', 'master'] },
  {
    name: 'order-file',
    path: '/app/orders/3',
    who: MASTER,
    shows: ['features/orders/detail/AttachmentDialog.tsx'],
    open: open.orderFile,
    afterEscape: 'clean',
  },
  {
    name: 'order-cancel',
    path: WAITING,
    who: ['client'],
    shows: ['features/orders/detail/Progress.tsx'],
    open: open.orderCancel,
  },
  { name: 'compose', path: COMPOSE, who: MEMBERS },
  { name: 'compose-commands', path: COMPOSE, who: MEMBERS, open: open.composeCommands, afterEscape: 'clean' },
  {
    name: 'compose-calendar',
    path: COMPOSE,
    who: ['client'],
    shows: ['forms/kinds/date/pickers.tsx'],
    open: open.composeCalendar,
    afterEscape: 'clean',
  },
  {
    name: 'compose-paste',
    path: COMPOSE,
    who: ['client'],
    shows: ['features/compose/targets/PasteDialog.tsx'],
    open: open.composePaste,
    afterEscape: 'clean',
  },
  { name: 'compose-search', path: COMPOSE, who: MEMBERS, open: open.composeSearch, afterEscape: 'clean' },
  { name: 'compose-group', path: COMPOSE, who: MEMBERS, open: open.composeGroup },
]

/** Views for pictures only: the same screens with other records. */
export const ORDER_PICTURES: readonly View[] = [
  { name: 'order-running', path: ONGOING, who: ['vendor'], open: open.firstOrder },
]
