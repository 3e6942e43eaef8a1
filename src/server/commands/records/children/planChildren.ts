/**
 * Validates the rows of `children` fields that are sent with their record, each by the rules of its own resource.
 * Writes nothing.
 */
import { ownValue } from '../../../../domain/own'
import {
  type ChildrenField,
  childrenFieldsOf,
  type RowRights,
  readChildRows,
  rowCountProblem,
  rowKey,
  rowResource,
  rowRights,
  validateRows,
} from '../../../../engine/children'
import type { CompiledResource } from '../../../../engine/compiled'
import { holds, type RuleContext } from '../../../../engine/conditions'
import { isEmpty, isSameValue } from '../../../../engine/recordValue'
import { storedValue } from '../../../../engine/stored'
import type { FieldProblem } from '../../../../engine/validation/valueProblem'
import { normalise } from '../../../../engine/values'
import { type Caller, userOf } from '../../../caller'
import type { Problems } from '../../../refusal'
import { findChildren } from '../../../store/records/children'
import { withConcealed } from '../../../store/records/reach'
import { readReferenced } from '../../../store/records/referenced'
import type { StoredRow, Wire } from '../../../store/records/sources'
import { type RecordContext, viewOf, visibleRecord } from '../../../store/records/visible'
import type { Tenant } from '../../../store/tenancy'
import { type Accepted, acceptRecord, referenceProblemsOfMany } from '../acceptRecord'

/** The save of the parent record. */
export interface ParentSave {
  tenant: Tenant
  caller: Caller
  context: RecordContext
  input: Readonly<Wire>
  /** The stored parent; absent for a new one. */
  row: StoredRow | undefined
  /** The future parent, for conditions. */
  after: Readonly<Wire>
  /** Its future vendor. */
  vendor: number
}

interface PlannedRow {
  /** Index in the sent list; absent for rows that only change their vendor with the parent. */
  sentIndex: number | undefined
  row: StoredRow | undefined
  current: Wire | undefined
  accepted: Accepted
  /** Validates the row again, once a new parent has an id. */
  revalidate: (parent: number) => Accepted
}

/** The changes to the rows of one field. */
export interface RowPlan {
  field: ChildrenField
  child: CompiledResource
  /** The rows to write. */
  rows: PlannedRow[]
  /** The rows to delete. */
  removed: StoredRow[]
}

/** Validates the sent rows of all `children` fields. */
export async function planChildren(
  parentSave: ParentSave,
): Promise<{ plans: RowPlan[]; problems: Problems }> {
  const plans: RowPlan[] = []
  const problems: Record<string, FieldProblem> = {}
  for (const field of childrenFieldsOf(parentSave.context.resource)) {
    const child = ownValue(parentSave.context.config.resources, field.children.resource)
    if (!child) continue
    const planned = await planField(parentSave, field, child)
    Object.assign(problems, planned.problems)
    if (planned.plan) plans.push(planned.plan)
  }
  return { plans, problems }
}

interface Planned {
  plan?: RowPlan
  problems: Problems
}

/** Plans the changes of one field. `plan` is absent if its rows do not change, or if there are problems. */
async function planField(
  parentSave: ParentSave,
  field: ChildrenField,
  child: CompiledResource,
): Promise<Planned> {
  const { tenant, caller, input, row, after, vendor } = parentSave
  const sent = ownValue(input, field.name)
  const refused: Planned = { problems: { [field.name]: { code: 'field.notWritable', params: {} } } }
  const rights = rowRights(child, field, caller)
  // A caller that may not read the rows must not send any.
  if (!rights.read && sent !== undefined && !isEmpty(sent)) return refused
  const ruleContext: RuleContext = {
    action: row ? 'edit' : 'create',
    level: caller.level,
    levels: caller.levels,
    user: userOf(caller),
    record: after,
  }
  const isSent = rights.read && sent !== undefined && holds(field.visible, ruleContext)
  if (!isSent) {
    if (!row && rights.create && holds(field.visible, ruleContext)) {
      const countProblem = rowCountProblem(field, 0)
      if (countProblem) return { problems: { [field.name]: countProblem } }
    }
    if (!row || row.vendor_id === vendor) return { problems: {} }
    // The parent moves to another vendor: its rows move with it.
    const movingRows = await findChildren(tenant, child, field, row.id, { lock: true, all: true })
    return {
      plan: {
        field,
        child,
        removed: [],
        rows: movingRows.map(movingRow => planUnchangedRow(parentSave, child, movingRow)),
      },
      problems: {},
    }
  }
  const isLocked = field.readOnly && holds(field.readOnly, ruleContext)
  const allowed = isLocked ? { ...rights, create: false, edit: false, remove: false } : rights
  const stored = row ? await findChildren(tenant, child, field, row.id, { lock: true }) : []
  const { rows, problems } = await acceptRows(parentSave, { field, child, stored, rights: allowed, sent })
  if (Object.keys(problems).length > 0) return { problems }
  const isMoved = row !== undefined && row.vendor_id !== vendor
  const changed = rows.filter(
    planned => !planned.row || isMoved || isChanged(child, planned.row, planned.accepted),
  )
  const sentIds = new Set(rows.map(planned => planned.row?.id))
  const removed = stored.filter(({ id }) => !sentIds.has(id))
  const mayRemove = allowed.remove || removed.length === 0
  // A move to the parent's new vendor needs no right to edit the rows.
  const mayWrite = changed.every(planned => (planned.row ? allowed.edit || isMoved : allowed.create))
  const mayReorder = allowed.edit || field.children.order === undefined || isInOrder(rows, stored)
  return mayRemove && mayWrite && mayReorder
    ? { plan: { field, child, rows: changed, removed }, problems: {} }
    : refused
}

/** The sent rows of one field, and the stored ones. */
interface SentRows {
  field: ChildrenField
  child: CompiledResource
  stored: readonly StoredRow[]
  rights: RowRights
  /** The value of the field in the request. */
  sent: unknown
}

/** Validates the sent rows, each with the stored row of the same id. Rows with an unknown id are left out. */
async function acceptRows(
  { tenant, caller, context, row: parent, vendor }: ParentSave,
  { field, child, stored, rights, sent }: SentRows,
): Promise<{ rows: PlannedRow[]; problems: Problems }> {
  const { config } = context
  const { by } = field.children
  const resource = rowResource(child, field)
  const view = viewOf({ config, resource: child })
  const byId = new Map(stored.map(row => [row.id, { row, current: visibleRecord(row, view) }]))
  const positionFor = positionSetter(field, stored, rights)
  const rows: PlannedRow[] = []
  const sentRows = readChildRows(field, sent).rows.flatMap(sentRow => {
    const existing = sentRow.id === undefined ? undefined : byId.get(sentRow.id)
    return sentRow.id !== undefined && !existing ? [] : [{ sentRow, existing }]
  })
  const completed = await withConcealed(
    tenant,
    { config, resource: child },
    caller.level,
    sentRows.map(({ sentRow, existing }) => ({ input: sentRow.cells, current: existing?.current })),
  )
  for (const [completedIndex, { sentRow, existing }] of sentRows.entries()) {
    const cells = { ...completed[completedIndex]!.input, ...positionFor(sentRow.index, existing?.row) }
    const referenced = existing
      ? undefined
      : await readReferenced(tenant, caller, { config, resource }, cells)
    const accept = (parentId: number | undefined) =>
      acceptRecord(
        {
          resource,
          input: existing || parentId === undefined ? cells : { ...cells, [by]: parentId },
          current: existing?.current,
          referenced,
          extra: existing?.row.extra,
        },
        caller,
        config,
      )
    rows.push({
      sentIndex: sentRow.index,
      row: existing?.row,
      current: existing?.current,
      accepted: accept(parent?.id),
      revalidate: accept,
    })
  }
  const acceptedByIndex = new Map(rows.map(row => [row.sentIndex, row.accepted]))
  const problems = validateRows(field, {
    sent,
    stored: new Map([...byId].map(([id, { current }]) => [id, current])),
    validateRow: ({ index }) => acceptedByIndex.get(index)?.problems ?? {},
  })
  // Skip the reference to the parent, which may not be stored yet.
  const { [by]: _, ...fields } = child.fields
  const referenceProblems = await referenceProblemsOfMany(
    tenant,
    { fields },
    rows.map(row => ({ future: row.accepted.extra, current: row.current, vendor })),
  )
  for (const [index, rowProblems] of referenceProblems.entries())
    for (const [cell, problem] of Object.entries({ ...completed[index]!.problems, ...rowProblems }))
      problems[rowKey(field.name, rows[index]!.sentIndex!, cell)] ??= problem
  return { rows, problems }
}

/**
 * Returns a function that gives the position of a row as field and value, from its index in the sent list and the
 * stored row. A caller that may not edit rows can only append rows.
 */
function positionSetter(
  { children: { order } }: ChildrenField,
  stored: readonly StoredRow[],
  { edit }: RowRights,
) {
  if (order === undefined) return () => ({})
  const storedPositions = stored.map(({ extra }) => extra[order]).filter(value => typeof value === 'number')
  let lastPosition = Math.max(-1, ...storedPositions)
  return (sentIndex: number, row: StoredRow | undefined): Record<string, number> => {
    if (edit) return { [order]: sentIndex }
    return row ? {} : { [order]: ++lastPosition }
  }
}

/** Whether existing rows keep their order. */
function isInOrder(rows: readonly PlannedRow[], stored: readonly StoredRow[]): boolean {
  const ids = rows.flatMap(({ row }) => row?.id ?? [])
  const before = stored.map(({ id }) => id).filter(id => ids.includes(id))
  return ids.every((id, index) => id === before[index])
}

/** Whether a save would change entered values; computed fields follow from them. */
function isChanged({ fields }: CompiledResource, { extra }: StoredRow, accepted: Accepted): boolean {
  return Object.values(fields).some(field => {
    if (field.computed) return false
    const before = normalise(field, storedValue(field, {}, extra))
    const after = normalise(field, storedValue(field, {}, accepted.extra))
    return !isSameValue(before, after)
  })
}

/** Plans a row that keeps its values, for a change of its vendor. */
function planUnchangedRow({ context }: ParentSave, child: CompiledResource, row: StoredRow): PlannedRow {
  const current = visibleRecord(row, viewOf({ config: context.config, resource: child }))
  const accepted: Accepted = { values: {}, extra: row.extra, problems: {}, after: current }
  return { sentIndex: undefined, row, current, accepted, revalidate: () => accepted }
}
