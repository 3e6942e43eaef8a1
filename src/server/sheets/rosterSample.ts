/** The template of a roster: an empty sheet with the header, and a second one that describes the columns. */
import { hasLevel } from '../../domain/authority'
import type { CompiledConfig } from '../../engine/compiled'
import { pick } from '../../engine/i18n'
import type { Caller } from '../caller'
import type { Tenant } from '../store/tenancy'
import { deviceChoices } from './columnChoices'
import type { Download, SheetWords } from './download'

const MAX_EXAMPLES = 10

/**
 * The first sheet has the columns that the caller may fill in, with drop-down choices. Examples are on the second sheet
 * only, so that they are not registered by mistake.
 */
export async function rosterSample(
  tenant: Tenant,
  { level }: Pick<Caller, 'level'>,
  { roster, levels, resources }: CompiledConfig,
  { locale, translate }: SheetWords,
): Promise<Download> {
  const columns = roster.columns.filter(column => hasLevel(level, column.level, levels.numbers))
  const choicesOf = await deviceChoices(tenant, { resources }, locale)
  const guide = (key: string) => translate(locale, `roster.guide.${key}`)

  return {
    fileName: pick(roster.fileName, locale),
    sheets: [
      {
        name: pick(roster.sheet, locale),
        columns: columns.map(column => ({
          header: pick(column.header, locale),
          width: column.width,
          ...choicesOf(column.field),
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
          [...column.examples, ...choicesOf(column.field).choices].slice(0, MAX_EXAMPLES).join(', '),
        ]),
      },
    ],
  }
}
