/** Exports all rows of a list as a spreadsheet, with the list's filters, order, columns and cell texts. */
import { sheetTime, type Zone } from '../../domain/dates'
import type { ExportFormat } from '../../domain/fileName'
import type { CompiledColumn, CompiledConfig, CompiledResource } from '../../engine/compiled'
import { type PlainColumn, plainColumns } from '../../engine/fields/plainCells'
import { pick } from '../../engine/i18n'
import type { WrittenValue } from '../../sheet'
import { namesOf } from '../store/records/references'
import type { Wire } from '../store/records/sources'
import type { Tenant } from '../store/tenancy'
import { deviceChoices } from './columnChoices'
import type { Download, SheetWords } from './download'

interface ExportedList {
  config: CompiledConfig
  resource: CompiledResource
  columns: readonly CompiledColumn[]
  zone: Zone | undefined
  format: ExportFormat
  now: Date
  /** The records in chunks, as the caller may see them. */
  chunks: AsyncIterable<Wire[]>
  /** Used to read the names of referenced records. */
  tenant: Tenant
  /** Whether the caller may see the names of a resource's records. */
  mayName: (resource: string) => boolean
}

/** The resources whose names are the choices of a device column. */
const CHOICE_RESOURCES: Readonly<Record<string, string>> = { model: 'models', batch: 'batches' }

/** The column of the running number (§2). */
const INDEX = 'index'

/** Rows are read, and names of references looked up, chunk by chunk while the file is sent. */
export async function listSheet(list: ExportedList, { locale, translate }: SheetWords): Promise<Download> {
  const { config, resource, columns, zone, format, now, tenant } = list
  const names = new Map<string, ReadonlyMap<string, string>>()
  const translations = new Map<string, string>()
  const translateCached = (key: string) => {
    // A million rows repeat a few texts.
    if (!translations.has(key)) translations.set(key, translate(locale, key))
    return translations.get(key)!
  }
  const fields = columns.filter(({ field }) => field !== INDEX)
  const cellColumns = plainColumns(resource, fields, {
    config,
    locale,
    zone,
    translate: translateCached,
    nameOf: (other, id) => names.get(other)?.get(id),
  })
  const isNumbered = fields.length < columns.length
  const fieldsByReference = new Map<string, string[]>()
  for (const { format: shown, field } of columns) {
    const { reference } = resource.fields[field] ?? {}
    if (shown !== 'reference' || !reference || !list.mayName(reference)) continue
    fieldsByReference.set(reference, [...(fieldsByReference.get(reference) ?? []), field])
  }

  async function* rows(): AsyncGenerator<WrittenValue[]> {
    let number = 0
    for await (const records of list.chunks) {
      for (const [reference, fields] of fieldsByReference) {
        const ids = fields.flatMap(field => records.flatMap(record => record[field]))
        names.set(reference, await namesOf(tenant, config, reference, ids))
      }
      for (const record of records) {
        number += 1
        const values = cellColumns.map(({ cell }) => cell(record))
        yield isNumbered ? [number, ...values] : values
      }
    }
  }
  const label = pick(resource.label, locale)
  const index: Pick<PlainColumn, 'header' | 'width'>[] = isNumbered ? [{ header: '#', width: 8 }] : []
  // Cells offer choices, since the file is often edited and uploaded as an update.
  const choicesOf = resource.name === 'devices' ? await deviceChoices(tenant, config, locale) : undefined
  const written = cellColumns.map(({ field, header, width }) => ({
    header,
    width,
    ...(list.mayName(CHOICE_RESOURCES[field] ?? 'devices') && choicesOf?.(field)),
  }))
  return {
    fileName: translate(locale, 'exports.fileName', {
      name: label,
      day: sheetTime(now.toISOString(), 'KST').slice(0, 10),
      format,
    }),
    sheets: [{ name: label, columns: [...index, ...written], rows: rows() }],
  }
}
