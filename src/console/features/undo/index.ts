/** Undoes a change in the history: the action `undo` of config. */
import Undo from '@mui/icons-material/Undo'
import { may } from '../../../engine/access'
import type { Actions } from '../../feature'
import { lazyComponent } from '../../ui/lazy/lazyComponent'

export const actions = {
  undo: {
    label: 'records.undo.label',
    icon: Undo,
    // Whether nothing newer stands against it, the dialog and the server find out.
    isOffered: ({ action, resource }, { config, user }) =>
      action === 'changed' && may(config, user?.level ?? 0, String(resource), 'edit'),
    Dialog: lazyComponent(() => import('./UndoDialog')),
  },
} satisfies Actions
