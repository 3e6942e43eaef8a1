/** The devices of a batch as a spreadsheet, in the columns of the roster, so that it can be changed and sent back (§2). */
import { reaches } from '../../domain/authority'
import type { CompiledConfig, CompiledRosterColumn, Locale } from '../../engine/compiled'
import { valueAt } from '../../engine/conditions'
import { pick } from '../../engine/text'
import { type WrittenValue, writeXlsx } from '../../sheet'
import type { ConfigSource } from '../deps'
import { deviceView } from '../store/devices/deviceFields'
import { devicesOfBatch } from '../store/devices/devices'
import type { BatchRow } from '../store/records/batches'
import type { Tenant } from '../store/tenancy'
import { attachment, type Download, XLSX_TYPE } from './rosterSample'

/** The devices in reach, those with the lowest IMEI first, read while they are sent. */
export function batchSheet(
  tenant: Tenant,
  batch: Pick<BatchRow, 'id' | 'name'>,
  {
    config,
    level,
    locale,
    say,
  }: { config: CompiledConfig; level: number; locale: Locale; say: ConfigSource['translate'] },
): Download {
  const view = deviceView(config, level)
  const columns = config.roster.columns.filter(
    column => reaches(level, column.level, config.levels.numbers) && !view.hidden.has(column.field),
  )
  async function* rows(): AsyncGenerator<WrittenValue[]> {
    for await (const device of devicesOfBatch(tenant, batch.id, view))
      yield columns.map(column => cellOf(column, device, config.roster))
  }
  return {
    body: writeXlsx(
      [
        {
          name: pick(config.roster.sheet, locale),
          columns: columns.map(({ header, width }) => ({ header: pick(header, locale), width })),
          rows: rows(),
        },
      ],
      { breathe: () => new Promise(setImmediate) },
    ),
    headers: {
      'content-type': XLSX_TYPE,
      'content-disposition': attachment(say(locale, 'batches.download.fileName', { name: batch.name })),
    },
  }
}

/** On the wire a device has its vendor's id; the sheet names it, as the roster does. */
const NAMED: Readonly<Record<string, string>> = { vendor: 'vendor_name', client: 'client_email' }

function cellOf(
  { field }: CompiledRosterColumn,
  device: Readonly<Record<string, unknown>>,
  { yes, no }: CompiledConfig['roster'],
): WrittenValue {
  const value = valueAt(device, NAMED[field] ?? field)
  if (typeof value === 'boolean') return (value ? yes : no)[0] ?? null
  if (typeof value === 'number' || typeof value === 'string') return String(value)
  return value === undefined || value === null ? null : JSON.stringify(value)
}
