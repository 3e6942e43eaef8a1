/** Compiles `unique`. Its fields must be comparable, and visible to users whose records are refused. */
import { highest, isAtLeast } from '../../../domain/authority'
import { ownValue } from '../../../domain/own'
import type { CompiledField } from '../../compiled'
import { comparableBuiltInFields, comparedName, hasVendor, UNIQUE_KINDS } from '../../fields/uniqueFields'
import { localized } from '../../i18n'
import type { Field } from '../../shapes/resource'
import type { Location } from '../Location'
import { nameableFields, type ResourceCheck, type ResourceContext } from './context'

export function compileUnique(
  { unique }: Field,
  loc: Location,
  context: ResourceContext,
): CompiledField['unique'] {
  if (!unique) return undefined
  const defaultScope = hasVendor(context.name) ? 'vendor' : 'everywhere'
  if (unique === true) return { with: [], within: defaultScope }
  const { with: furtherFields = [], within = defaultScope, message } = unique
  const uniqueLoc = loc.at('unique')
  for (const [index, name] of furtherFields.entries())
    uniqueLoc.at('with', index).expectKnown(name, nameableFields(context))
  uniqueLoc.at('with').expectUnique(furtherFields)
  if (within === 'vendor' && !hasVendor(context.name))
    uniqueLoc.at('within').report('uniqueVendor', { resource: context.name })
  return { with: [...furtherFields], within, message: localized(message) }
}

/** Checks the fields of `unique`, and that a default does not make every new record a duplicate. */
export function checkUnique(written: Field, field: CompiledField, loc: Location, check: ResourceCheck): void {
  const { unique, name, type } = field
  if (!unique) return
  const uniqueLoc = loc.at('unique')
  if (!UNIQUE_KINDS.includes(type))
    uniqueLoc.report('uniqueKind', { kind: type, known: UNIQUE_KINDS.join(', ') })
  else if (!isComparable(field, check))
    uniqueLoc.report('uniqueField', { name, known: comparableNames(check) })
  if (written.default !== undefined && unique.with.length === 0 && isConstant(written.default))
    uniqueLoc.report('uniqueDefault', { value: JSON.stringify(written.default) })
  for (const [index, furtherName] of unique.with.entries())
    checkFurtherField(furtherName, field, uniqueLoc.at('with', index), check)
}

/** Whether a default is a value that would make every new record a duplicate; an empty one would not. */
const isConstant = (value: unknown) =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'

/** Checks a field of `unique.with`. */
function checkFurtherField(
  furtherName: string,
  field: CompiledField,
  loc: Location,
  check: ResourceCheck,
): void {
  const { resource, name, contract } = check
  if (furtherName === field.name) {
    loc.report('uniqueSelf', { name: furtherName })
    return
  }
  const further =
    ownValue(resource.fields, furtherName) ?? ownValue(resource.fields, comparedName(name, furtherName))
  if (!further) {
    if (contract?.fields.includes(furtherName)) loc.report('undeclaredField', { name: furtherName })
    return
  }
  if (!isComparable({ ...further, name: comparedName(name, furtherName) }, check))
    loc.report('uniqueField', { name: furtherName, known: comparableNames(check) })
  else if (!UNIQUE_KINDS.includes(further.type) && comparedName(name, furtherName) === furtherName)
    loc.report('uniqueKind', { kind: further.type, known: UNIQUE_KINDS.join(', ') })
  // A user whose record is refused must be able to see the reason.
  const editLevel = highest(field.write === 'never' ? 'none' : field.write, resource.access.edit)
  if (further.visible || !isAtLeast(editLevel, further.read))
    loc.report('uniqueHidden', { name: furtherName })
}

const isComparable = ({ name, storage }: Pick<CompiledField, 'name' | 'storage'>, check: ResourceCheck) =>
  storage === 'extra' || comparableBuiltInFields(check.name).includes(name)

const comparableNames = (check: ResourceCheck): string =>
  Object.values(check.resource.fields)
    .filter(field => UNIQUE_KINDS.includes(field.type) && isComparable(field, check))
    .map(field => field.name)
    .join(', ') || '-'
