/** Compiles `unique`. Its fields must be comparable, and visible to users whose records are refused. */
import { highest, isAtLeast } from '../../../domain/authority'
import { ownValue } from '../../../domain/own'
import type { CompiledField } from '../../compiled'
import { comparableBuiltInFields, comparedName, hasVendor, UNIQUE_KINDS } from '../../fields/uniqueFields'
import type { Field } from '../../shapes/resource'
import type { Location } from '../Location'
import { localized } from '../texts'
import { nameableFields, type ResourceCheck, type ResourceContext } from './context'

export function compileUnique(
  { unique }: Field,
  loc: Location,
  context: ResourceContext,
): CompiledField['unique'] {
  if (!unique) return undefined
  const defaultScope = hasVendor(context.name) ? 'vendor' : 'everywhere'
  if (unique === true) return { with: [], within: defaultScope }
  const { with: further = [], within = defaultScope, message } = unique
  const here = loc.at('unique')
  for (const [at, name] of further.entries()) here.at('with', at).expectKnown(name, nameableFields(context))
  here.at('with').expectUnique(further)
  if (within === 'vendor' && !hasVendor(context.name))
    here.at('within').report('uniqueVendor', { resource: context.name })
  return { with: [...further], within, message: localized(message) }
}

/** Checks the fields of `unique`, and that a default does not make every new record a duplicate. */
export function checkUnique(written: Field, field: CompiledField, loc: Location, check: ResourceCheck): void {
  const { unique, name, type } = field
  if (!unique) return
  const here = loc.at('unique')
  if (!UNIQUE_KINDS.includes(type)) here.report('uniqueKind', { kind: type, known: UNIQUE_KINDS.join(', ') })
  else if (!isComparable(field, check)) here.report('uniqueField', { name, known: comparableNames(check) })
  if (written.default !== undefined && unique.with.length === 0 && isConstant(written.default))
    here.report('uniqueDefault', { value: JSON.stringify(written.default) })
  for (const [at, other] of unique.with.entries()) checkFurtherField(other, field, here.at('with', at), check)
}

/** Whether a default gives every new record the same value. */
const isConstant = (value: unknown) =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'

function checkFurtherField(other: string, field: CompiledField, loc: Location, check: ResourceCheck): void {
  const { resource, name, contract } = check
  if (other === field.name) {
    loc.report('uniqueSelf', { name: other })
    return
  }
  const further = ownValue(resource.fields, other) ?? ownValue(resource.fields, comparedName(name, other))
  if (!further) {
    if (contract?.fields.includes(other)) loc.report('undeclaredField', { name: other })
    return
  }
  if (!isComparable({ ...further, name: comparedName(name, other) }, check))
    loc.report('uniqueField', { name: other, known: comparableNames(check) })
  else if (!UNIQUE_KINDS.includes(further.type) && comparedName(name, other) === other)
    loc.report('uniqueKind', { kind: further.type, known: UNIQUE_KINDS.join(', ') })
  // A user whose record is refused must be able to see the reason.
  const editLevel = highest(field.write === 'never' ? 'none' : field.write, resource.access.edit)
  if (further.visible || !isAtLeast(editLevel, further.read)) loc.report('uniqueHidden', { name: other })
}

const isComparable = ({ name, storage }: Pick<CompiledField, 'name' | 'storage'>, check: ResourceCheck) =>
  storage === 'extra' || comparableBuiltInFields(check.name).includes(name)

const comparableNames = (check: ResourceCheck): string =>
  Object.values(check.resource.fields)
    .filter(field => UNIQUE_KINDS.includes(field.type) && isComparable(field, check))
    .map(field => field.name)
    .join(', ') || '-'
