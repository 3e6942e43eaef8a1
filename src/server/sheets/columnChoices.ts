/** The drop-down choices of columns in a spreadsheet: names of other records, and fields with choices in config. */
import { choicesFor, may } from '../../engine/access'
import type { CompiledConfig, Locale } from '../../engine/compiled'
import { pick } from '../../engine/i18n'
import type { SheetPlan } from '../../engine/roster'
import type { WrittenSheet } from '../../sheet'
import { firstNames } from '../store/records/references'
import type { Tenant } from '../store/tenancy'

/** A longer drop-down list would be useless. */
const MAX_NAMES = 2_000

type Choices = Required<Pick<WrittenSheet['columns'][number], 'choices' | 'isOpen'>>

/** Returns the choices by field. Models and batches are limited to the tenant's scope. */
export async function deviceChoices(
  tenant: Tenant,
  { resources }: Pick<CompiledConfig, 'resources'>,
  locale: Locale,
): Promise<(field: string) => Choices> {
  const models = await tenant.models().select('name').orderBy('name').execute()
  const batches = await tenant.batches().select('name').distinct().orderBy('name').limit(MAX_NAMES).execute()
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

/** Returns the choices of the columns of an import by field: choices of config, yes and no, names of other records. */
export async function fieldChoices(
  tenant: Tenant,
  config: CompiledConfig,
  { columns, resource, yes, no }: SheetPlan,
  { level, locale }: { level: number; locale: Locale },
): Promise<(field: string) => Choices> {
  const choices = new Map<string, string[]>()
  for (const { field: name } of columns) {
    const field = resource.fields[name]
    if (field?.reference && may(config, level, field.reference, 'list'))
      choices.set(name, await firstNames(tenant, config, field.reference, MAX_NAMES))
    else if (field?.type === 'boolean')
      choices.set(
        name,
        [yes, no].flatMap(([word]) => word ?? []),
      )
    else if (field)
      choices.set(
        name,
        choicesFor(field, level).map(({ label }) => pick(label, locale)),
      )
  }
  // Other values are allowed too, such as synonyms of a choice and ids.
  return field => ({ choices: choices.get(field) ?? [], isOpen: true })
}
