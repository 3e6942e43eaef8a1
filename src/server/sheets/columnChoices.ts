/**
 * What the cells of a column of devices may be chosen from in a spreadsheet: models, groups, and what config has
 * choices for.
 */
import type { CompiledConfig, Locale } from '../../engine/compiled'
import { pick } from '../../engine/i18n'
import type { WrittenSheet } from '../../sheet'
import type { Tenant } from '../store/tenancy'

/** More make no list that anybody reads. */
const MOST_GROUPS = 2_000

type Choices = Required<Pick<WrittenSheet['columns'][number], 'choices' | 'isOpen'>>

/** By the name of a device's field; of models and groups those that the tenant reaches. */
export async function deviceChoices(
  tenant: Tenant,
  { resources }: Pick<CompiledConfig, 'resources'>,
  locale: Locale,
): Promise<(field: string) => Choices> {
  const models = await tenant.models().select('name').orderBy('name').execute()
  const batches = await tenant
    .batches()
    .select('name')
    .distinct()
    .orderBy('name')
    .limit(MOST_GROUPS)
    .execute()
  const named: Readonly<Record<string, string[]>> = {
    model: models.map(({ name }) => name),
    batch: batches.map(({ name }) => name),
  }
  const fields = resources.devices?.fields
  return field => ({
    choices: named[field] ?? (fields?.[field]?.choices ?? []).map(({ label }) => pick(label, locale)),
    // A choice may be written in other words too, and further groups made meanwhile.
    isOpen: field !== 'model',
  })
}
