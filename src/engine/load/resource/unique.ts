/**
 * Compiles `unique`, and checks that records can be compared by its fields. A user whose record is refused must see all
 * these fields.
 */
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
  const { with: otherNames = [], within = defaultScope, message } = unique
  const uniqueLoc = loc.at('unique')
  for (const [index, name] of otherNames.entries())
    uniqueLoc.at('with', index).expectKnown(name, nameableFields(context))
  uniqueLoc.at('with').expectUnique(otherNames)
  if (within === 'vendor' && !hasVendor(context.name))
    uniqueLoc.at('within').report('uniqueVendor', { resource: context.name })
  return { with: [...otherNames], within, message: localized(message) }
}

/** Checks the fields of `unique`, and that a default does not make every new record a duplicate. */
export function checkUnique(
  fieldFile: Field,
  field: CompiledField,
  loc: Location,
  check: ResourceCheck,
): void {
  const { unique, name, type } = field
  if (!unique) return
  const uniqueLoc = loc.at('unique')
  if (!UNIQUE_KINDS.includes(type))
    uniqueLoc.report('uniqueKind', { kind: type, known: UNIQUE_KINDS.join(', ') })
  else if (!isComparable(field, check))
    uniqueLoc.report('uniqueField', { name, known: comparableNames(check) })
  if (fieldFile.default !== undefined && unique.with.length === 0 && isConstant(fieldFile.default))
    uniqueLoc.report('uniqueDefault', { value: JSON.stringify(fieldFile.default) })
  for (const [index, otherName] of unique.with.entries())
    checkOtherField(otherName, field, uniqueLoc.at('with', index), check)
}

/** True for a default that makes every new record a duplicate. An empty default does not: empty values may repeat. */
const isConstant = (value: unknown) =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'

/** Checks a field of `unique.with`. */
function checkOtherField(otherName: string, field: CompiledField, loc: Location, check: ResourceCheck): void {
  const { resource, name, contract } = check
  if (otherName === field.name) {
    loc.report('uniqueSelf', { name: otherName })
    return
  }
  const otherField =
    ownValue(resource.fields, otherName) ?? ownValue(resource.fields, comparedName(name, otherName))
  if (!otherField) {
    if (contract?.fields.includes(otherName)) loc.report('undeclaredField', { name: otherName })
    return
  }
  if (!isComparable({ ...otherField, name: comparedName(name, otherName) }, check))
    loc.report('uniqueField', { name: otherName, known: comparableNames(check) })
  else if (!UNIQUE_KINDS.includes(otherField.type) && comparedName(name, otherName) === otherName)
    loc.report('uniqueKind', { kind: otherField.type, known: UNIQUE_KINDS.join(', ') })
  // A user must be able to see why a record is refused: no condition (`visible`) may hide the field, and each user who
  // may enter the value must be able to read it.
  const editLevel = highest(field.write === 'never' ? 'none' : field.write, resource.access.edit)
  if (otherField.visible || !isAtLeast(editLevel, otherField.read))
    loc.report('uniqueHidden', { name: otherName })
}

const isComparable = ({ name, storage }: Pick<CompiledField, 'name' | 'storage'>, check: ResourceCheck) =>
  storage === 'extra' || comparableBuiltInFields(check.name).includes(name)

const comparableNames = (check: ResourceCheck): string =>
  Object.values(check.resource.fields)
    .filter(field => UNIQUE_KINDS.includes(field.type) && isComparable(field, check))
    .map(field => field.name)
    .join(', ') || '-'
