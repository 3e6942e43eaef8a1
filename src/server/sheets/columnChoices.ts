/** The drop-down choices of device columns in a spreadsheet: models, batches, and fields with choices in config. */
import type { CompiledConfig, Locale } from '../../engine/compiled'
import { pick } from '../../engine/i18n'
import type { WrittenSheet } from '../../sheet'
import type { Tenant } from '../store/tenancy'

/** A longer drop-down list would be useless. */
const MAX_BATCHES = 2_000

type Choices = Required<Pick<WrittenSheet['columns'][number], 'choices' | 'isOpen'>>

/** Returns the choices by field. Models and batches are limited to the tenant's scope. */
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
    .limit(MAX_BATCHES)
    .execute()
  const namesByField: Readonly<Record<string, string[]>> = {
    model: models.map(({ name }) => name),
    batch: batches.map(({ name }) => name),
  }
  const fields = resources.devices?.fields
  return field => ({
    choices: namesByField[field] ?? (fields?.[field]?.choices ?? []).map(({ label }) => pick(label, locale)),
    // Other values are allowed too, such as synonyms of a choice and new batches.
    isOpen: field !== 'model',
  })
}
