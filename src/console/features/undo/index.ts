/** Undoes a change in the history: the action `undo` of config. */
import Undo from '@mui/icons-material/Undo'
import { may } from '../../../engine/access'
import type { Action } from '../../feature'
import { lazyComponent } from '../../ui/lazy/lazyComponent'

export const undo: Action = {
  label: 'records.undo.label',
  icon: Undo,
  // Whether nothing newer stands against it, the dialog and the server find out.
  isOffered: ({ action, resource }, { config, user }) =>
    action === 'changed' && may(config, user?.level ?? 0, String(resource), 'edit'),
  Dialog: lazyComponent(() => import('./UndoDialog')),
}
