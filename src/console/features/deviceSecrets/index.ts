/** What devices sign in with (security 61): a secret for one of them, or for all of a batch. */
import Key from '@mui/icons-material/Key'
import type { RaRecord } from 'ra-core'
import type { DialogAction } from '../../feature'
import { lazyComponent } from '../../ui/lazy/lazyComponent'

/** Our servers say whose a record is; a basic server does not, and issues no secrets. */
const offered = (record: RaRecord) => record.vendor !== undefined

/** The action `deviceSecret` of config. */
export const deviceSecret: DialogAction = {
  label: 'secrets.device.open',
  icon: Key,
  offered,
  Dialog: lazyComponent(() => import('./DeviceSecretDialog')),
}

/** The action `batchSecrets` of config. */
export const batchSecrets: DialogAction = {
  label: 'secrets.batch.open',
  icon: Key,
  offered,
  Dialog: lazyComponent(() => import('./BatchSecretsDialog')),
}
