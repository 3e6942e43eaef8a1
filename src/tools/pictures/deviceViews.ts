/** The views of devices: dashboard, list and its dialogs, page of a device. */
import { LEVELS } from '../services/site'
import * as open from './open/devices'
import * as orders from './open/orders'
import { MASTER, MEMBERS, STAFF, type View } from './view'

// The console remembers filters. Without a filter in the URL, it would apply the filter of the previous view.
const ALL = `/app/devices?filter=${encodeURIComponent('{}')}`
const LINKED = `/app/devices?filter=${encodeURIComponent('{"status":"linked"}')}`
/** Devices of a vendor. */
const OWNED = `/app/devices?filter=${encodeURIComponent('{"vendor":"1"}')}`
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
    open: open.arrangeWidgets,
    afterEscape: 'clean',
  },
  {
    name: 'main-tour',
    path: '/app/main/fleet',
    who: ['vendor'],
    shows: ['features/dashboard/tour/Tour.tsx'],
    open: open.tour,
    // The console does not show the tour a second time.
    afterEscape: 'reload',
  },
  {
    name: 'main-map',
    path: '/app/main/fleet',
    who: ['vendor'],
    shows: ['features/dashboard/layout/WidgetFrame.tsx'],
    open: open.wholeWidget('map'),
    afterEscape: 'clean',
  },
  {
    name: 'main-stats',
    path: '/app/main/fleet',
    who: ['vendor'],
    open: open.wholeWidget('stats'),
    afterEscape: 'clean',
  },
  {
    name: 'wall',
    path: '/app/main/fleet?wall=1',
    who: ['vendor'],
    shows: ['features/dashboard/wall/Wall.tsx'],
  },
  { name: 'province', path: '/app/main/fleet?sido=KR-41', who: ['vendor'] },
  { name: 'devices', path: ALL, who: LEVELS },
  {
    name: 'devices-columns',
    path: ALL,
    who: LEVELS,
    shows: ['features/records/RecordList.tsx'],
    open: open.listDialog('forms.columns.open'),
    afterEscape: 'clean',
  },
  {
    name: 'devices-filters',
    path: ALL,
    who: LEVELS,
    shows: ['forms/list/FilterBar.tsx'],
    open: open.listDialog('forms.filters.open'),
    afterEscape: 'clean',
  },
  {
    name: 'devices-more-filters',
    path: ALL,
    who: ['master'],
    shows: ['forms/filters/MoreFilters.tsx'],
    open: open.listDialog('forms.filters.add'),
    afterEscape: 'clean',
  },
  {
    name: 'devices-save-view',
    path: `/app/devices?filter=${encodeURIComponent('{"status":"closed","sido":"KR-41"}')}`,
    who: ['vendor'],
    shows: ['features/records/views/SaveView.tsx'],
    open: open.listDialog('forms.views.save'),
    afterEscape: 'clean',
  },
  {
    name: 'devices-export',
    path: ALL,
    who: LEVELS,
    shows: ['features/exports/ExportDialog.tsx'],
    open: open.listDialog('exports.open'),
    afterEscape: 'clean',
  },
  {
    name: 'roster',
    path: ALL,
    who: MEMBERS,
    shows: ['features/roster/RosterDialog.tsx'],
    open: open.rosterDialog,
    afterEscape: 'clean',
  },
  { name: 'roster-errors', path: ALL, who: ['client'], open: open.rosterErrors, afterEscape: 'clean' },
  { name: 'roster-update', path: ALL, who: MEMBERS, open: open.updateSheet, afterEscape: 'clean' },
  { name: 'devices-chosen', path: ALL, who: MEMBERS, open: open.chooseDevices, afterEscape: 'clean' },
  {
    name: 'bulk-menu',
    path: ALL,
    who: ['client'],
    shows: ['features/bulk/SelectionBar.tsx'],
    open: open.bulkMenu,
    afterEscape: 'clean',
  },
  {
    name: 'bulk-order',
    path: ALL,
    who: ['client'],
    shows: ['features/bulk/OrderDialog.tsx'],
    open: open.bulkOrderError,
    afterEscape: 'clean',
  },
  {
    name: 'bulk-move',
    path: ALL,
    who: STAFF,
    shows: ['features/bulk/ChangeDialog.tsx'],
    open: open.bulkDialog('moveBatch'),
    afterEscape: 'clean',
  },
  { name: 'bulk-assign', path: ALL, who: STAFF, open: open.bulkDialog('assignClient'), afterEscape: 'clean' },
  { name: 'bulk-edit', path: ALL, who: STAFF, open: open.bulkDialog('editField'), afterEscape: 'clean' },
  {
    name: 'bulk-export',
    path: ALL,
    who: ['client'],
    open: open.bulkDialog('export'),
    afterEscape: 'clean',
  },
  { name: 'bulk-remove', path: ALL, who: STAFF, open: open.bulkDialog('remove'), afterEscape: 'clean' },
  { name: 'bulk-count', path: ALL, who: ['vendor'], open: open.bulkCount },
  {
    name: 'device-secret',
    path: ALL,
    who: STAFF,
    shows: ['features/deviceSecrets/DeviceSecretDialog.tsx'],
    open: open.secretDialog,
  },
  {
    name: 'devices-row-menu',
    path: ALL,
    who: STAFF,
    shows: ['forms/list/RowMenu.tsx'],
    open: open.openRowMenu,
    afterEscape: 'clean',
  },
  { name: 'devices-peek', path: ALL, who: LEVELS, shows: ['forms/list/Peek.tsx'], open: open.peek },
  {
    name: 'devices-keys',
    path: ALL,
    who: STAFF,
    shows: ['ui/dialogs/KeysDialog.tsx'],
    open: page => page.keyboard.press('?'),
    afterEscape: 'clean',
  },
  { name: 'device-secret-revoke', path: ALL, who: ['vendor'], open: open.secretQuestion },
  { name: 'device-edit', path: ALL, who: MEMBERS, open: open.firstDeviceForm },
  {
    name: 'device-move',
    path: OWNED,
    who: MASTER,
    shows: ['features/deviceSecrets/MoveDialog.tsx'],
    open: open.moveQuestion,
    afterEscape: 'reload',
  },
  {
    name: 'device-picker',
    path: ALL,
    who: STAFF,
    shows: ['forms/reference/ChoiceField.tsx'],
    open: open.referenceChoices,
  },
  {
    name: 'compose-targets',
    path: ALL,
    who: ['vendor'],
    shows: ['features/compose/targets/ChosenTargets.tsx'],
    open: orders.composeTargets,
    afterEscape: 'clean',
  },
  {
    name: 'compose-count',
    path: ALL,
    who: ['vendor'],
    shows: ['features/compose/sending/CountDialog.tsx'],
    open: orders.composeCount,
  },
  { name: 'devices-none', path: NONE, who: ['vendor'] },
  {
    name: 'orders-dialog',
    path: LINKED,
    who: MEMBERS,
    shows: ['features/orders/dialog/OrdersDialog.tsx'],
    open: orders.ordersDialog,
    afterEscape: 'clean',
  },
  { name: 'device', path: LINKED, who: LEVELS, open: open.devicePage() },
  {
    name: 'device-table',
    path: LINKED,
    who: ['client'],
    open: open.devicePage('signal', open.pressTable),
  },
  { name: 'device-orders', path: LINKED, who: ['client'], open: open.devicePage('orders') },
  { name: 'device-connections', path: LINKED, who: ['guest'], open: open.devicePage('connections') },
  { name: 'device-timeline', path: LINKED, who: ['vendor'], open: open.devicePage('timeline') },
  { name: 'device-unknown', path: '/app/devices/000000000000000', who: ['guest'] },
]

/** Views for pictures only: the same screens with other records. */
export const DEVICE_PICTURES: readonly View[] = [
  { name: 'device-new', path: NEW, who: ['vendor'], open: open.devicePage() },
]
