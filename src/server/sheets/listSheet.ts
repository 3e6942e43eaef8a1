/** All rows of a list as a spreadsheet: its filters, its order, its columns, and in each cell what the list shows. */
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
  zone: Zone
  format: ExportFormat
  now: Date
  /** The records as the caller may see them, and with which rights the names of others are read. */
  pieces: AsyncIterable<Wire[]>
  tenant: Tenant
  /** Whether the caller may know what the records of a resource are called. */
  mayName: (resource: string) => boolean
}

/** Whose names are the choices of a column of devices. */
const CHOSEN_FROM: Readonly<Record<string, string>> = { model: 'models', batch: 'batches' }

/** The running number over all pages (§2). */
const INDEX = 'index'

export async function listSheet(list: ExportedList, { locale, translate }: SheetWords): Promise<Download> {
  const { config, resource, columns, zone, format, now, tenant } = list
  const names = new Map<string, ReadonlyMap<string, string>>()
  const said = new Map<string, string>()
  const word = (key: string) => {
    // A million rows say the same few words.
    if (!said.has(key)) said.set(key, translate(locale, key))
    return said.get(key)!
  }
  const fields = columns.filter(({ field }) => field !== INDEX)
  const plain = plainColumns(resource, fields, {
    config,
    locale,
    zone,
    translate: word,
    nameOf: (other, id) => names.get(other)?.get(id),
  })
  const isNumbered = fields.length < columns.length
  const referred = new Map<string, string[]>()
  for (const { format: shown, field } of columns) {
    const { reference } = resource.fields[field] ?? {}
    if (shown !== 'reference' || !reference || !list.mayName(reference)) continue
    referred.set(reference, [...(referred.get(reference) ?? []), field])
  }

  async function* rows(): AsyncGenerator<WrittenValue[]> {
    let number = 0
    for await (const records of list.pieces) {
      for (const [reference, by] of referred) {
        const ids = by.flatMap(field => records.flatMap(record => record[field]))
        names.set(reference, await namesOf(tenant, config, reference, ids))
      }
      for (const record of records) {
        number += 1
        const cells = plain.map(({ cell }) => cell(record))
        yield isNumbered ? [number, ...cells] : cells
      }
    }
  }
  const label = pick(resource.label, locale)
  const index: Pick<PlainColumn, 'header' | 'width'>[] = isNumbered ? [{ header: '#', width: 8 }] : []
  // What is exported is often edited and sent back as an update.
  const choicesOf = resource.name === 'devices' ? await deviceChoices(tenant, config, locale) : undefined
  const chosen = plain.map(({ field, header, width }) => ({
    header,
    width,
    ...(list.mayName(CHOSEN_FROM[field] ?? 'devices') && choicesOf?.(field)),
  }))
  return {
    fileName: translate(locale, 'exports.fileName', {
      name: label,
      day: sheetTime(now.toISOString(), 'KST').slice(0, 10),
      format,
    }),
    sheets: [{ name: label, columns: [...index, ...chosen], rows: rows() }],
  }
}
