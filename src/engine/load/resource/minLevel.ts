/** The minimum levels of the server's calls; config can only raise them. */
import type { LevelName } from '../../../domain/authority'
import type { ContractResource } from '../../fields/contractFields'
import type { RecordAction } from '../../registry'

/** For resources that only config defines (`contract/records.ts`). */
const DESCRIBED_MIN_LEVELS: ContractResource['minLevels'] = { list: 'guest', create: 'client' }

/** The key of the minimum level for each action. */
const GOVERNING_ACTION = {
  list: 'list',
  show: 'list',
  create: 'create',
  edit: 'create',
  delete: 'create',
  secrets: 'secrets',
} as const satisfies Record<RecordAction, keyof ContractResource['minLevels']>

/** The minimum level for an action, if there is one. @param contract only for built-in resources */
export const minLevelOf = (
  contract: ContractResource | undefined,
  action: RecordAction,
): LevelName | undefined => (contract?.minLevels ?? DESCRIBED_MIN_LEVELS)[GOVERNING_ACTION[action]]
