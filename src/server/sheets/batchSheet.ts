/**
 * The devices of a batch as a spreadsheet, in the columns of the roster, so that it can be changed and sent back (§2).
 */
import { hasLevel } from '../../domain/authority'
import type { CompiledConfig, CompiledRosterColumn } from '../../engine/compiled'
import { pick } from '../../engine/i18n'
import { valueAt } from '../../engine/recordValue'
import { SECRET } from '../../engine/roster'
import type { WrittenValue } from '../../sheet'
import { devicesOfBatch } from '../store/devices/devices'
import type { BatchRow } from '../store/records/sources'
import { viewOf } from '../store/records/visible'
import type { Tenant } from '../store/tenancy'
import { deviceChoices } from './columnChoices'
import type { Download, SheetWords } from './download'

/** The devices in scope, those with the lowest IMEI first, read while they are sent. */
export async function batchSheet(
  tenant: Tenant,
  { id, name }: Pick<BatchRow, 'id' | 'name'>,
  config: CompiledConfig,
  { level, locale, translate }: SheetWords & { level: number },
): Promise<Download> {
  const view = viewOf({ config, resource: config.resources.devices!, locale }, level)
  const columns = config.roster.columns.filter(
    column =>
      // What devices sign in with is readable nowhere.
      column.field !== SECRET &&
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
