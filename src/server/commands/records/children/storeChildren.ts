/** Writes the rows of `children` fields, in the transaction of the record to which they belong. */
import { type ChildrenField, rowKey } from '../../../../engine/children'
import { type Problems, Refusal, refuseProblems } from '../../../refusal'
import type { Db } from '../../../store/database'
import { lockParentRows, type Ownership } from '../../../store/records/children'
import type { StoredRow, Wire } from '../../../store/records/sources'
import { viewOf, visibleRecord } from '../../../store/records/visible'
import { addRecordHistory } from '../../history'
import { rulesOf } from '../rules'
import { type RecordToStore, storeRecords } from '../storeRecord'
import { refuseUnchangeable } from '../writeRules'
import type { ParentSave, RowPlan } from './planChildren'

/**
 * Writes the rows after their record. Unique values are checked when all rows are written, so that rows may swap
 * values.
 *
 * @throws Refusal 422 at a cell if another record has its value
 */
export async function storeChildren(
  tx: Db,
  { tenant, caller, context }: Pick<ParentSave, 'tenant' | 'caller' | 'context'>,
  plans: readonly RowPlan[],
  parent: { id: number; vendor_id: number; isNew: boolean; isPart: boolean },
): Promise<void> {
  if (plans.every(({ rows, removed }) => rows.length + removed.length === 0)) return
  const locked = await lockParentRows(tx, context, [parent.id])
  const ownership = locked.get(parent.id) ?? { vendor_id: parent.vendor_id, maker_id: caller.id }
  for (const { field, child, rows, removed } of plans) {
    const childContext = { ...context, resource: child }
    await deleteChildren(tx, { tenant, caller, context: childContext }, removed)
    const drafts: (RecordToStore & { sentIndex: number | undefined })[] = []
    for (const row of rows) {
      const { values, extra } = parent.isNew ? row.revalidate(parent.id) : row.accepted
      const parentReference = row.row ? {} : { [field.children.by]: parent.id }
      const draft = {
        tenant,
        caller,
        config: context.config,
        resource: child,
        input: {},
        values,
        extra: { ...extra, ...parentReference },
        row: row.row,
        current: row.current,
      }
      const write = withOwnership(await rulesOf(child).columnsFor(draft), ownership, row.row === undefined)
      drafts.push({ draft, write, sentIndex: row.sentIndex })
    }
    const stored = await storeRecords(tx, childContext, drafts, parent.isPart || drafts.length > 1)
    const problems: Problems[] = stored.map((record, index) => {
      if (record instanceof Refusal) throw record
      const { sentIndex } = drafts[index]!
      return sentIndex === undefined ? record.taken : atCells(field, sentIndex, record.taken)
    })
    refuseProblems(Object.assign({}, ...problems))
  }
}

/** The problems of a row by the keys of its cells in the form of the parent. */
const atCells = ({ name }: ChildrenField, sentIndex: number, problems: Problems): Problems =>
  Object.fromEntries(
    Object.entries(problems).map(([cell, problem]) => [rowKey(name, sentIndex, cell), problem]),
  )

/** Sets the parent's vendor, and for a new child the parent's maker. */
export function withOwnership<
  DraftWrite extends { columns: Readonly<Record<string, unknown>>; extra?: Wire },
>(write: DraftWrite, { vendor_id, maker_id }: Ownership, isNew: boolean): DraftWrite {
  const { columns, extra } = write
  return {
    ...write,
    columns: { ...columns, vendor_id, ...(isNew && { maker_id }) },
    ...(extra && Object.hasOwn(extra, 'vendor') && { extra: { ...extra, vendor: vendor_id } }),
  }
}

/** Deletes rows and adds their history. */
async function deleteChildren(
  tx: Db,
  { tenant, caller, context }: Pick<ParentSave, 'tenant' | 'caller' | 'context'>,
  rows: readonly StoredRow[],
): Promise<void> {
  if (rows.length === 0) return
  const { resource } = context
  const removed = rows.map(row => ({
    before: visibleRecord(row, viewOf(context)),
    vendor: row.vendor_id,
    level: 0,
  }))
  for (const { before } of removed) refuseUnchangeable(caller, resource, before)
  const ids = rows.map(({ id }) => id)
  await tenant.delete('records').where('records.id', 'in', ids).execute()
  await addRecordHistory(tx, caller, resource, removed)
}
