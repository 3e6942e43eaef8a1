/** The user's own arrangement of the widgets that their level has. */
import { useStore } from 'ra-core'
import { useReach } from '../../auth/access'
import { useConfig } from '../../config'
import { type Arrangement, arranged, NO_ARRANGEMENT } from './arrangement'

export function useArrangement() {
  const reached = useReach()
  const widgets = useConfig().dashboard.widgets.filter(({ level }) => reached(level))
  const [arrangement, setArrangement] = useStore<Arrangement>('dashboard.widgets', NO_ARRANGEMENT)
  return { widgets, inOrder: arranged(widgets, arrangement), arrangement, setArrangement }
}
