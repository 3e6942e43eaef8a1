/** The views of devices: dashboard, list, dialogs above it, page of a device. */
import { LEVELS } from '../services/site'
import * as reach from './reach/devices'
import * as orders from './reach/orders'
import { leaves, MEMBERS, STAFF, type View } from './view'

// Filters are kept for the user: without any in the address, those of the view before would be in force.
const ALL = `/app/devices?filter=${encodeURIComponent('{}')}`
const LINKED = `/app/devices?filter=${encodeURIComponent('{"status":"linked"}')}`
const NONE = `/app/devices?filter=${encodeURIComponent('{"search":"99999999"}')}`
/** Devices that were never connected come first. */
const NEW = `/app/devices?filter=${encodeURIComponent('{"status":"closed"}')}&sort=linked&order=ASC`

export const DEVICE_VIEWS: readonly View[] = [
  { name: 'main', path: '/app/main/fleet', who: LEVELS },
  {
    name: 'main-arrange',
    path: '/app/main/fleet',
    who: ['vendor'],
    shows: ['features/dashboard/Dashboard.tsx'],
    reach: reach.arrangeWidgets,
    leaves,
  },
  {
    name: 'main-map',
    path: '/app/main/fleet',
    who: ['vendor'],
    shows: ['features/dashboard/layout/WidgetFrame.tsx'],
    reach: reach.wholeWidget('map'),
    leaves,
  },
  { name: 'main-stats', path: '/app/main/fleet', who: ['vendor'], reach: reach.wholeWidget('stats'), leaves },
  { name: 'province', path: '/app/main/fleet?sido=KR-41', who: ['vendor'] },
  { name: 'devices', path: ALL, who: LEVELS },
  {
    name: 'devices-columns',
    path: ALL,
    who: LEVELS,
    shows: ['features/records/RecordList.tsx'],
    reach: reach.listDialog('forms.columns.open'),
    leaves,
  },
  {
    name: 'devices-filters',
    path: ALL,
    who: LEVELS,
    shows: ['forms/list/FilterBar.tsx'],
    reach: reach.listDialog('forms.filters.open'),
    leaves,
  },
  {
    name: 'devices-export',
    path: ALL,
    who: LEVELS,
    shows: ['features/exports/ExportDialog.tsx'],
    reach: reach.listDialog('exports.open'),
    leaves,
  },
  {
    name: 'roster',
    path: ALL,
    who: MEMBERS,
    shows: ['features/roster/RosterDialog.tsx'],
    reach: reach.rosterDialog,
    leaves,
  },
  { name: 'roster-errors', path: ALL, who: ['client'], reach: reach.rosterErrors, leaves },
  { name: 'roster-update', path: ALL, who: MEMBERS, reach: reach.updateSheet, leaves },
  { name: 'devices-chosen', path: ALL, who: MEMBERS, reach: reach.chooseDevices, leaves },
  {
    name: 'bulk-menu',
    path: ALL,
    who: ['client'],
    shows: ['features/bulk/SelectionBar.tsx'],
    reach: reach.bulkMenu,
    leaves,
  },
  {
    name: 'bulk-order',
    path: ALL,
    who: ['client'],
    shows: ['features/bulk/OrderDialog.tsx'],
    reach: reach.bulkOrder,
    leaves,
  },
  {
    name: 'bulk-move',
    path: ALL,
    who: STAFF,
    shows: ['features/bulk/ChangeDialog.tsx'],
    reach: reach.bulkDialog('moveBatch'),
    leaves,
  },
  { name: 'bulk-assign', path: ALL, who: STAFF, reach: reach.bulkDialog('assignClient'), leaves },
  { name: 'bulk-edit', path: ALL, who: STAFF, reach: reach.bulkDialog('editField'), leaves },
  {
    name: 'bulk-export',
    path: ALL,
    who: ['client'],
    reach: reach.bulkDialog('export'),
    leaves,
  },
  { name: 'bulk-remove', path: ALL, who: STAFF, reach: reach.bulkDialog('remove'), leaves },
  { name: 'bulk-count', path: ALL, who: ['vendor'], reach: reach.bulkCount },
  {
    name: 'device-secret',
    path: ALL,
    who: STAFF,
    shows: ['features/deviceSecrets/DeviceSecretDialog.tsx'],
    reach: reach.secretDialog,
  },
  { name: 'device-secret-revoke', path: ALL, who: ['vendor'], reach: reach.secretQuestion },
  { name: 'device-edit', path: ALL, who: MEMBERS, reach: reach.firstDeviceForm },
  {
    name: 'device-picker',
    path: ALL,
    who: STAFF,
    shows: ['forms/reference/ChoiceField.tsx'],
    reach: reach.devicePicker,
  },
  {
    name: 'compose-targets',
    path: ALL,
    who: ['vendor'],
    shows: ['features/compose/targets/ChosenTargets.tsx'],
    reach: orders.composeTargets,
    leaves,
  },
  {
    name: 'compose-count',
    path: ALL,
    who: ['vendor'],
    shows: ['features/compose/sending/CountDialog.tsx'],
    reach: orders.composeCount,
  },
  { name: 'devices-none', path: NONE, who: ['vendor'] },
  {
    name: 'orders-dialog',
    path: LINKED,
    who: MEMBERS,
    shows: ['features/orders/dialog/OrdersDialog.tsx'],
    reach: orders.ordersDialog,
    leaves,
  },
  { name: 'device', path: LINKED, who: LEVELS, reach: reach.devicePage() },
  {
    name: 'device-table',
    path: LINKED,
    who: ['client'],
    reach: reach.devicePage('signal', reach.pressTable),
  },
  { name: 'device-orders', path: LINKED, who: ['client'], reach: reach.devicePage('orders') },
  { name: 'device-connections', path: LINKED, who: ['guest'], reach: reach.devicePage('connections') },
  { name: 'device-timeline', path: LINKED, who: ['vendor'], reach: reach.devicePage('timeline') },
  { name: 'device-unknown', path: '/app/devices/000000000000000', who: ['guest'] },
]

/** With other records, for pictures. */
export const DEVICE_PICTURES: readonly View[] = [
  { name: 'device-new', path: NEW, who: ['vendor'], reach: reach.devicePage() },
]
