/** The rule of config for the records that a caller may edit and delete (`access.rows`). */
import { isChangeable } from '../../../engine/changeable'
import type { CompiledResource } from '../../../engine/compiled'
import { type Caller, userOf } from '../../caller'
import { Refusal } from '../../refusal'
import type { Wire } from '../../store/records/sources'

/**
 * @param record as stored, with all of its fields
 * @throws Refusal 403 if the caller may only see this record
 */
export function refuseUnchangeable(caller: Caller, resource: CompiledResource, record: Readonly<Wire>): void {
  const { level, levels } = caller
  if (!isChangeable(resource, record, { level, levels, user: userOf(caller) }))
    throw new Refusal(403, 'record.readOnly')
}
