/** A record that others point to is not deleted (decision 31): the answer says which and how many. */
import type { CompiledConfig, Locale, Words } from '../../../engine/compiled'
import { pick } from '../../../engine/text'
import { Refusal } from '../../refusal'
import type { Db } from '../../store/database'
import { type Use, usesOf } from '../../store/records/uses'

/**
 * To be asked in the transaction that deletes, once the row is locked: who makes a reference locks what it leads to.
 *
 * @param ids of what would be gone; a device's is its IMEI
 * @throws Refusal 409 with the resources that hold references, and their numbers
 */
export async function refuseInUse(
  db: Db,
  config: CompiledConfig,
  resource: string,
  ids: readonly (number | string)[],
): Promise<void> {
  const uses = await usesOf(db, config, resource, ids)
  if (uses.length > 0) throw new Refusal(409, 'record.referred', { uses: listed(uses) })
}

const listed = (uses: readonly Use[]): Words => ({ ko: inWords(uses, 'ko'), en: inWords(uses, 'en') })

const inWords = (uses: readonly Use[], locale: Locale) =>
  uses.map(({ label, count }) => `${pick(label, locale)} ${count.toLocaleString('en-US')}`).join(', ')
