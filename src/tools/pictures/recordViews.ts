/** The views of records: lists, pages, forms and their dialogs. */
import { LEVELS } from '../services/site'
import { bulkDialog } from './open/devices'
import * as open from './open/records'
import { MASTER, STAFF, type View } from './view'

export const RECORD_VIEWS: readonly View[] = [
  {
    name: 'clients-bulk',
    path: '/app/admin/clients',
    who: STAFF,
    open: bulkDialog('editField'),
    afterEscape: 'clean',
  },
  { name: 'batches', path: '/app/groups/batches', who: LEVELS },
  {
    name: 'batch-devices',
    path: '/app/groups/batches',
    who: LEVELS,
    shows: ['features/batches/DevicesDialog.tsx'],
    open: open.rowDialog(0),
    afterEscape: 'clean',
  },
  {
    name: 'batch-question',
    path: '/app/groups/batches',
    who: ['vendor'],
    shows: ['features/sheets/Question.tsx'],
    open: open.batchQuestion,
    afterEscape: 'clean',
  },
  {
    name: 'batch-secrets',
    path: '/app/groups/batches',
    who: ['vendor'],
    shows: ['features/deviceSecrets/BatchSecretsDialog.tsx'],
    open: open.rowDialog(1),
    afterEscape: 'clean',
  },
  {
    name: 'batch-delete',
    path: '/app/groups/batches',
    who: STAFF,
    shows: ['features/records/DeleteDialog.tsx'],
    open: open.rowDialog(-1),
    afterEscape: 'clean',
  },
  { name: 'batch-new', path: '/app/groups/batches/edit/0', who: STAFF, open: open.waitForForm },
  {
    name: 'batch',
    path: '/app/groups/batches/edit/3',
    who: STAFF,
    open: open.waitForForm,
    afterEscape: 'clean',
  },
  { name: 'batch-page', path: '/app/groups/batches/3/show', who: LEVELS },
  { name: 'batch-history', path: '/app/groups/batches/3/show?tab=history.record', who: STAFF },
  {
    name: 'batch-leave',
    path: '/app/groups/batches/edit/3',
    who: ['vendor'],
    shows: ['forms/record/LeaveGuard.tsx'],
    open: open.leaveForm,
    afterEscape: 'reload',
  },
  {
    name: 'batch-conflict',
    path: '/app/groups/batches/edit/3',
    who: ['vendor'],
    shows: ['forms/record/ConflictDialog.tsx'],
    open: open.conflict,
    afterEscape: 'reload',
  },
  { name: 'clients', path: '/app/admin/clients', who: STAFF },
  { name: 'client-new', path: '/app/admin/clients/edit/0', who: STAFF, open: open.waitForForm },
  { name: 'client-errors', path: '/app/admin/clients/edit/0', who: STAFF, open: open.formErrors },
  { name: 'client', path: '/app/admin/clients/edit/1', who: MASTER, open: open.waitForForm },
  { name: 'client-page', path: '/app/admin/clients/1/show', who: MASTER },
  { name: 'history', path: '/app/admin/history', who: STAFF },
  {
    name: 'history-undo',
    path: '/app/groups/batches/3/show?tab=history.record',
    who: ['vendor'],
    shows: ['features/undo/UndoDialog.tsx'],
    open: open.undoQuestion,
    afterEscape: 'clean',
  },
  { name: 'vendors', path: '/app/admin/vendors', who: MASTER },
  { name: 'vendor-new', path: '/app/admin/vendors/edit/0', who: MASTER, open: open.waitForForm },
  { name: 'vendor-page', path: '/app/admin/vendors/1/show', who: MASTER },
  { name: 'vendor-paid', path: '/app/admin/vendors/edit/1', who: MASTER, open: open.waitForForm },
  { name: 'models', path: '/app/admin/models', who: MASTER },
  { name: 'model-new', path: '/app/admin/models/edit/0', who: MASTER, open: open.waitForForm },
  { name: 'bunches', path: '/app/admin/bunches', who: MASTER },
  { name: 'bunch-new', path: '/app/admin/bunches/edit/0', who: MASTER, open: open.waitForForm },
  { name: 'methods', path: '/app/admin/methods', who: MASTER },
  { name: 'method-page', path: '/app/admin/methods/1/show', who: MASTER },
  { name: 'method', path: '/app/admin/methods/edit/1', who: MASTER, open: open.waitForForm },
]

/** Views of the example resources: rows within a form, and the tab of referring records. */
export const ROW_VIEWS: readonly View[] = [
  { name: 'rows', path: '/app/quotes/edit/0', who: ['vendor'], open: open.formRow },
  { name: 'related', path: '/app/admin/vendors/1/show?tab=clients.vendor', who: MASTER },
]
