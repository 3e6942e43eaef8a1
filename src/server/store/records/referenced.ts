/**
 * Reads the records to which a new record refers, if an expression for a default uses them (`model.name`). Hides the
 * values that the caller may not read.
 */
import { may } from '../../../engine/access'
import type { CompiledConfig, CompiledResource } from '../../../engine/compiled'
import type { RuleContext } from '../../../engine/conditions'
import { partsOf } from '../../../engine/expressions/expression'
import { valueAt } from '../../../engine/recordValue'
import { isEmptyValue } from '../../../engine/values'
import type { Caller } from '../../caller'
import type { Tenant } from '../tenancy'
import { shownRecord } from './reach'
import { asId } from './references'
import { findRecord } from './sources'

/**
 * @param input the entered values, by field
 * @returns the records that the caller may read, by the name of the reference field
 */
export async function readReferenced(
  tenant: Tenant,
  caller: Caller,
  { config, resource }: { config: CompiledConfig; resource: CompiledResource },
  input: Readonly<Record<string, unknown>>,
): Promise<NonNullable<RuleContext['referenced']>> {
  const fields = Object.values(resource.fields)
  const names = new Set(
    fields.flatMap(({ defaultExpression }) =>
      defaultExpression
        ? partsOf(defaultExpression).flatMap(part => (part.op === 'referenced' ? part.from : []))
        : [],
    ),
  )
  const referenced: Record<string, Readonly<Record<string, unknown>>> = {}
  for (const name of names) {
    const field = resource.fields[name]
    const other = config.resources[field?.reference ?? '']
    const value = valueAt(input, name)
    if (!field || !other || isEmptyValue(field, value)) continue
    // The same rights as the form needs to read it; the form reads devices through their list.
    if (!may(config, caller.level, other.name, other.name === 'devices' ? 'list' : 'show')) continue
    const id = other.name === 'devices' ? imeiOf(value) : recordIdOf(value)
    const row = id === undefined ? undefined : await findRecord(tenant, other.name, id)
    if (row) referenced[name] = await shownRecord(tenant, row, { config, resource: other }, caller.level)
  }
  return referenced
}

const imeiOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** The id of a record; 0 means none. */
const recordIdOf = (value: unknown) => asId(value) || undefined
