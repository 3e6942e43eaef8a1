/**
 * List, form and buttons of every resource that config describes: devices, batches, clients, vendors, and what a
 * product owner adds. Nothing here knows a field by name; a test checks that.
 */
import Add from '@mui/icons-material/Add'
import DeleteOutline from '@mui/icons-material/DeleteOutline'
import EditOutlined from '@mui/icons-material/EditOutlined'
import type { CompiledResource } from '../../../engine/compiled'
import type { Action, Feature } from '../../feature'
import { editPath } from '../../paths'
import { lazyComponent } from '../../ui/lazy/lazyComponent'

const RecordList = lazyComponent(() => import('./RecordList'))
const RecordEdit = lazyComponent(() => import('./RecordEdit'))
const RecordCreate = lazyComponent(() => import('./RecordCreate'))

/** The screens that a resource has, by what its file describes. */
export const recordScreens = ({ list, form, formCreates }: CompiledResource): Feature['screens'] => ({
  ...(list ? { list: RecordList } : {}),
  ...(form ? { edit: RecordEdit } : {}),
  ...(form && formCreates ? { create: RecordCreate } : {}),
})

/** What §7 has no form for is edited on our server alone, which says when it was changed last. */
const isEditable: Action['offered'] = (record, resource) =>
  resource?.formCreates !== false || typeof record.updated === 'string'

/** The action `create` of config: the empty form. */
export const create: Action = { label: 'ra.action.create', icon: Add, to: list => editPath(list) }

/** The action `edit` of config. */
export const edit: Action = {
  label: 'ra.action.edit',
  icon: EditOutlined,
  to: (list, record) => editPath(list, record?.id),
  offered: isEditable,
}

/** The action `delete` of config: after a question that names the record. */
export const remove: Action = {
  label: 'ra.action.delete',
  icon: DeleteOutline,
  offered: isEditable,
  Dialog: lazyComponent(() => import('./DeleteDialog')),
}
