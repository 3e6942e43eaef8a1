/** Writes the rows of `children` fields, in the transaction of the record to which they belong. */
import { type ChildrenField, rowKey } from '../../../../engine/children'
import { Refusal, refuseProblems } from '../../../refusal'
import type { Db } from '../../../store/database'
import { lockParentRows, type Ownership } from '../../../store/records/children'
import type { StoredRow, Wire } from '../../../store/records/sources'
import { viewOf, visibleRecord } from '../../../store/records/visible'
import { addRecordHistory } from '../../history'
import { refuseUnchangeable } from '../changeable'
import { rulesOf } from '../rules'
import { isRecord, settleRecord, type WrittenRecord, writeRecord } from '../storeRecord'
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
  parent: { id: number; vendor_id: number; isNew: boolean },
): Promise<void> {
  if (plans.every(({ rows, removed }) => rows.length + removed.length === 0)) return
  const locked = await lockParentRows(tx, context, [parent.id])
  const ownership = locked.get(parent.id) ?? { vendor_id: parent.vendor_id, maker_id: caller.id }
  for (const { field, child, rows, removed } of plans) {
    const childContext = { ...context, resource: child }
    await deleteChildren(tx, { tenant, caller, context: childContext }, removed)
    const written: { sentIndex: number | undefined; record: WrittenRecord }[] = []
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
      const { sentIndex } = row
      const record = await withRowKeys(field, sentIndex, () => writeRecord(draft, write))
      written.push({ sentIndex, record })
    }
    // The last row is checked first, so that of equal rows the later ones are reported as duplicates.
    for (const { sentIndex, record } of written.reverse())
      await withRowKeys(field, sentIndex, () => settleRecord(tx, record, childContext))
  }
}

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

/**
 * Runs `work` for a row. If it is refused with problems, the problems get the keys of the row's cells in the form of
 * the parent.
 */
async function withRowKeys<Result>(
  { name }: ChildrenField,
  sentIndex: number | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const problems = error instanceof Refusal && sentIndex !== undefined ? error.details.problems : undefined
    if (problems)
      refuseProblems(
        Object.fromEntries(
          Object.entries(problems).map(([cell, problem]) => [rowKey(name, sentIndex!, cell), problem]),
        ),
      )
    throw error
  }
}

/** Deletes rows and adds their history. */
async function deleteChildren(
  tx: Db,
  { tenant, caller, context }: Pick<ParentSave, 'tenant' | 'caller' | 'context'>,
  rows: readonly StoredRow[],
): Promise<void> {
  const { resource } = context
  for (const row of rows) {
    const before = visibleRecord(row, viewOf(context))
    refuseUnchangeable(caller, resource, before)
    await tenant.delete('records').where(isRecord('records', row.id)).execute()
    await addRecordHistory(tx, caller, { resource, before, vendor: row.vendor_id, level: 0 })
  }
}
