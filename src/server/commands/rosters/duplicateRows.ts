/**
 * Values that only one device may have (`unique` of config), in the sheets that register devices or put them into a
 * batch.
 */
import { type RawBuilder, sql } from 'kysely'
import type { CompiledConfig, CompiledField } from '../../../engine/compiled'
import { pick } from '../../../engine/i18n'
import type { RosterProblem, RosterReader } from '../../../engine/roster'
import {
  columnOf,
  extraValue,
  keyOf,
  storedKey,
  storedOf,
  type UniqueRule,
  uniqueRules,
} from '../../store/records/uniqueKeys'
import { findInSheet } from '../bulk/duplicates'
import { type Duplicate, findDuplicates, lockRule } from '../records/unique'
import type { UpdateWork } from './judgeUpdates'
import type { RosterProblems, RosterSettings } from './rosterProblems'
import type { StagedWork } from './rosterStaging'

/** Where the problems of a sheet go, and by which config. */
interface Judging {
  config: CompiledConfig
  header: Pick<RosterReader, 'headerOf'>
  problems: Pick<RosterProblems, 'add' | 'room'>
}

/** What a row has that is no field of config's own: ids, found by the names that the sheet gives. */
const FOUND: Readonly<Record<string, RawBuilder<unknown>>> = {
  vendor: sql`n.vendor_id::text`,
  client: sql`n.client_id::text`,
  model_id: sql`n.model_id::text`,
  batch_id: sql`n.batch_id::text`,
  bunch_id: sql`n.bunch_id::text`,
  serial: sql`s.serial`,
  isdn: sql`s.isdn`,
}

/**
 * The rows of a registration whose values other devices have. Names have been replaced by ids by now (`findNamed`,
 * `findReferences`).
 *
 * @param lock no other transaction gives a device such a value until this one ends
 */
export async function findDuplicateRows(
  { tx, tenant, staging: { table } }: StagedWork,
  config: CompiledConfig,
  { limit, lock }: { limit: number; lock: boolean },
): Promise<{ rule: UniqueRule; found: Duplicate[] }[]> {
  const all: { rule: UniqueRule; found: Duplicate[] }[] = []
  for (const rule of deviceRules(config)) {
    const read = (field: CompiledField) =>
      field.storage === 'extra' ? extraValue(sql`s.extra`, field) : FOUND[field.name]!
    const rows = sql`
      select s.line, s.id, ${read(rule.field)} as value,
        ${rule.within === 'vendor' ? sql`n.vendor_id` : sql`0`}::integer as vendor,
        ${keyOf(rule, read, sql`n.vendor_id`)} as key, null::text as former
      from ${table} s join roster_names n using (vendor, client, model, batch, bunch)`
    if (lock) await lockRule(tx, rule, rows)
    const found = await findDuplicates(tx, tenant, rule, { rows, limit })
    if (found.length > 0) all.push({ rule, found })
  }
  return all
}

/** Adds the rows of a registration that would be duplicates. */
export async function addDuplicateRows(work: StagedWork, judging: Judging): Promise<void> {
  const { config, problems } = judging
  const all = await findDuplicateRows(work, config, { limit: problems.room, lock: true })
  for (const { rule, found } of all) add(judging, rule, found)
}

/**
 * Adds the rows of an update that would be duplicates.
 *
 * @param lock no other transaction gives a device such a value until this one ends
 */
export async function addDuplicateUpdates(
  { db, tenant, bulk, settings, header, problems }: UpdateWork,
  lock: boolean,
): Promise<void> {
  for (const rule of deviceRules(settings.shared)) {
    const found = await findInSheet(db, tenant, rule, bulk, { limit: problems.room, lock })
    add({ config: settings.shared, header, problems }, rule, found)
  }
}

function add({ header, problems }: Judging, rule: UniqueRule, found: readonly Duplicate[]): void {
  const { name, unique } = rule.field
  const rows = found.map(
    ({ line, value, first }): RosterProblem => ({
      row: line,
      column: header.headerOf(name),
      value: (value ?? '').slice(0, 100),
      ...(first === null ? { code: 'valueTaken' } : { code: 'duplicateValue', params: { first } }),
      ...(unique?.message && { message: unique.message }),
    }),
  )
  problems.add(rows, found[0]?.total)
}

/**
 * Adds the rows of a batch's sheet whose devices would be duplicates in that batch.
 *
 * @param batch which, and the name of a staged row's bunch as SQL
 * @param leaving devices that leave the batch
 */
export async function addDuplicatesInBatch(
  { tx, tenant, staging }: StagedWork,
  batch: {
    id: number
    bunch: RawBuilder<unknown>
    bunches: RawBuilder<unknown>
    leaving: RawBuilder<boolean>
  },
  judging: Judging & { settings: Pick<RosterSettings, 'locale'> },
): Promise<void> {
  const { header, problems, settings } = judging
  for (const rule of deviceRules(judging.config)) {
    if (!rule.fields.some(({ name }) => name === 'batch_id' || name === 'bunch_id')) continue
    const stored = storedOf(rule)
    const read = (field: CompiledField) =>
      field.name === 'batch_id'
        ? sql`${batch.id}::text`
        : field.name === 'bunch_id'
          ? sql`(${batch.bunch})::text`
          : stored(field)
    const vendor = sql`${rule.within === 'vendor' ? sql`devices.vendor_id` : sql`0`}::integer`
    const joined = tenant
      .devices()
      .innerJoin(
        sql<{ id: string; line: number; bunch: string }>`${staging.table}`.as('s'),
        's.id',
        'devices.id',
      )
      .leftJoin(sql<{ id: number; name: string }>`${batch.bunches}`.as('n'), join =>
        join.on(sql<boolean>`n.name = lower(s.bunch)`),
      )
      .select(['s.line', 'devices.id', 'devices.id as value', sql`${vendor}`.as('vendor')])
      .select([keyOf(rule, read, sql`devices.vendor_id`).as('key'), storedKey(rule).as('former')])
    const leaving = tenant
      .devices()
      .where(batch.leaving)
      .select([sql`0`.as('line'), 'devices.id', 'devices.id as value', sql`0`.as('vendor')])
      .select([sql`null::text`.as('key'), sql`null::text`.as('former')])
    const rows = sql`select * from ${joined} joined union all select * from ${leaving} leaving`
    await lockRule(tx, rule, rows)
    const found = await findDuplicates(tx, tenant, rule, { rows, limit: problems.room })
    const name = pick(rule.field.label, settings.locale)
    const cells = found.map(({ line, id }) => ({
      row: line,
      column: header.headerOf('id'),
      value: id ?? '',
      code: 'duplicateInBatch' as const,
      params: { name },
    }))
    problems.add(cells, found[0]?.total)
  }
}

/** The rules that a sheet can break: their values stand in columns, or in fields that config adds. */
const deviceRules = ({ resources: { devices } }: CompiledConfig): UniqueRule[] =>
  devices
    ? uniqueRules(devices).filter(({ fields }) =>
        fields.every(({ storage, name }) => storage === 'extra' || columnOf('devices', name) !== undefined),
      )
    : []
