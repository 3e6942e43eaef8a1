/** The views of records: lists, forms, and what is asked of them. */
import { LEVELS } from '../services/site'
import * as reach from './reach/records'
import { leaves, MASTER, STAFF, type View } from './view'

export const RECORD_VIEWS: readonly View[] = [
  { name: 'batches', path: '/app/groups/batches', who: LEVELS },
  {
    name: 'batch-devices',
    path: '/app/groups/batches',
    who: LEVELS,
    shows: ['features/batches/DevicesDialog.tsx'],
    reach: reach.rowDialog(0),
    leaves,
  },
  {
    name: 'batch-question',
    path: '/app/groups/batches',
    who: ['vendor'],
    shows: ['features/sheets/Question.tsx'],
    reach: reach.batchQuestion,
    leaves,
  },
  {
    name: 'batch-secrets',
    path: '/app/groups/batches',
    who: ['vendor'],
    shows: ['features/deviceSecrets/BatchSecretsDialog.tsx'],
    reach: reach.rowDialog(1),
    leaves,
  },
  {
    name: 'batch-delete',
    path: '/app/groups/batches',
    who: STAFF,
    shows: ['features/records/DeleteDialog.tsx'],
    reach: reach.rowDialog(-1),
    leaves,
  },
  { name: 'batch-new', path: '/app/groups/batches/edit/0', who: STAFF, reach: reach.form },
  { name: 'batch', path: '/app/groups/batches/edit/3', who: STAFF, reach: reach.form, leaves },
  {
    name: 'batch-leave',
    path: '/app/groups/batches/edit/3',
    who: ['vendor'],
    shows: ['forms/record/LeaveGuard.tsx'],
    reach: reach.leaveForm,
    leaves: 'traces',
  },
  {
    name: 'batch-conflict',
    path: '/app/groups/batches/edit/3',
    who: ['vendor'],
    shows: ['forms/record/ConflictDialog.tsx'],
    reach: reach.conflict,
    leaves: 'traces',
  },
  { name: 'clients', path: '/app/admin/clients', who: STAFF },
  { name: 'client-new', path: '/app/admin/clients/edit/0', who: STAFF, reach: reach.form },
  { name: 'client-errors', path: '/app/admin/clients/edit/0', who: STAFF, reach: reach.formErrors },
  { name: 'client', path: '/app/admin/clients/edit/1', who: MASTER, reach: reach.form },
  { name: 'vendors', path: '/app/admin/vendors', who: MASTER },
  { name: 'vendor-new', path: '/app/admin/vendors/edit/0', who: MASTER, reach: reach.form },
  { name: 'vendor-paid', path: '/app/admin/vendors/edit/1', who: MASTER, reach: reach.form },
  { name: 'models', path: '/app/admin/models', who: MASTER },
  { name: 'model-new', path: '/app/admin/models/edit/0', who: MASTER, reach: reach.form },
  { name: 'bunches', path: '/app/admin/bunches', who: MASTER },
  { name: 'bunch-new', path: '/app/admin/bunches/edit/0', who: MASTER, reach: reach.form },
  { name: 'methods', path: '/app/admin/methods', who: MASTER },
  { name: 'method', path: '/app/admin/methods/edit/1', who: MASTER, reach: reach.form },
]

/** Of the examples: rows within a form, and the tab of the records that refer to one. */
export const ROW_VIEWS: readonly View[] = [
  { name: 'rows', path: '/app/quotes/edit/0', who: ['vendor'], reach: reach.formRow },
  { name: 'related', path: '/app/admin/vendors/edit/1?tab=clients.vendor', who: MASTER },
]
