/**
 * Exports the devices of a batch as a spreadsheet with the columns of the roster, to be edited and uploaded again (§2).
 */
import { hasLevel } from '../../domain/authority'
import type { CompiledConfig, CompiledRosterColumn } from '../../engine/compiled'
import { pick } from '../../engine/i18n'
import { valueAt } from '../../engine/recordValue'
import { SECRET_COLUMN } from '../../engine/roster'
import type { WrittenValue } from '../../sheet'
import { devicesOfBatch } from '../store/devices/devices'
import type { BatchRow } from '../store/records/sources'
import { viewOf } from '../store/records/visible'
import type { Tenant } from '../store/tenancy'
import { deviceChoices } from './columnChoices'
import type { Download, SheetWords } from './download'

/** The devices in scope by IMEI. Rows are read while they are sent. */
export async function batchSheet(
  tenant: Tenant,
  { id, name }: Pick<BatchRow, 'id' | 'name'>,
  config: CompiledConfig,
  { level, locale, translate }: SheetWords & { level: number },
): Promise<Download> {
  const view = viewOf({ config, resource: config.resources.devices!, locale }, level)
  const columns = config.roster.columns.filter(
    column =>
      // Secrets of devices cannot be read.
      column.field !== SECRET_COLUMN &&
      hasLevel(level, column.level, config.levels.numbers) &&
      !view.hidden.has(column.field),
  )
  const choicesOf = await deviceChoices(tenant, config, locale)
  async function* rows(): AsyncGenerator<WrittenValue[]> {
    for await (const device of devicesOfBatch(tenant, id, view))
      yield columns.map(column => cellOf(column, device, config.roster))
  }
  return {
    fileName: translate(locale, 'batches.download.fileName', { name }),
    sheets: [
      {
        name: pick(config.roster.sheet, locale),
        columns: columns.map(({ field, header, width }) => ({
          header: pick(header, locale),
          width,
          ...choicesOf(field),
        })),
        rows: rows(),
      },
    ],
  }
}

/** Fields that the sheet shows by name, as the roster does, instead of by id. */
const NAME_FIELDS: Readonly<Record<string, string>> = { vendor: 'vendor_name', client: 'client_email' }

function cellOf(
  { field }: CompiledRosterColumn,
  device: Readonly<Record<string, unknown>>,
  { yes, no }: CompiledConfig['roster'],
): WrittenValue {
  const value = valueAt(device, NAME_FIELDS[field] ?? field)
  if (typeof value === 'boolean') return (value ? yes : no)[0] ?? null
  if (typeof value === 'number' || typeof value === 'string') return String(value)
  return value === undefined || value === null ? null : JSON.stringify(value)
}
