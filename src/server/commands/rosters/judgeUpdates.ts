/**
 * Rows of an update, each beside the device that it names: what becomes of it, by the validator and the write levels of
 * an edit.
 */
import { sql } from 'kysely'
import { padSerial } from '../../../domain/serial'
import { valueAt } from '../../../engine/recordValue'
import type { RosterProblem, RosterReader, RosterRecord } from '../../../engine/roster'
import { normalise, nothingOf } from '../../../engine/values'
import type { Caller } from '../../caller'
import { type Problems, Refusal } from '../../refusal'
import type { Db } from '../../store/database'
import { type DeviceRow, deviceRows } from '../../store/devices/deviceRows'
import type { StoredRow } from '../../store/records/sources'
import { visibleRecord } from '../../store/records/visible'
import { inIds } from '../../store/sql'
import type { Tenant } from '../../store/tenancy'
import { DEVICE_FIELDS } from '../bulk/patch'
import { type Accepted, acceptRecord, referenceProblemsOfMany } from '../records/acceptRecord'
import { type Differences, shownValue } from './differences'
import type { RosterProblems, RosterSettings } from './rosterProblems'
import { COLUMN_OF, entered, type Judging } from './updateFields'
import { newPlaces, PLACES, type PlaceColumn, placeNames, placesOf, readNamed } from './updatePlaces'
import { chosenId, type ReferenceChoices, readChoices } from './updateReferences'

export interface UpdateWork extends Judging {
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

/** A row that changes its device, as it waits to be stored. */
interface Change {
  id: string
  /** The state that was judged, exactly. */
  updated: string
  after: { columns: Record<string, unknown>; extra: unknown; line: number }
}

/**
 * Judges some rows, and keeps those that change something beside the change (`bulk_rows`).
 *
 * @throws Refusal 409 where a device was changed while it was judged
 */
export async function judgeUpdates(work: UpdateWork, records: readonly RosterRecord[]): Promise<void> {
  const { db, tenant, caller, differences, bulk } = work
  const ids = records.flatMap(({ values }) => values.id ?? [])
  if (ids.length === 0) return
  const found = (await tenant
    .from(deviceRows(tenant))
    .where(inIds(sql`"row".id`, ids))
    .selectAll('row')
    .select(sql<string>`"row".updated::text`.as('read'))
    .execute()) as unknown as ReadRow[]
  const rows = new Map(found.map(row => [row.id, row]))
  const named = await readNamed(tenant, caller, records)
  const choices = await readChoices({ db, tenant, config: work.settings.shared }, work.references, records)
  const judged: Judged[] = []
  for (const record of records) {
    const { id } = record.values
    if (id === undefined) continue
    const row = rows.get(id)
    if (row) judged.push(judgeOne(work, record, row, named, choices))
    else {
      differences.unknown += 1
      report(work, record, 'id', { code: 'deviceUnknown' })
    }
  }
  const lost = await referenceProblemsOfMany(tenant, { fields: ownFields(work) }, judged)
  const changes: Change[] = []
  for (const [at, one] of judged.entries()) {
    const { row, record } = one
    const after = becomes(work, one, lost[at] ?? {})
    differences[after ? 'changed' : 'unchanged'] += 1
    if (after) changes.push({ id: row.id, updated: row.read, after: { ...after, line: record.row } })
  }
  if (changes.length === 0) return
  const { numInsertedOrUpdatedRows: kept } = await db
    .insertInto('bulk_rows')
    .columns(['bulk_id', 'device_id', 'before', 'updated', 'after'])
    .expression(
      tenant
        .devices()
        .innerJoin(
          sql<{
            id: string
            updated: Date
            after: never
          }>`jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)`.as<'judged'>(
            sql`judged (id text, updated timestamptz, after jsonb)`,
          ),
          'judged.id',
          'devices.id',
        )
        .whereRef('judged.updated', '=', 'devices.updated')
        .select([
          sql<number>`${bulk}::bigint`.as('bulk_id'),
          'devices.id as device_id',
          // Where it is: the history of many devices says where they have been (`bulk/manyMoves`).
          sql<never>`jsonb_build_object('vendor', devices.vendor_id, 'columns', jsonb_build_object(
            'batch_id', devices.batch_id, 'client', devices.client_id, 'vendor', devices.vendor_id))`.as(
            'before',
          ),
          'devices.updated',
          'judged.after',
        ]),
    )
    .executeTakeFirstOrThrow()
  if (Number(kept ?? 0) !== changes.length) throw new Refusal(409, 'bulk.busy')
}

type ReadRow = DeviceRow & { read: string }

/** A row beside its device: what is entered, and what of it is accepted. */
interface Judged {
  record: RosterRecord
  row: ReadRow
  current: ReturnType<typeof visibleRecord>
  places: ReturnType<typeof placesOf>
  input: Record<string, unknown>
  accepted: Accepted
  /** In which references are looked for. */
  taken: Record<string, unknown>
  /** Whose it becomes. */
  vendor: number
}

/** The fields that config adds to devices. */
const ownFields = ({ resource }: UpdateWork) =>
  Object.fromEntries(Object.entries(resource.fields).filter(([, { storage }]) => storage === 'extra'))

function judgeOne(
  work: UpdateWork,
  record: RosterRecord,
  row: ReadRow,
  named: Awaited<ReturnType<typeof readNamed>>,
  choices: ReferenceChoices,
): Judged {
  const { caller, resource, view, settings } = work
  const current = visibleRecord(row as unknown as StoredRow, view)
  const { places, problems: lost } = newPlaces(record, row, named)
  for (const [column, code] of Object.entries(lost)) report(work, record, column, { code })
  const input = entered(record, resource, places)
  // Lists show and export serials with zeros in front (§2): so written, it is the one that the device has.
  if (input.serial === padSerial(row.serial, settings.shared.app.limits.serialWidth))
    input.serial = row.serial
  for (const field of work.references) {
    const text = record.extra[field.name]
    if (text === undefined) continue
    const futureValue = (name: string) => valueAt({ ...current, ...input, ...places }, name)
    const chosen = chosenId(field, text, choices.get(field) ?? [], futureValue)
    if ('id' in chosen) input[field.name] = chosen.id
    else {
      delete input[field.name]
      report(work, record, field.name, chosen)
    }
  }
  const accepted = acceptRecord({ resource, input, current, extra: row.extra }, caller, settings.shared)
  const taken = { ...accepted.extra, ...places }
  return { record, row, current, places, input, accepted, taken, vendor: places.vendor }
}

/** The new columns of a device; undefined where nothing changes. */
function becomes(
  work: UpdateWork,
  { record, row, current, places, input, accepted }: Judged,
  unfit: Problems,
): Omit<Change['after'], 'line'> | undefined {
  const { resource, settings } = work
  const before = placesOf(row)
  for (const [name, problem] of Object.entries({ ...unfit, ...accepted.problems }))
    report(work, record, COLUMN_OF[name] ?? name, problem as Pick<RosterProblem, 'code'>)

  const columns: Record<string, unknown> = {}
  const note = (field: string, was: string, is: string) => {
    if (!work.hidden.has(field)) work.differences.note(field, { id: row.id, before: was, after: is })
  }
  const names = placeNames(row)
  for (const [column, field] of Object.entries(PLACES) as [PlaceColumn, keyof typeof places][]) {
    if (places[field] === before[field]) continue
    // Cleared as a consequence of another change, so it is not checked as input.
    if (field in input && valueAt(accepted.values, field) === undefined) {
      report(work, record, column, { code: 'forbidden' })
      continue
    }
    columns[field] = field === 'vendor' || places[field] > 0 ? places[field] : null
    note(column, names[column], record.values[column] ?? '')
  }
  const shown = (name: string, value: unknown) =>
    shownValue(resource.fields[name], value, settings.shared.roster, settings.locale)
  for (const name of Object.keys(DEVICE_FIELDS)) {
    if (name in before || !(name in input)) continue
    const [was, is] = [valueAt(current, name), valueAt(accepted.values, name)]
    // As in a registration, what a condition hides is not dropped in silence.
    if (
      is === undefined &&
      String(was ?? '') !== String(input[name]) &&
      !Object.hasOwn(accepted.problems, name)
    )
      report(work, record, name, { code: 'notHere' })
    if (is === undefined || String(was ?? '') === String(is)) continue
    columns[name] = name === 'sido' ? is || null : is
    note(name, shown(name, was), shown(name, is))
  }
  let isExtra = false
  for (const [name, field] of Object.entries(ownFields(work))) {
    const [was, is] = [row.extra[name], accepted.extra[name]]
    const isLost = name in input && !same(normalise(field, input[name]), normalise(field, is))
    if (isLost && !Object.hasOwn(accepted.problems, name)) report(work, record, name, { code: 'notHere' })
    // An edit also stores the empty value of a new field; that is no change.
    if (same(was, is) || (was === undefined && same(is, nothingOf(field)))) continue
    isExtra = true
    note(name, shown(name, was), field.reference ? String(record.extra[name] ?? '') : shown(name, is))
  }
  return isExtra || Object.keys(columns).length > 0 ? { columns, extra: accepted.extra } : undefined
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function report(
  { problems, header }: UpdateWork,
  { row, values, extra }: RosterRecord,
  field: string,
  { code, params, message }: Pick<RosterProblem, 'code' | 'params' | 'message'>,
): void {
  const value = String(values[field] ?? extra[field] ?? '').slice(0, 100)
  problems.add([
    {
      row,
      column: header.headerOf(field),
      value,
      code,
      ...(params && { params }),
      ...(message && { message }),
    },
  ])
}
