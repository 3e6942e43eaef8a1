/** The secrets with which devices sign in (security 61): issued for one device, or for all devices of a batch. */
import Key from '@mui/icons-material/Key'
import type { RaRecord } from 'ra-core'
import type { Actions } from '../../feature'
import { lazyComponent } from '../../ui/lazy/lazyComponent'

/** A basic server (§7 only) issues no secrets; its records lack `vendor`. */
const isOffered = (record: RaRecord) => record.vendor !== undefined

export const actions = {
  deviceSecret: {
    label: 'secrets.device.open',
    icon: Key,
    isOffered,
    Dialog: lazyComponent(() => import('./DeviceSecretDialog')),
  },
  batchSecrets: {
    label: 'secrets.batch.open',
    icon: Key,
    isOffered,
    Dialog: lazyComponent(() => import('./BatchSecretsDialog')),
  },
} satisfies Actions

/** For sheets that move devices to another vendor. */
export const FormerSecretsChoice = lazyComponent(() => import('./FormerSecretsChoice'))

export { useMoveQuestion } from './useMoveQuestion'
