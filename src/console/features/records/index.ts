/**
 * List, page, form and buttons of every resource in config: devices, batches, clients, vendors, and any other that a
 * product owner adds. No file of this folder names a field; a test checks that.
 */
import Add from '@mui/icons-material/Add'
import DeleteOutline from '@mui/icons-material/DeleteOutline'
import EditOutlined from '@mui/icons-material/EditOutlined'
import type { RaRecord } from 'ra-core'
import type { CompiledResource } from '../../../engine/compiled'
import { isOwnAccount } from '../../auth/useSession'
import type { Actions, Feature } from '../../feature'
import { editPath } from '../../paths'
import { lazyComponent } from '../../ui/lazy/lazyComponent'

const RecordList = lazyComponent(() => import('./RecordList'))
const RecordEdit = lazyComponent(() => import('./RecordEdit'))
const RecordShow = lazyComponent(() => import('./RecordShow'))
const RecordCreate = lazyComponent(() => import('./RecordCreate'))

/**
 * The screens of a resource: its config file may describe a list, a form, or both. Resources with a form have a page of
 * each record, too, unless they have another page.
 */
export const recordScreens = ({ list, form, formCreates, page }: CompiledResource): Feature['screens'] => ({
  ...(list ? { list: RecordList } : {}),
  ...(form ? { edit: RecordEdit } : {}),
  ...(form && !page ? { show: RecordShow } : {}),
  ...(form && formCreates ? { create: RecordCreate } : {}),
})

/**
 * If §7 has no form that creates records of a resource, a basic server (§7 only) has no call to edit them either. A
 * record with `updated` comes from our server.
 */
const isEditable = (record: RaRecord, { resource }: { resource: CompiledResource | undefined }) =>
  resource?.formCreates !== false || typeof record.updated === 'string'

export const actions = {
  /** Opens the empty form. */
  create: { label: 'ra.action.create', icon: Add, to: list => editPath(list) },
  edit: {
    label: 'ra.action.edit',
    icon: EditOutlined,
    to: (list, record) => editPath(list, record?.id),
    isOffered: isEditable,
  },
  /** A dialog asks for confirmation and names the record. */
  delete: {
    label: 'ra.action.delete',
    icon: DeleteOutline,
    // The server refuses to delete the account of the caller.
    isOffered: (record, { resource, user }) =>
      isEditable(record, { resource }) && !(user && isOwnAccount(resource?.name ?? '', record, user)),
    Dialog: lazyComponent(() => import('./DeleteDialog')),
  },
} satisfies Actions
