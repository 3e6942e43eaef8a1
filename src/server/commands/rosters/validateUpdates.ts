/**
 * Compares each row of an update sheet with its device and computes the changes, with the same validation and write
 * levels as an edit.
 */
import { sql } from 'kysely'
import { padSerial } from '../../../domain/serial'
import type { CompiledConfig, CompiledField, CompiledResource } from '../../../engine/compiled'
import { isSameValue, valueAt } from '../../../engine/recordValue'
import type { RosterReader, RosterRecord } from '../../../engine/roster'
import { emptyValueOf, normalise } from '../../../engine/values'
import type { Caller } from '../../caller'
import { type Problems, Refusal } from '../../refusal'
import type { Db } from '../../store/database'
import { type DeviceRow, deviceRows } from '../../store/devices/deviceRows'
import { conceal, withConcealed } from '../../store/records/reach'
import type { StoredRow } from '../../store/records/sources'
import { type View, viewOf, visibleRecord } from '../../store/records/visible'
import { inIds } from '../../store/sql'
import type { Tenant } from '../../store/tenancy'
import { DEVICE_FIELDS } from '../bulk/patch'
import { type Accepted, acceptRecord, referenceProblemsOfMany } from '../records/acceptRecord'
import { type Assignments, storedAssignments } from '../records/rules/devices'
import { type Differences, shownValue } from './differences'
import { chosenId, type ReferenceChoices, readChoices } from './namedReferences'
import type { ReportedProblem, RosterProblems, RosterSettings } from './rosterProblems'
import { sortByDependency } from './rosterReferences'
import {
  ASSIGNMENTS,
  type AssignmentColumn,
  assignmentNames,
  readNamed,
  resolveAssignments,
} from './updateAssignments'

export interface UpdateWork extends UpdateFields {
  db: Db
  tenant: Tenant
  caller: Caller
  settings: RosterSettings
  /** The id of the row in `bulk_changes`. */
  bulk: number
  header: RosterReader
  problems: RosterProblems
  differences: Differences
}

/** A changed device, as stored in `bulk_rows`. */
interface Change {
  id: string
  /** `updated` of the validated row, as text: a Date would lose the microseconds. */
  updated: string
  after: { columns: Record<string, unknown>; extra: unknown; line: number }
}

/**
 * Validates some rows and stores the changes in `bulk_rows`.
 *
 * @throws Refusal 409 if a device was changed during validation
 */
export async function validateUpdates(work: UpdateWork, records: readonly RosterRecord[]): Promise<void> {
  const { db, tenant, caller, differences, bulk } = work
  const ids = records.flatMap(({ values }) => values.id ?? [])
  if (ids.length === 0) return
  const devices = (await tenant
    .from(deviceRows(tenant))
    .where(inIds(sql`"row".id`, ids))
    .selectAll('row')
    .select(sql<string>`"row".updated::text`.as('updatedText'))
    .execute()) as unknown as DeviceRowWithTime[]
  const rows = new Map(devices.map(row => [row.id, row]))
  const named = await readNamed(tenant, caller, records)
  const choices = await readChoices(
    { db, tenant, config: work.settings.shared },
    work.references,
    ({ name }) => records.map(({ extra }) => extra[name]),
  )
  const readRows: ReadRow[] = []
  for (const record of records) {
    const { id } = record.values
    if (id === undefined) continue
    const row = rows.get(id)
    if (row) readRows.push(readUpdate(work, record, row, named, choices))
    else {
      differences.unknown += 1
      report(work, record, 'id', { code: 'deviceUnknown' })
    }
  }
  const { shared: config } = work.settings
  const completed = await withConcealed(tenant, { config, resource: work.resource }, caller.level, readRows)
  const visibleExtras = await conceal(
    tenant,
    work.resource,
    readRows.map(({ row }) => row.extra),
  )
  const validated = readRows.map((readRow, index): Validated => {
    const { input, problems } = completed[index]!
    for (const [name, problem] of Object.entries(problems)) report(work, readRow.record, name, problem)
    const { row, current, assignments } = readRow
    const accepted = acceptRecord(
      { resource: work.resource, input, current, extra: row.extra },
      caller,
      config,
    )
    const future = { ...accepted.extra, ...assignments }
    return {
      ...readRow,
      input,
      visibleExtra: visibleExtras[index]!,
      accepted,
      future,
      vendor: assignments.vendor,
    }
  })
  const referenceProblems = await referenceProblemsOfMany(tenant, { fields: addedFields(work) }, validated)
  const changes: Change[] = []
  for (const [index, result] of validated.entries()) {
    const { row, record } = result
    const after = changeOf(work, result, referenceProblems[index] ?? {})
    differences[after ? 'changed' : 'unchanged'] += 1
    if (after) changes.push({ id: row.id, updated: row.updatedText, after: { ...after, line: record.row } })
  }
  if (changes.length === 0) return
  const { numInsertedOrUpdatedRows: stored } = await db
    .insertInto('bulk_rows')
    .columns(['bulk_id', 'record_id', 'before', 'updated', 'after'])
    .expression(
      tenant
        .devices()
        .innerJoin(
          sql<{
            id: string
            updated: Date
            after: never
          }>`jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)`.as<'validated'>(
            sql`validated (id text, updated timestamptz, after jsonb)`,
          ),
          'validated.id',
          'devices.id',
        )
        .whereRef('validated.updated', '=', 'devices.updated')
        .select([
          sql<number>`${bulk}::bigint`.as('bulk_id'),
          'devices.id as record_id',
          // The current vendor, client and batch: the history shows them as the previous ones (`bulk/manyMoves`).
          sql<never>`jsonb_build_object('vendor', devices.vendor_id, 'columns', jsonb_build_object(
            'batch_id', devices.batch_id, 'client', devices.client_id, 'vendor', devices.vendor_id))`.as(
            'before',
          ),
          'devices.updated',
          'validated.after',
        ]),
    )
    .executeTakeFirstOrThrow()
  if (Number(stored ?? 0) !== changes.length) throw new Refusal(409, 'bulk.busy')
}

type DeviceRowWithTime = DeviceRow & { updatedText: string }

/** A row with its device. */
interface ReadRow {
  record: RosterRecord
  row: DeviceRowWithTime
  current: ReturnType<typeof visibleRecord>
  assignments: Assignments
  input: Readonly<Record<string, unknown>>
}

/** A row with the result of validation. */
interface Validated extends ReadRow {
  /** The stored added fields without references that the caller does not see. */
  visibleExtra: Readonly<Record<string, unknown>>
  accepted: Accepted
  /** The values of the device after the update, for the check of references. */
  future: Record<string, unknown>
  /** The future vendor. */
  vendor: number
}

/** The fields that config adds to devices. */
const addedFields = ({ resource }: UpdateWork) =>
  Object.fromEntries(Object.entries(resource.fields).filter(([, { storage }]) => storage === 'extra'))

function readUpdate(
  work: UpdateWork,
  record: RosterRecord,
  row: DeviceRowWithTime,
  named: Awaited<ReturnType<typeof readNamed>>,
  choices: ReferenceChoices,
): ReadRow {
  const { resource, view, settings } = work
  const current = visibleRecord(row as unknown as StoredRow, view)
  const { assignments, problems: assignmentProblems } = resolveAssignments(record, row, named)
  for (const [column, code] of Object.entries(assignmentProblems)) report(work, record, column, { code })
  const input = inputOf(record, resource, assignments)
  // Lists show and export serials with leading zeros (§2): a serial in that form is no change.
  if (input.serial === padSerial(row.serial, settings.shared.app.limits.serialWidth))
    input.serial = row.serial
  for (const field of work.references) {
    const text = record.extra[field.name]
    if (text === undefined) continue
    const futureValue = (name: string) => valueAt({ ...current, ...input, ...assignments }, name)
    const chosen = chosenId(field, text, choices.get(field) ?? [], futureValue)
    if ('id' in chosen) input[field.name] = chosen.id
    else {
      delete input[field.name]
      report(work, record, field.name, chosen)
    }
  }
  return { record, row, current, assignments, input }
}

/**
 * Reports the problems of a row and notes its differences.
 *
 * @returns the new values; `undefined` if the row changes nothing
 */
function changeOf(
  work: UpdateWork,
  { record, row, current, assignments, input, visibleExtra: shownBefore, accepted }: Validated,
  referenceProblems: Problems,
): Omit<Change['after'], 'line'> | undefined {
  const { resource, settings } = work
  const before = storedAssignments(row)
  for (const [name, problem] of Object.entries({ ...referenceProblems, ...accepted.problems }))
    report(work, record, COLUMN_OF[name] ?? name, problem)

  const columns: Record<string, unknown> = {}
  const noteDifference = (field: string, before: string, after: string) => {
    if (!work.hidden.has(field)) work.differences.note(field, { id: row.id, before, after })
  }
  const names = assignmentNames(row)
  for (const [column, field] of Object.entries(ASSIGNMENTS) as [
    AssignmentColumn,
    keyof typeof assignments,
  ][]) {
    if (assignments[field] === before[field]) continue
    // The caller may not write this field. An assignment that is not in `input` was cleared because another one has
    // changed: that needs no write level.
    if (field in input && valueAt(accepted.values, field) === undefined) {
      report(work, record, column, { code: 'forbidden' })
      continue
    }
    columns[field] = field === 'vendor' || assignments[field] > 0 ? assignments[field] : null
    noteDifference(column, names[column], record.values[column] ?? '')
  }
  const format = (name: string, value: unknown) =>
    shownValue(resource.fields[name], value, settings.shared.roster, settings.locale)
  for (const name of Object.keys(DEVICE_FIELDS)) {
    if (name in before || !(name in input)) continue
    const oldValue = valueAt(current, name)
    const newValue = valueAt(accepted.values, name)
    // A new value for a field that a condition hides is reported, not ignored, as in a registration.
    const isHidden = newValue === undefined && String(oldValue ?? '') !== String(input[name])
    if (isHidden && !Object.hasOwn(accepted.problems, name)) report(work, record, name, { code: 'notHere' })
    if (newValue === undefined || String(oldValue ?? '') === String(newValue)) continue
    columns[name] = name === 'sido' ? newValue || null : newValue
    noteDifference(name, format(name, oldValue), format(name, newValue))
  }
  let isExtraChanged = false
  for (const [name, field] of Object.entries(addedFields(work))) {
    const oldValue = row.extra[name]
    const newValue = accepted.extra[name]
    const isDropped = name in input && !isSameValue(normalise(field, input[name]), normalise(field, newValue))
    if (isDropped && !Object.hasOwn(accepted.problems, name)) report(work, record, name, { code: 'notHere' })
    // An edit also stores the empty value of a field that is new in config: not a change of the user.
    const isInitialEmpty = oldValue === undefined && isSameValue(newValue, emptyValueOf(field))
    if (isSameValue(oldValue, newValue) || isInitialEmpty) continue
    isExtraChanged = true
    noteDifference(
      name,
      format(name, shownBefore[name]),
      field.reference ? String(record.extra[name] ?? '') : format(name, newValue),
    )
  }
  return isExtraChanged || Object.keys(columns).length > 0 ? { columns, extra: accepted.extra } : undefined
}

const report = (
  { problems, header }: UpdateWork,
  ...problem: [RosterRecord, string, ReportedProblem]
): void => problems.report(header, ...problem)

/** The device fields of an update, as the caller may see and write them. */
export interface UpdateFields {
  resource: CompiledResource
  view: View
  /** Fields that the caller may not read. */
  hidden: ReadonlySet<string>
  /** Added reference fields that are in the sheet, sorted by `sortByDependency`. */
  references: readonly CompiledField[]
}

export function updateFieldsOf(
  config: CompiledConfig,
  { level }: Caller,
  header: RosterReader,
): UpdateFields {
  const resource = updatableResource(config)
  const fields = Object.values(resource.fields)
  return {
    resource,
    view: viewOf({ config, resource }),
    hidden: viewOf({ config, resource }, level).hidden,
    references: sortByDependency(
      fields.filter(({ name, storage, reference }) => storage === 'extra' && reference && header.has(name)),
    ),
  }
}

/**
 * Makes built-in fields writable that no form writes (`write: never`). `engine/roster/validateRow` has already checked
 * the level of their column.
 */
function updatableResource({ resources, roster }: CompiledConfig): CompiledResource {
  const devices = resources.devices!
  const columns = new Set(roster.columns.map(({ field }) => field))
  const fields = Object.entries(devices.fields).map(([name, field]): [string, CompiledField] => [
    name,
    name !== 'id' && columns.has(name) && field.storage === 'contract' && field.write === 'never'
      ? { ...field, write: 'none' }
      : field,
  ])
  return { ...devices, fields: Object.fromEntries(fields) }
}

/** The roster column of a field that stores an id, such as `batch` of `batch_id`. */
const COLUMN_OF: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ASSIGNMENTS).map(([column, field]) => [field, column]),
)

/** The row as the body of an edit: values of the sheet, and empty values for cleared cells. */
function inputOf(
  { values, extra, cleared }: RosterRecord,
  { fields }: CompiledResource,
  assignments: Readonly<Record<string, number>>,
): Record<string, unknown> {
  const input: Record<string, unknown> = { ...extra }
  for (const [name, text] of Object.entries(values))
    if (name !== 'id' && !(name in ASSIGNMENTS))
      input[name] = fields[name]?.type === 'number' ? Number(text) : text
  for (const [column, field] of Object.entries(ASSIGNMENTS))
    if (column in values || cleared.includes(column)) input[field] = assignments[field]
  for (const name of cleared)
    if (!(name in ASSIGNMENTS)) input[name] = fields[name] ? emptyValueOf(fields[name]) : ''
  return input
}
