/** The sample of a roster: an empty sheet with the right header, and a second one that says what goes where. */
import { reaches } from '../../domain/authority'
import type { CompiledConfig, CompiledRosterColumn } from '../../engine/compiled'
import { pick } from '../../engine/i18n'
import type { Caller } from '../caller'
import type { Tenant } from '../store/tenancy'
import type { Download, SheetWords } from './download'

/** More make no list that anybody reads. */
const MOST_GROUPS = 2_000

/**
 * The columns that this caller may fill in; model, group and fields with choices are chosen from a list. The examples stand on
 * the second sheet only, so that they are not registered by mistake.
 */
export async function rosterSample(
  tenant: Tenant,
  { level }: Pick<Caller, 'level'>,
  { roster, levels, resources }: CompiledConfig,
  { locale, say }: SheetWords,
): Promise<Download> {
  const columns = roster.columns.filter(column => reaches(level, column.level, levels.numbers))
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
  const fieldOf = ({ field }: CompiledRosterColumn) => resources.devices?.fields[field]
  const choices = (column: CompiledRosterColumn): string[] =>
    named[column.field] ?? (fieldOf(column)?.choices ?? []).map(({ label }) => pick(label, locale))
  // The list only suggests: a choice may be written in other words, and groups may be added after the sample was made.
  const isOpen = ({ field }: CompiledRosterColumn) => field !== 'model'
  const guide = (key: string) => say(locale, `roster.guide.${key}`)

  return {
    fileName: pick(roster.fileName, locale),
    sheets: [
      {
        name: pick(roster.sheet, locale),
        columns: columns.map(column => ({
          header: pick(column.header, locale),
          width: column.width,
          choices: choices(column),
          isOpen: isOpen(column),
        })),
        rows: [],
      },
      {
        name: guide('sheet'),
        wrap: true,
        columns: [
          { header: guide('column'), width: 16 },
          { header: guide('required'), width: 10 },
          { header: guide('help'), width: 56 },
          { header: guide('examples'), width: 36 },
        ],
        rows: columns.map(column => [
          pick(column.header, locale),
          guide(column.required ? 'yes' : 'no'),
          column.help ? pick(column.help, locale) : '',
          [...column.examples, ...choices(column)].slice(0, 10).join(', '),
        ]),
      },
    ],
  }
}
