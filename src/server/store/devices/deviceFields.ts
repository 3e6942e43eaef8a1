/** The fields of a device between wire, config and table: what a caller may see, order by and filter by. */
import { type RawBuilder, sql } from 'kysely'
import { reaches } from '../../../domain/authority'
import type { CompiledConfig, CompiledField, CompiledFilter } from '../../../engine/compiled'
import { nameOfReference } from '../records/references'
import { type RecordView, recordView } from '../records/view'

/** Fields of the contract, and ours beyond it, by their name on the wire, in a query of `namedDevices`. Names sort alike on both databases. */
const COLUMNS: Readonly<Record<string, RawBuilder<unknown>>> = {
  id: sql`devices.id`,
  isdn: sql`devices.isdn`,
  // As it is shown: with zeros in front.
  serial: sql`lpad(devices.serial, 64, '0') collate "C"`,
  model: sql`models.name collate "C"`,
  batch: sql`batches.name collate "C"`,
  bunch: sql`bunches.name collate "C"`,
  vendor_name: sql`vendors.name collate "C"`,
  client_name: sql`clients.name collate "C"`,
  version: sql`devices.version collate "C"`,
  release: sql`devices.release collate "C"`,
  edition: sql`devices.edition collate "C"`,
  online: sql`devices.online`,
  linked: sql`devices.linked`,
  closed: sql`devices.closed`,
  created: sql`devices.created`,
  model_id: sql`devices.model_id`,
  batch_id: sql`devices.batch_id`,
  bunch_id: sql`devices.bunch_id`,
  vendor: sql`devices.vendor_id`,
  client: sql`devices.client_id`,
  // Those that have one, and those that have none.
  vpn: sql`devices.vpn <> '{}'`,
  sido: sql`devices.sido collate "C"`,
  'modem.apn': sql`devices.modem_apn collate "C"`,
  'modem.band': sql`devices.modem_band`,
  'modem.rsrp': sql`devices.modem_rsrp`,
}

/** Those that may be absent. An index in an order with a place for what is absent does not serve one without, and the reverse. */
const MAYBE_ABSENT: ReadonlySet<string> = new Set([
  'batch',
  'bunch',
  'client_name',
  'linked',
  'closed',
  'batch_id',
  'bunch_id',
  'client',
  'sido',
])

export interface DeviceOrder {
  by: RawBuilder<unknown>
  /** Some devices have none. */
  maybeAbsent: boolean
  /** No two devices have the same. */
  unique: boolean
}

/** What one caller may do with the fields. */
export interface DeviceView extends RecordView {
  /** What to order by, or `undefined` for a name that is unknown or not for this caller. */
  orderOf(name: string): DeviceOrder | undefined
  /** The condition of a filter that config adds; `undefined` for a name that config does not have. */
  filterOf(name: string, value: string): RawBuilder<boolean> | undefined
}

/** @param level the caller's number */
export function deviceView(config: CompiledConfig, level: number): DeviceView {
  const { hidden, extras, renamed } = recordView(config, level, 'devices')
  const column = (name: string): RawBuilder<unknown> | undefined => {
    if (hidden.has(name)) return undefined
    const extra = extras.find(field => field.name === name)
    if (extra) return orderOfExtra(config, extra)
    return Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : undefined
  }
  const filters = (config.resources.devices?.list?.filters ?? []).filter(filter =>
    reaches(level, filter.level, config.levels.numbers),
  )
  return {
    hidden,
    extras,
    renamed,
    orderOf(name) {
      const by = column(name)
      const added = extras.some(field => field.name === name)
      return by && { by, maybeAbsent: added || MAYBE_ABSENT.has(name), unique: !added && name === 'id' }
    },
    filterOf(name, value) {
      // The console asks by the field, an address may say the filter's own name.
      const filter = filters.find(known => known.name === name) ?? filters.find(known => known.field === name)
      if (!filter) return undefined
      if (value === '' || value === filter.all?.value) return sql<boolean>`true`
      const field = filter.field ?? filter.name
      const extra = extras.find(known => known.name === field)
      if (extra?.type === 'multi-select')
        return sql<boolean>`${extraValue(extra)} @> ${JSON.stringify([value])}::jsonb`
      const tested = extra ? extraText(extra) : column(field)
      return tested && condition(filter, tested, value)
    },
  }
}

function condition(filter: CompiledFilter, tested: RawBuilder<unknown>, value: string): RawBuilder<boolean> {
  if (filter.type === 'search')
    return sql<boolean>`position(lower(${value}::text) in lower((${tested})::text)) > 0`
  // A switch that was never set is off.
  if (filter.type === 'boolean') return sql<boolean>`coalesce((${tested})::text, 'false') = ${value}`
  return sql<boolean>`(${tested})::text = ${value}`
}

/** The value of a config-added field as JSON; under its former name where it was not written since. */
function extraValue({ name, renamedFrom }: CompiledField): RawBuilder<unknown> {
  if (renamedFrom === undefined) return sql`(devices.extra -> ${name}::text)`
  const former = Object.hasOwn(COLUMNS, renamedFrom) ? sql`, to_jsonb(${COLUMNS[renamedFrom]!})` : sql``
  return sql`coalesce(devices.extra -> ${name}::text, devices.extra -> ${renamedFrom}::text${former})`
}

function extraText(field: CompiledField): RawBuilder<unknown> {
  return sql`(${extraValue(field)} #>> '{}')`
}

/** Numbers as numbers, references by the name that the list shows, and a switch that was never set is off. */
function orderOfExtra(config: CompiledConfig, field: CompiledField): RawBuilder<unknown> {
  const text = extraText(field)
  if (field.type === 'number') return extraValue(field)
  if (field.type === 'boolean') return sql`coalesce(${text}, 'false')`
  if (field.reference) return nameOfReference(config, field.reference, text)
  return sql`${text} collate "C"`
}
