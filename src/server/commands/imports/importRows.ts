/** Turns the rows of a sheet into changes of records: resolves names, and finds the stored record of each row. */
import { type RawBuilder, sql } from 'kysely'
import type { ImportMode } from '../../../contract/imports'
import { hasLevel } from '../../../domain/authority'
import type { CompiledField } from '../../../engine/compiled'
import { isSameValue, valueAt } from '../../../engine/recordValue'
import { comparable, type RosterRecord, type SheetPlan } from '../../../engine/roster'
import { applyInput } from '../../../engine/validation/writableRecord'
import { emptyValueOf, isEmptyValue, normalise, setValue } from '../../../engine/values'
import { type Caller, userOf } from '../../caller'
import { groupBy } from '../../collections'
import type { Db } from '../../store/database'
import { conceal } from '../../store/records/reach'
import { isOwned, namesOf } from '../../store/records/references'
import { findRecords, type RecordKey, type Wire } from '../../store/records/sources'
import { tableOf } from '../../store/records/tables'
import { columnOf, storedKey, keyOf as uniqueKeyOf, uniqueRules } from '../../store/records/uniqueKeys'
import { type RecordContext, viewOf, visibleRecord } from '../../store/records/visible'
import { type Tenant, tableRows } from '../../store/tenancy'
import { type Differences, shownValue } from '../rosters/differences'
import { chosenValue, type ReferenceChoices, readChoices } from '../rosters/namedReferences'
import type { ReportedProblem } from '../rosters/rosterProblems'
import { sortByDependency } from '../rosters/rosterReferences'

/** A record to create (without id) or to change, with its row. */
export interface RowChange {
  id?: RecordKey
  input: Wire
  record: ImportedRow
}

/** Rows whose names and stored records are looked up together. */
export const ROWS_PER_STEP = 250

/** The changes that each chunk of rows makes, in their order. Invalid rows are reported and make none. */
export async function* changesOf(
  work: ImportWork,
  chunks: Iterable<readonly ImportedRow[]> | AsyncIterable<readonly ImportedRow[]>,
): AsyncGenerator<RowChange[]> {
  const references = referencesOf(work.plan)
  for await (const records of chunks) {
    const { tx, tenant, context } = work
    const stored = await findStored(work, records)
    const choices = await readChoices({ db: tx, tenant, config: context.config }, references, ({ name }) =>
      records.map(({ values }) => values[name]),
    )
    const names = await namesBefore(work, references, [...stored.values()].flat())
    const changes: RowChange[] = []
    for (const record of records) {
      let isRefused = record.isInvalid ?? false
      const report: ReportProblem = (...problem) => {
        isRefused = true
        work.report(...problem)
      }
      const found = stored.get(record.row) ?? []
      const change = changeOf({ ...work, report, references, choices, names }, record, found)
      if (change && !isRefused) changes.push(change)
    }
    yield changes
  }
}

/** The references of the sheet, so that each comes after those on which its choices depend. */
const referencesOf = ({ columns, resource, isByName }: SheetPlan): CompiledField[] => {
  const fields = columns.flatMap(({ field }) => resource.fields[field] ?? []).filter(isByName)
  const isVendor = ({ name }: CompiledField) => name === 'vendor'
  return [...fields.filter(isVendor), ...sortByDependency(fields.filter(field => !isVendor(field)))]
}

interface RowWork extends ImportWork {
  references: readonly CompiledField[]
  choices: ReferenceChoices
  /** The names of records to which stored records refer. */
  names: (field: CompiledField, id: unknown) => string
}

/** @returns `undefined` if the row is invalid or changes nothing */
function changeOf(work: RowWork, record: ImportedRow, found: readonly StoredRecord[]): RowChange | undefined {
  const { plan, mode, differences, report } = work
  if (mode !== 'add' && found.length > 1) {
    report(record, plan.key!, { code: 'keyAmbiguous' })
    return undefined
  }
  const [stored] = found
  if (mode === 'update' && !stored) {
    differences.unknown += 1
    // A row without a key was refused already.
    if (keyOf(plan, record) !== undefined) report(record, plan.key!, { code: 'keyUnknown' })
    return undefined
  }
  const input = inputOf(work, record, stored)
  if (!stored) {
    for (const { field, required } of record.isInvalid || mode === 'add' ? [] : plan.columns)
      if (required && valueAt(input, field) === undefined) report(record, field, { code: 'required' })
    reportDropped(work, record, input)
    differences.unknown += 1
    return { input, record }
  }
  const changed = noteDifferences(work, record, input, stored)
  differences[changed ? 'changed' : 'unchanged'] += 1
  if (!changed) return undefined
  reportDropped(work, record, changed, stored)
  return { id: stored.id, input: { ...changed, updated: stored.shown.updated }, record }
}

/** The values of a row as the body of a save. */
function inputOf(work: RowWork, record: ImportedRow, stored: StoredRecord | undefined): Wire {
  const { plan, caller, references, choices, report } = work
  const { fields, name: resourceName } = plan.resource
  const input: Wire = {}
  for (const [name, value] of Object.entries(record.extra)) setValue(input, name, value)
  for (const name of record.cleared) if (fields[name]) setValue(input, name, emptyValueOf(fields[name]))
  for (const field of references) {
    const text = record.values[field.name]
    if (text === undefined) continue
    const futureValue = (name: string) => valueAt({ ...stored?.shown, ...input }, name)
    const vendor = isOwned(resourceName) ? vendorOf(input, stored, caller) : 0
    const chosen = chosenValue(field, text, choices.get(field) ?? [], futureValue, vendor)
    if ('id' in chosen) setValue(input, field.name, chosen.id)
    else report(record, field.name, chosen)
  }
  return input
}

const vendorOf = ({ vendor }: Wire, stored: StoredRecord | undefined, caller: Caller) =>
  typeof vendor === 'number' ? vendor : (stored?.vendor ?? caller.vendor)

/**
 * Notes the fields that the row changes.
 *
 * @returns the new values; `undefined` if the row changes nothing
 */
function noteDifferences(
  { plan, differences, context, names }: RowWork,
  { values }: ImportedRow,
  input: Wire,
  { id, shown }: StoredRecord,
): Wire | undefined {
  const changed: Wire = {}
  const key = String(valueAt(shown, plan.key!) ?? id)
  for (const { field: name } of plan.columns) {
    const field = plan.resource.fields[name]
    const value = valueAt(input, name)
    if (!field || name === plan.key || value === undefined) continue
    const before = normalise(field, valueAt(shown, name))
    const after = normalise(field, value)
    if (isSameValue(before, after)) continue
    setValue(changed, name, value, shown)
    const format = (shownEntry: unknown) => shownValue(field, shownEntry, plan, context.locale)
    differences.note(name, {
      id: key,
      before: field.reference
        ? [before]
            .flat()
            .map(entry => names(field, entry))
            .filter(Boolean)
            .join(', ')
        : format(before),
      after: values[name] ?? format(after),
    })
  }
  return Object.keys(changed).length > 0 ? changed : undefined
}

/** Reports values that the save would ignore, because a condition hides or locks their field. */
function reportDropped(work: RowWork, record: ImportedRow, input: Wire, stored?: StoredRecord): void {
  // A condition may use one of the refused cells.
  if (record.isInvalid) return
  const { caller, plan, report } = work
  const { level, levels } = caller
  const { accepted } = applyInput(plan.resource, input, {
    action: stored ? 'edit' : 'create',
    level,
    levels,
    user: userOf(caller),
    ...(stored && { current: stored.shown }),
  })
  for (const field of Object.values(plan.resource.fields)) {
    const value = valueAt(input, field.name)
    if (value === undefined || isEmptyValue(field, normalise(field, value))) continue
    const mayWrite = field.write !== 'never' && hasLevel(level, field.write, levels)
    // The save itself refuses a field that the caller may not write, or that is locked in a stored record.
    if (!mayWrite || (stored && field.readOnly)) continue
    if (!isSameValue(normalise(field, value), normalise(field, valueAt(accepted, field.name))))
      report(record, field.name, { code: 'notHere' })
  }
}

/** Reads the names of the records to which the stored records refer. */
async function namesBefore(
  { tenant, context: { config } }: ImportWork,
  references: readonly CompiledField[],
  stored: readonly StoredRecord[],
): Promise<RowWork['names']> {
  const names = new Map<string, ReadonlyMap<string, string>>()
  for (const { name, reference } of stored.length > 0 ? references : [])
    names.set(
      name,
      await namesOf(
        tenant,
        config,
        reference!,
        stored.flatMap(({ shown }) => [valueAt(shown, name)].flat()),
      ),
    )
  return (field, id) => (isEmptyValue(field, id) ? '' : (names.get(field.name)?.get(String(id)) ?? ''))
}

/** A problem of a row: of a field, or of the whole row. */
type ReportProblem = (record: ImportedRow, field: string, problem: ReportedProblem) => void

export type ImportedRow = Pick<RosterRecord, 'row' | 'values' | 'extra' | 'cleared' | 'isInvalid'>

export interface ImportWork {
  tx: Db
  tenant: Tenant
  caller: Caller
  plan: SheetPlan
  mode: ImportMode
  context: Required<RecordContext>
  differences: Differences
  report: ReportProblem
}

/** The text by which a row finds its stored record. */
function keyOf({ key, resource }: SheetPlan, { values, extra }: ImportedRow): unknown {
  const field = key === undefined ? undefined : resource.fields[key]
  const value = field && (extra[field.name] ?? values[field.name])
  return field && value !== undefined ? normalise(field, value) : undefined
}

/** A stored record, as the caller may see it. */
interface StoredRecord {
  id: RecordKey
  vendor: number
  shown: Wire
}

/** The stored records in scope with the key of each row, by row number; none for a sheet that only adds records. */
async function findStored(
  { tenant, caller, plan, mode, context }: ImportWork,
  records: readonly ImportedRow[],
): Promise<ReadonlyMap<number, readonly StoredRecord[]>> {
  const { key, resource } = plan
  if (mode === 'add' || key === undefined) return new Map()
  const texts = [...new Set(records.flatMap(record => comparable(keyOf(plan, record)) || []))]
  if (texts.length === 0) return new Map()
  const { table, rows: inScope } = tableRows(tenant, resource.name)
  const ids = await inScope
    .where(hasKey(tenant, resource, key, texts))
    .select(sql<number>`${sql.ref(`${table}.id`)}`.as('id'))
    .execute()
  const found = await findRecords(
    tenant,
    resource.name,
    ids.map(({ id }) => id),
  )
  const rows = [...found.values()]
  const view = viewOf(context, caller.level)
  const shown = await conceal(
    tenant,
    resource,
    rows.map(row => visibleRecord(row, view)),
  )
  const stored = rows.map((row, index) => ({ id: row.id, vendor: row.vendor_id, shown: shown[index]! }))
  const byKey = groupBy(stored, record => comparable(valueAt(record.shown, key)))
  return new Map(
    records.map(record => [record.row, byKey.get(comparable(keyOf(plan, record))) ?? []] as const),
  )
}

/** SQL for whether a record has one of these keys; uses the index of the field. */
function hasKey(
  tenant: Tenant,
  resource: ImportWork['plan']['resource'],
  key: string,
  texts: readonly string[],
): RawBuilder<boolean> {
  const wanted = sql`unnest(${texts}::text[]) as wanted (text)`
  const rule = uniqueRules(resource).find(({ fields }) => fields.length === 1 && fields[0]!.name === key)
  if (!rule)
    return sql<boolean>`lower(${sql.ref(`${tableOf(resource.name)}.${columnOf(resource.name, key)}`)}) in (
      select text from ${wanted})`
  const text = () => sql`wanted.text`
  if (rule.within === 'everywhere')
    return sql<boolean>`${storedKey(rule)} in (select ${uniqueKeyOf(rule, text, sql`0`)} from ${wanted})`
  // A key is unique within a vendor: the index holds it together with the vendor.
  const vendors = tenant.seesAll('vendors')
    ? sql`${tenant.unscoped('vendors').select('vendors.id')}`
    : sql`(select ${tenant.vendor}::integer as id)`
  return sql<boolean>`${storedKey(rule)} in (
    select ${uniqueKeyOf(rule, text, sql`owner.id`)} from ${wanted}, ${vendors} owner)`
}
