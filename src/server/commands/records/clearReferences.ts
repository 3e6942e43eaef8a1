/**
 * Empties the references of a record to deleted records. The server saves the record by the rules of an ordinary save,
 * but with the rights of a master.
 */
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import { holds } from '../../../engine/conditions'
import { valueAt } from '../../../engine/recordValue'
import { validateRecord } from '../../../engine/validation/validateRecord'
import { applyInput } from '../../../engine/validation/writableRecord'
import { emptyValueOf } from '../../../engine/values'
import { type Caller, userOf } from '../../caller'
import { Refusal, refuseProblems } from '../../refusal'
import type { Db } from '../../store/database'
import { textOfValue } from '../../store/records/references'
import type { RecordKey, Wire } from '../../store/records/sources'
import type { RecordSet } from '../../store/records/uses'
import { type RecordContext, viewOf, visibleRecord } from '../../store/records/visible'
import type { Tenant } from '../../store/tenancy'
import { referenceProblems, splitValues } from './acceptRecord'
import { outOfScope } from './removal'
import { rulesOf } from './rules'
import { findForChange } from './saveRecord'
import { storeRecord } from './storeRecord'

/**
 * Saves the record without its references to the deleted records. If that save is refused (rules of config, required
 * fields, references that depend on the emptied one), nothing is deleted.
 *
 * @param toDelete the records that are about to be deleted
 * @throws Refusal 409 with the name of the record and its first problem
 */
export async function clearReferences(
  tx: Db,
  tenant: Tenant,
  caller: Caller,
  context: RecordContext,
  { id, toDelete }: { id: RecordKey; toDelete: RecordSet },
): Promise<void> {
  const { resource, config } = context
  const row = await findForChange(tenant, resource, id, 'lockFields')
  const current = visibleRecord(row, viewOf(context))
  const input = clearedValues(resource, current, toDelete)
  const levels = config.levels.numbers
  const level = levels.master
  const writing = { action: 'edit', level, levels, user: userOf(caller), current } as const
  const writable = writableFor(resource, input, { ...writing, record: current })
  const { accepted, computed } = applyInput(writable, input, writing)
  const { password } = config.app.limits
  const problems = validateRecord(writable, accepted, { ...writing, password })
  const newValues = splitValues(resource, row.extra, { ...accepted, ...computed })
  const draft = { tenant, caller, config, resource, input, row, current, ...newValues }
  const rules = rulesOf(resource)
  try {
    rules.refuseChange?.(caller, row)
    const write = await rules.columnsFor(draft)
    const invalidReferences = await referenceProblems(
      tenant,
      resource,
      { ...newValues.extra, ...newValues.values },
      current,
      row.vendor_id,
    )
    refuseProblems({ ...invalidReferences, ...problems, ...write.problems })
    await storeRecord(tx, draft, write, context)
    await rules.afterSave?.(tx, draft, write)
  } catch (error) {
    const visible = visibleRecord(row, viewOf(context, caller.level))
    throw asOfDeletion(error, context, visible[resource.recordName] ?? row.id)
  }
}

/** The new values of the fields that refer to deleted records. */
function clearedValues({ fields }: CompiledResource, current: Readonly<Wire>, toDelete: RecordSet): Wire {
  const input: Wire = {}
  for (const field of Object.values(fields)) {
    const deletedIds = field.onDelete === 'clear' ? toDelete.get(field.reference ?? '') : undefined
    if (!deletedIds) continue
    const isDeleted = (id: unknown) => deletedIds.has(textOfValue(id) ?? '')
    const value = valueAt(current, field.name)
    if (Array.isArray(value)) {
      if (value.some(isDeleted)) input[field.name] = value.filter(id => !isDeleted(id))
    } else if (isDeleted(value)) input[field.name] = emptyValueOf(field)
  }
  return input
}

/**
 * The resource with the fields of `input` made writable, since they are emptied in spite of rights, `readOnly` and
 * `visible`. A required field stays required if it is visible, so that emptying it is refused.
 */
function writableFor(
  resource: CompiledResource,
  input: Readonly<Wire>,
  context: Parameters<typeof holds>[1],
): CompiledResource {
  const fields = Object.keys(input).map((name): [string, CompiledField] => {
    const { required, visible, readOnly: _, ...field } = resource.fields[name]!
    const staysRequired = required && holds(visible, context)
    // `none` is the lowest level.
    return [name, { ...field, read: 'none', write: 'none', ...(staysRequired && { required }) }]
  })
  return { ...resource, fields: { ...resource.fields, ...Object.fromEntries(fields) } }
}

/** Turns the refused save of a referring record into the error of the deletion. */
function asOfDeletion(error: unknown, context: RecordContext, name: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  const [firstProblem] = Object.entries(error.details.problems ?? {})
  // The caller may not change the record, or the change would violate the row rules of its role.
  if (!firstProblem) return error.status < 500 ? outOfScope() : error
  const { resource } = context
  const [field, reason] = firstProblem
  return new Refusal(409, 'record.clearRefused', {
    resource: resource.label,
    record: String(name ?? ''),
    at: resource.fields[field]?.label ?? field.replace(/^checks\./, ''),
    reason,
  })
}
