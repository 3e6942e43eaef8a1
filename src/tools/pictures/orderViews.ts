/** The views of orders: mailbox, one order, compose. */
import { LEVELS } from '../services/site'
import * as reach from './reach/orders'
import { leaves, MASTER, MEMBERS, type View } from './view'

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
    reach: reach.mailMenu,
    leaves,
  },
  {
    name: 'orders-keys',
    path: '/app/orders',
    who: ['client'],
    shows: ['features/orders/mailbox/ShortcutsDialog.tsx'],
    reach: reach.mailKeys,
    leaves,
  },
  { name: 'order', path: '/app/orders/3', who: ['guest', 'master'] },
  {
    name: 'order-file',
    path: '/app/orders/3',
    who: MASTER,
    shows: ['features/orders/detail/AttachmentDialog.tsx'],
    reach: reach.orderFile,
    leaves,
  },
  {
    name: 'order-cancel',
    path: WAITING,
    who: ['client'],
    shows: ['features/orders/detail/Progress.tsx'],
    reach: reach.orderCancel,
  },
  { name: 'compose', path: COMPOSE, who: MEMBERS },
  { name: 'compose-commands', path: COMPOSE, who: MEMBERS, reach: reach.composeCommands, leaves },
  {
    name: 'compose-calendar',
    path: COMPOSE,
    who: ['client'],
    shows: ['forms/kinds/date/pickers.tsx'],
    reach: reach.composeCalendar,
    leaves,
  },
  {
    name: 'compose-paste',
    path: COMPOSE,
    who: ['client'],
    shows: ['features/compose/targets/PasteDialog.tsx'],
    reach: reach.composePaste,
    leaves,
  },
  { name: 'compose-search', path: COMPOSE, who: MEMBERS, reach: reach.composeSearch, leaves },
  { name: 'compose-group', path: COMPOSE, who: MEMBERS, reach: reach.composeGroup },
]

/** With other records, for pictures. */
export const ORDER_PICTURES: readonly View[] = [
  { name: 'order-running', path: ONGOING, who: ['vendor'], reach: reach.firstOrder },
]
