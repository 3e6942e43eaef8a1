/**
 * Conceals ids of records out of the caller's scope in the reference fields that config adds: the caller gets an empty
 * reference (security 79), and a save of the empty reference keeps the stored id. Built-in references (model, group,
 * vendor and user of a device) are not concealed: they are part of their record.
 */
import type { CompiledConfig, CompiledField, CompiledResource } from '../../../engine/compiled'
import { isReferring } from '../../../engine/kinds/choices'
import { valueAt } from '../../../engine/recordValue'
import { emptyValueOf, isEmptyValue, withValue } from '../../../engine/values'
import type { Problems } from '../../refusal'
import type { Tenant } from '../tenancy'
import { idsWithin, textOfValue } from './references'
import type { StoredRow, Wire } from './sources'
import { type RecordContext, viewOf, visibleRecord } from './visible'

type Fields = Pick<CompiledResource, 'fields'>
type LimitedField = CompiledField & { reference: string }

/** A record, or some of its values, with the fields of its resource. */
interface Values<Row extends object> {
  resource: Fields
  record: Row
}

/** Whether a reference of this field may lead to a record that the caller does not see. */
export const isLimited = (tenant: Tenant, field: CompiledField | undefined): field is LimitedField =>
  field !== undefined &&
  isReferring(field.type) &&
  field.storage === 'extra' &&
  field.reference !== undefined &&
  !tenant.seesAll(field.reference)

const limitedFields = (tenant: Tenant, { fields }: Fields): LimitedField[] =>
  Object.values(fields).filter(field => isLimited(tenant, field))

const idsIn = (value: unknown): string[] => [value].flat().flatMap(id => textOfValue(id) ?? [])

/** Empties the references of records that lead out of scope, with one query for each resource to which they lead. */
export async function concealAll<Row extends object>(
  tenant: Tenant,
  all: readonly Values<Row>[],
): Promise<Row[]> {
  const limited = new Map<Fields, LimitedField[]>()
  for (const { resource } of all)
    if (!limited.has(resource)) limited.set(resource, limitedFields(tenant, resource))
  const isInReach = await findReach(tenant, all, limited)
  return all.map(({ resource, record }) => {
    let shown: Row = record
    for (const field of limited.get(resource)!) {
      const value = valueAt(record as Wire, field.name)
      if (isEmptyValue(field, value) || idsIn(value).every(id => isInReach(field, id))) continue
      const visibleValue = Array.isArray(value)
        ? value.filter(id => isInReach(field, textOfValue(id) ?? ''))
        : emptyValueOf(field)
      shown = withValue(shown as Wire, field.name, visibleValue) as Row
    }
    return shown
  })
}

/** `concealAll` for records of one resource. */
export const conceal = <Row extends object>(
  tenant: Tenant,
  resource: Fields,
  records: readonly Row[],
): Promise<Row[]> =>
  concealAll(
    tenant,
    records.map(record => ({ resource, record })),
  )

/** A record as a caller of this level gets it. */
export async function shownRecord(
  tenant: Tenant,
  row: StoredRow,
  context: RecordContext,
  level: number,
): Promise<Wire> {
  const [record] = await conceal(tenant, context.resource, [visibleRecord(row, viewOf(context, level))])
  return record!
}

/** A save of a record: the sent values and the stored record (absent for a new one). */
interface RecordSave {
  input: Readonly<Wire>
  current: Readonly<Wire> | undefined
}

/**
 * Adds the concealed stored ids to the input, so that a caller who sends a record as it was read does not change it. If
 * the input names a concealed id, the problem is the same as for an unknown id: a caller must not find out stored ids
 * by guessing.
 *
 * @param level the caller's level; fields that it may not read are not completed
 */
export async function withConcealed(
  tenant: Tenant,
  { config, resource }: { config: CompiledConfig; resource: CompiledResource },
  level: number,
  all: readonly RecordSave[],
): Promise<{ input: Readonly<Wire>; problems: Problems }[]> {
  const { hidden } = viewOf({ config, resource }, level)
  const fields = limitedFields(tenant, resource).filter(({ name }) => !hidden.has(name))
  const stored = all.flatMap(({ current }) => (current ? [{ resource, record: current }] : []))
  const isInReach = await findReach(tenant, stored, new Map([[resource, fields]]))
  return all.map(({ input: sent, current }) => {
    let input = sent
    const problems: Record<string, Problems[string]> = {}
    for (const field of fields) {
      const value = valueAt(sent, field.name)
      const before = current && valueAt(current, field.name)
      if (value === undefined || isEmptyValue(field, before)) continue
      const isConcealed = (id: unknown) => !isInReach(field, textOfValue(id) ?? '')
      const concealed = [before].flat().filter(isConcealed)
      if (concealed.length === 0) continue
      const texts = new Set(concealed.map(textOfValue))
      if (idsIn(value).some(id => texts.has(id))) {
        problems[field.name] = { code: 'field.choice', params: {} }
      } else if (!Array.isArray(before)) {
        if (isEmptyValue(field, value)) input = withValue(input, field.name, before)
      } else if (isEmptyValue(field, value) || Array.isArray(value)) {
        input = withValue(input, field.name, withConcealedIds(before, [value ?? []].flat(), isConcealed))
      }
    }
    return { input, problems }
  })
}

/** `withConcealed` for one record. */
export async function withConcealedOf(
  tenant: Tenant,
  context: { config: CompiledConfig; resource: CompiledResource },
  level: number,
  record: RecordSave,
): Promise<{ input: Readonly<Wire>; problems: Problems }> {
  const [completed] = await withConcealed(tenant, context, level, [record])
  return completed!
}

/** The sent ids, with the concealed ids inserted at their stored positions. */
function withConcealedIds(
  before: readonly unknown[],
  sent: readonly unknown[],
  isConcealed: (id: unknown) => boolean,
) {
  const list = [...sent]
  for (const [index, id] of before.entries()) if (isConcealed(id)) list.splice(index, 0, id)
  return list
}

type InReach = (field: LimitedField, id: string) => boolean

/** Looks up which referenced records are in scope. @returns whether the reference of a field to an id is in scope */
async function findReach(
  tenant: Tenant,
  all: readonly Values<object>[],
  limited: ReadonlyMap<Fields, readonly LimitedField[]>,
): Promise<InReach> {
  const idsByResource = new Map<string, Set<string>>()
  for (const { resource, record } of all)
    for (const { name, reference } of limited.get(resource) ?? []) {
      const ids = idsByResource.get(reference) ?? new Set()
      for (const id of idsIn(valueAt(record as Wire, name))) ids.add(id)
      idsByResource.set(reference, ids)
    }
  const inScopeByResource = new Map<string, ReadonlySet<string>>()
  for (const [reference, ids] of idsByResource)
    inScopeByResource.set(reference, await idsWithin(tenant, reference, [...ids]))
  return ({ reference }, id) => inScopeByResource.get(reference)?.has(id) === true
}
