/** The level below which the server's own calls refuse an action, whatever config says. */
import type { LevelName } from '../../../domain/authority'
import type { ContractResource } from '../../fields/contractFields'
import type { RecordAction } from '../../registry'

/** Described records are open to guests at most, and changed by clients at least (`contract/records.ts`). */
const DESCRIBED_FLOOR: ContractResource['floor'] = { list: 'guest', create: 'client' }

const FLOOR_OF = {
  list: 'list',
  show: 'list',
  create: 'create',
  edit: 'create',
  delete: 'create',
  secrets: 'secrets',
} as const satisfies Record<RecordAction, keyof ContractResource['floor']>

/** @param contract only of built-in resources */
export const floorOf = (
  contract: ContractResource | undefined,
  action: RecordAction,
): LevelName | undefined => (contract?.floor ?? DESCRIBED_FLOOR)[FLOOR_OF[action]]
