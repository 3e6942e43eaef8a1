/** The devices of a batch as a spreadsheet, in addition to the usual list and form of batches (§2). */
import DevicesOther from '@mui/icons-material/DevicesOther'
import type { Actions } from '../../feature'
import { lazyComponent } from '../../ui/lazy/lazyComponent'

export const actions = {
  devices: {
    label: 'records.devices.open',
    icon: DevicesOther,
    Dialog: lazyComponent(() => import('./DevicesDialog')),
  },
} satisfies Actions
