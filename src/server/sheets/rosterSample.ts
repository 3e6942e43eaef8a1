/** The sample of a roster: an empty sheet with the right header, and a second one that says what goes where. */
import { reaches } from '../../domain/authority'
import { plainFileName } from '../../domain/fileName'
import type { CompiledConfig, CompiledRosterColumn, Locale } from '../../engine/compiled'
import { pick } from '../../engine/text'
import { writeXlsx } from '../../sheet'
import type { Caller } from '../caller'
import type { ConfigSource } from '../deps'
import type { Db } from '../store/database'
import { tenantOf } from '../store/tenancy'

export interface Download {
  body: AsyncIterable<Uint8Array>
  headers: Readonly<Record<'content-type' | 'content-disposition', string>>
}

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * The columns that this caller may fill in, the model to be chosen from those there are. The examples stand on the second sheet
 * only, so that nobody registers them by mistake.
 */
export async function rosterSample(
  db: Db,
  caller: Caller,
  { config, locale, say }: { config: CompiledConfig; locale: Locale; say: ConfigSource['translate'] },
): Promise<Download> {
  const { roster, levels } = config
  const columns = roster.columns.filter(column => reaches(caller.level, column.level, levels.numbers))
  const models = await tenantOf(db, caller).models().select('name').orderBy('name').execute()
  const choices = (column: CompiledRosterColumn) =>
    column.field === 'model' ? models.map(model => model.name) : []
  const guide = (key: string) => say(locale, `roster.guide.${key}`)

  return {
    body: writeXlsx(
      [
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
      { breathe: () => new Promise(setImmediate) },
    ),
    headers: { 'content-type': XLSX_TYPE, 'content-disposition': attachment(pick(roster.fileName, locale)) },
  }
}

/**
 * `Content-Disposition` of a download with any name (RFC 6266): in ASCII for the very old, and as it is for all others. What could
 * end the header or leave the folder is replaced.
 */
export function attachment(name: string): string {
  const safe = plainFileName(name).replace(/[\p{Cs}/\\:*?"<>|]/gu, '_')
  const ascii = safe.replace(/[^\x20-\x7e]/g, '_').replace(/[%;]/g, '_')
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
