/** Writes the rows of `children` fields, in the transaction of the record to which they belong. */
import { type ChildrenField, rowKey } from '../../../../engine/children'
import { Refusal, refuseProblems } from '../../../refusal'
import type { Db } from '../../../store/database'
import { type Belonging, lockOwners } from '../../../store/records/children'
import type { StoredRow, Wire } from '../../../store/records/sources'
import { viewOf, visibleRecord } from '../../../store/records/visible'
import { addRecordHistory } from '../../history'
import { rulesOf } from '../rules'
import { isRecord, settleRecord, type Written, writeRecord } from '../storeRecord'
import type { Owning, RowPlan } from './planChildren'

/**
 * Writes the rows, once the record is stored. What is unique is looked at when all are written, so that rows may swap values.
 *
 * @throws Refusal 422 at cells whose values another record has
 */
export async function storeChildren(
  tx: Db,
  { tenant, caller, context }: Pick<Owning, 'tenant' | 'caller' | 'context'>,
  plans: readonly RowPlan[],
  parent: { id: number; vendor_id: number; isNew: boolean },
): Promise<void> {
  if (plans.every(({ rows, gone }) => rows.length + gone.length === 0)) return
  const owners = await lockOwners(tx, context, [parent.id])
  const belonging = owners.get(parent.id) ?? { vendor_id: parent.vendor_id, maker_id: caller.id }
  for (const { field, child, rows, gone } of plans) {
    const childContext = { ...context, resource: child }
    await deleteChildren(tx, { tenant, caller, context: childContext }, gone)
    const written: { at: number | undefined; one: Written }[] = []
    for (const row of rows) {
      const { values, extra } = parent.isNew ? row.again(parent.id) : row.accepted
      const of = row.row ? {} : { [field.children.by]: parent.id }
      const draft = {
        ...{ tenant, caller, config: context.config, resource: child, input: {}, values },
        ...{ extra: { ...extra, ...of }, row: row.row, current: row.current },
      }
      const computed = ofOwner(await rulesOf(child).columnsFor(draft), belonging, row.row === undefined)
      written.push({ at: row.at, one: await atRow(field, row.at, () => writeRecord(draft, computed)) })
    }
    // Of equal rows the later ones are the duplicates: each is looked at before those above it.
    for (const { at, one } of written.reverse())
      await atRow(field, at, () => settleRecord(tx, one, childContext))
  }
}

/** A part is whose the whole is, and of who made that. */
export function ofOwner<Computed extends { columns: Readonly<Record<string, unknown>>; extra?: Wire }>(
  computed: Computed,
  { vendor_id, maker_id }: Belonging,
  isNew: boolean,
): Computed {
  const { columns, extra } = computed
  return {
    ...computed,
    columns: { ...columns, vendor_id, ...(isNew && { maker_id }) },
    ...(extra && Object.hasOwn(extra, 'vendor') && { extra: { ...extra, vendor: vendor_id } }),
  }
}

/** What is refused of a row is said at its cells. */
async function atRow<Result>(
  { name }: ChildrenField,
  at: number | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const problems = error instanceof Refusal && at !== undefined ? error.details.problems : undefined
    if (problems)
      refuseProblems(
        Object.fromEntries(
          Object.entries(problems).map(([cell, problem]) => [rowKey(name, at!, cell), problem]),
        ),
      )
    throw error
  }
}

/** Deletes rows, each with its row of the history. */
export async function deleteChildren(
  tx: Db,
  { tenant, caller, context }: Pick<Owning, 'tenant' | 'caller' | 'context'>,
  rows: readonly StoredRow[],
): Promise<void> {
  const { resource } = context
  for (const row of rows) {
    await tenant.delete('records').where(isRecord('records', row.id)).execute()
    const before = visibleRecord(row, viewOf(context))
    await addRecordHistory(tx, caller, { resource, before, vendor: row.vendor_id, level: 0 })
  }
}
