/** Enforces `unique` of config for sheets that register devices, update devices or replace the devices of a batch. */
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
import { findDuplicateLines } from '../bulk/duplicates'
import { type Duplicate, findDuplicates, lockRule } from '../records/unique'
import type { RosterProblems, RosterSettings } from './rosterProblems'
import type { StagedWork } from './rosterStaging'
import type { UpdateWork } from './validateUpdates'

/** The config to check by, and where to add problems. */
interface CheckTarget {
  config: CompiledConfig
  header: Pick<RosterReader, 'headerOf'>
  problems: Pick<RosterProblems, 'add' | 'limit'>
}

/** SQL for the built-in fields of a row: `s` is the staged row, `n` its names resolved to ids (`roster_names`). */
const BUILT_IN: Readonly<Record<string, RawBuilder<unknown>>> = {
  vendor: sql`n.vendor_id::text`,
  client: sql`n.client_id::text`,
  model_id: sql`n.model_id::text`,
  batch_id: sql`n.batch_id::text`,
  bunch_id: sql`n.bunch_id::text`,
  serial: sql`s.serial`,
  isdn: sql`s.isdn`,
}

/**
 * Finds rows of a registration with a unique value that another device or row has. Call it after `resolveNames` and
 * `resolveReferences`.
 *
 * @param lock prevents other transactions from storing such values until this one ends
 */
export async function findDuplicateRows(
  { tx, tenant, staging: { table } }: StagedWork,
  config: CompiledConfig,
  { limit, lock }: { limit: number; lock: boolean },
): Promise<{ rule: UniqueRule; duplicates: Duplicate[] }[]> {
  const all: { rule: UniqueRule; duplicates: Duplicate[] }[] = []
  for (const rule of deviceRules(config)) {
    const read = (field: CompiledField) =>
      field.storage === 'extra' ? extraValue(sql`s.extra`, field) : BUILT_IN[field.name]!
    const rows = sql`
      select s.line, s.id, ${read(rule.field)} as value,
        ${rule.within === 'vendor' ? sql`n.vendor_id` : sql`0`}::integer as vendor,
        ${keyOf(rule, read, sql`n.vendor_id`)} as key, null::text as former
      from ${table} s join roster_names n using (vendor, client, model, batch, bunch)`
    if (lock) await lockRule(tx, rule, rows)
    const duplicates = await findDuplicates(tx, tenant, rule, { rows, limit })
    if (duplicates.length > 0) all.push({ rule, duplicates })
  }
  return all
}

/** Adds a problem for each row of a registration that would be a duplicate. */
export async function addDuplicateRows(work: StagedWork, target: CheckTarget): Promise<void> {
  const { config, problems } = target
  const all = await findDuplicateRows(work, config, { limit: problems.limit, lock: true })
  for (const { rule, duplicates } of all) addProblems(target, rule, duplicates)
}

/**
 * Adds a problem for each row of an update that would be a duplicate.
 *
 * @param lock prevents other transactions from storing such values until this one ends
 */
export async function addDuplicateUpdates(
  { db, tenant, bulk, settings, header, problems }: UpdateWork,
  { lock }: { lock: boolean },
): Promise<void> {
  for (const rule of deviceRules(settings.shared)) {
    const duplicates = await findDuplicateLines(db, tenant, rule, bulk, { limit: problems.limit, lock })
    addProblems({ config: settings.shared, header, problems }, rule, duplicates)
  }
}

/** Adds a problem for each of these duplicates. */
function addProblems(
  { header, problems }: CheckTarget,
  rule: UniqueRule,
  duplicates: readonly Duplicate[],
): void {
  const { name, unique } = rule.field
  const rows = duplicates.map(
    ({ line, value, first }): RosterProblem => ({
      row: line,
      column: header.headerOf(name),
      value: (value ?? '').slice(0, 100),
      ...(first === null ? { code: 'valueTaken' } : { code: 'duplicateValue', params: { first } }),
      ...(unique?.message && { message: unique.message }),
    }),
  )
  problems.add(rows, duplicates[0]?.total)
}

/**
 * Adds a problem for each row whose device would be a duplicate once it is in the batch. Only rules that include the
 * batch or bunch are checked.
 *
 * @param batch `bunch` is the new bunch id of a staged row; `bunches` are the batch's bunches by name; `leaving` is the
 *   condition for devices that leave the batch
 */
export async function addDuplicatesInBatch(
  { tx, tenant, staging }: StagedWork,
  batch: {
    id: number
    bunch: RawBuilder<unknown>
    bunches: RawBuilder<unknown>
    leaving: RawBuilder<boolean>
  },
  target: CheckTarget & { settings: Pick<RosterSettings, 'locale'> },
): Promise<void> {
  const { header, problems, settings } = target
  for (const rule of deviceRules(target.config)) {
    if (!rule.fields.some(({ name }) => name === 'batch_id' || name === 'bunch_id')) continue
    const stored = storedOf(rule)
    const read = (field: CompiledField) => {
      if (field.name === 'batch_id') return sql`${batch.id}::text`
      return field.name === 'bunch_id' ? sql`(${batch.bunch})::text` : stored(field)
    }
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
    // Leaving devices are incoming rows without a key: a joining device may have the key that they give up.
    const leaving = tenant
      .devices()
      .where(batch.leaving)
      .select([sql`0`.as('line'), 'devices.id', 'devices.id as value', sql`0`.as('vendor')])
      .select([sql`null::text`.as('key'), sql`null::text`.as('former')])
    const rows = sql`select * from ${joined} joined union all select * from ${leaving} leaving`
    await lockRule(tx, rule, rows)
    const duplicates = await findDuplicates(tx, tenant, rule, { rows, limit: problems.limit })
    const name = pick(rule.field.label, settings.locale)
    const cells = duplicates.map(({ line, id }) => ({
      row: line,
      column: header.headerOf('id'),
      value: id ?? '',
      code: 'duplicateInBatch' as const,
      params: { name },
    }))
    problems.add(cells, duplicates[0]?.total)
  }
}

/** Rules with only columns of `devices` and added fields: a sheet can violate no other rule. */
const deviceRules = ({ resources: { devices } }: CompiledConfig): UniqueRule[] =>
  devices
    ? uniqueRules(devices).filter(({ fields }) =>
        fields.every(({ storage, name }) => storage === 'extra' || columnOf('devices', name) !== undefined),
      )
    : []
