/** The template of a sheet: an empty sheet with the header, and a second one that describes the columns. */
import { hasLevel } from '../../domain/authority'
import type { CompiledConfig } from '../../engine/compiled'
import { pick } from '../../engine/i18n'
import type { SheetPlan } from '../../engine/roster'
import { isAlwaysRequired } from '../../engine/roster/validateRow'
import type { Caller } from '../caller'
import type { Tenant } from '../store/tenancy'
import { deviceChoices, fieldChoices } from './columnChoices'
import type { Download, SheetWords } from './download'

const MAX_EXAMPLES = 10

/**
 * The first sheet has the columns that the caller may fill in, with drop-down choices. Examples are on the second sheet
 * only, so that they are not stored by mistake.
 */
export async function sheetSample(
  tenant: Tenant,
  { level }: Pick<Caller, 'level'>,
  config: CompiledConfig,
  plan: SheetPlan,
  { locale, translate }: SheetWords,
): Promise<Download> {
  const columns = plan.columns.filter(column => hasLevel(level, column.level, config.levels.numbers))
  const choicesOf = plan.isRoster
    ? await deviceChoices(tenant, config, locale)
    : await fieldChoices(tenant, config, { ...plan, columns }, { level, locale })
  const isNeeded = ({ field: name, required }: SheetPlan['columns'][number]) => {
    const field = plan.isRoster ? undefined : plan.resource.fields[name]
    return required || (field !== undefined && isAlwaysRequired(field))
  }
  const guide = (key: string) => translate(locale, `roster.guide.${key}`)

  return {
    fileName: plan.isRoster
      ? pick(config.roster.fileName, locale)
      : translate(locale, 'roster.sampleFile', { name: pick(plan.sheet, locale) }),
    sheets: [
      {
        name: pick(plan.sheet, locale),
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
          guide(isNeeded(column) ? 'yes' : 'no'),
          column.help ? pick(column.help, locale) : '',
          [...column.examples, ...choicesOf(column.field).choices].slice(0, MAX_EXAMPLES).join(', '),
        ]),
      },
    ],
  }
}
