/** The sample of a roster: an empty sheet with the right header, and a second one that says what goes where. */
import { reaches } from '../../domain/authority'
import type { CompiledConfig, CompiledRosterColumn } from '../../engine/compiled'
import { pick } from '../../engine/i18n'
import type { Caller } from '../caller'
import type { Tenant } from '../store/tenancy'
import type { Download, SheetWords } from './download'

/**
 * The columns that this caller may fill in, the model to be chosen from those there are. The examples stand on the second sheet
 * only, so that nobody registers them by mistake.
 */
export async function rosterSample(
  tenant: Tenant,
  { level }: Pick<Caller, 'level'>,
  { roster, levels }: CompiledConfig,
  { locale, say }: SheetWords,
): Promise<Download> {
  const columns = roster.columns.filter(column => reaches(level, column.level, levels.numbers))
  const models = await tenant.models().select('name').orderBy('name').execute()
  const choices = (column: CompiledRosterColumn) =>
    column.field === 'model' ? models.map(model => model.name) : []
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
