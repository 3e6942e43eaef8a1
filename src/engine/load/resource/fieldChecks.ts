/** Checks that the keys of a field have an effect and fit together. */
import { isAtLeast, type LevelName } from '../../../domain/authority'
import type { CompiledField, CompiledTest } from '../../compiled'
import { testsIn } from '../../conditions'
import { partsOf } from '../../expressions/expression'
import { isAdded } from '../../fields/addedFields'
import { SYSTEM_FIELDS, wireTypeOf } from '../../fields/contractFields'
import { type FieldType, KINDS } from '../../kinds'
import type { DerivationName, InputName } from '../../registry'
import { KIND_KEYS, REQUIRED_KEYS } from '../../shapes/fieldRules'
import { ENTRY_KEYS, FIELD_TYPES, type Field, FORM_KEYS, NOT_COMPUTED_KEYS } from '../../shapes/resource'
import { patternProblem } from '../../validation/patterns'
import type { RuleName } from '../../validation/rules'
import { isEmptyValue, normalise } from '../../values'
import type { Location } from '../Location'
import { areChoicesUnknown, checkBounds, isWhole } from './bounds'
import { isInForm, type ResourceCheck, type ResourceContext, supportedParts } from './context'
import { checkOnDelete } from './onDelete'
import { checkUnique } from './unique'

/** For each derived value: its kind, the resource that has it, and a field that only this resource has. */
const DERIVED = {
  clientPaid: { kind: 'boolean', resource: 'clients', marker: 'vendor_paid' },
  clientExpired: { kind: 'datetime', resource: 'clients', marker: 'vendor_paid' },
  connectivity: { kind: 'text', resource: 'devices', marker: 'linked' },
} as const satisfies Record<DerivationName, { kind: FieldType; resource: string; marker: string }>

/**
 * Checks that need only the field: they run even if the file has other errors.
 *
 * @param createLevel the lowest level that creates records
 */
export function checkField(field: CompiledField, createLevel: LevelName, context: ResourceContext): void {
  const { file, root, contract } = context
  const { name, type, shown } = field
  const fieldFile = file.fields[name]!
  const loc = root.at('fields', name)
  const { optionKeys, refusedKeys } = KINDS[type]
  const refused = [
    ...Object.keys(KIND_KEYS).filter(key => !(optionKeys as readonly string[]).includes(key)),
    ...refusedKeys.filter(key => key !== 'required' || fieldFile.required),
  ]
  loc.refuseKeys(fieldFile, refused, 'notOfKind', { kind: type })
  for (const key of REQUIRED_KEYS)
    if (optionKeys.includes(key) && fieldFile[key] === undefined) loc.report('missingKey', { name: key })
  if (field.mask !== undefined && !field.mask.includes('#')) loc.at('mask').report('badMask')
  if (shown && !contract?.fields.includes(DERIVED[shown].marker))
    loc.at('shown').report(`${DERIVED[shown].resource}Only`, { name: shown })
  if (!contract && SYSTEM_FIELDS.includes(name) && field.write !== 'never')
    loc.reportKey('serversOwn', { name })
  if (field.whenHidden === 'clear' && testsIn(field.visible).some(dependsOnUser))
    loc.at('whenHidden').report('clearByLevel')
  // The file must not declare a field under the former name.
  const { renamedFrom } = fieldFile
  if (renamedFrom !== undefined && Object.hasOwn(file.fields, renamedFrom))
    loc.at('renamedFrom').report('stillThere', { name: renamedFrom })
  if (hasDefault(field) && !areChoicesUnknown(field) && hasInvalidDefault(field))
    loc.at('default').report('badDefault', { value: JSON.stringify(field.default), kind: type })
  checkRequired(field, createLevel, loc.at('required'), context)
}

/** Whether the test depends on the user. */
const dependsOnUser = (test: CompiledTest): boolean =>
  'level' in test || ('expression' in test && partsOf(test.expression).some(({ op }) => op === 'user'))

const hasDefault = (field: CompiledField) =>
  field.default !== undefined && !isEmptyValue(field, normalise(field, field.default))

/** Whether the default is invalid for the kind of the field. */
export const hasInvalidDefault = (field: CompiledField): boolean =>
  KINDS[field.type].check(normalise(field, field.default), field) !== undefined

/** Reports required fields that some users who create records could not fill in. */
function checkRequired(
  field: CompiledField,
  createLevel: LevelName,
  loc: Location,
  context: ResourceContext,
): void {
  const { name, required, read, write } = field
  if (!required) return
  if (write === 'never') {
    loc.report('requiredNever')
    return
  }
  if (!mustBeEntered(field)) return
  // A user who cannot see a field cannot enter a value either.
  const level = isAtLeast(write, read) ? write : read
  if (!isAtLeast(createLevel, level)) loc.report('requiredAbove', { level, create: createLevel })
  const { embeddedForm } = supportedParts(context.name)
  const mustBeInForm = embeddedForm ? isAdded(field) : context.file.form
  if (mustBeInForm && !isInForm(context, field)) loc.report('requiredNowhere', { name })
}

/** Whether everybody who creates a record must enter this field. */
export const mustBeEntered = (field: CompiledField): boolean =>
  field.required !== undefined &&
  field.write !== 'never' &&
  !(field.required.when || field.visible || hasDefault(field) || field.defaultExpression)

/** Checks that need all compiled resources. */
export function checkFieldKeys(check: ResourceCheck): void {
  const { file, resource, root } = check
  const renamed = Object.entries(file.fields).filter(([, { renamedFrom }]) => renamedFrom !== undefined)
  root.expectUnique(
    renamed.map(([, { renamedFrom }]) => renamedFrom!),
    index => root.at('fields', renamed[index]![0], 'renamedFrom'),
  )
  for (const [name, fieldFile] of Object.entries(file.fields)) {
    const field = resource.fields[name]!
    const loc = root.at('fields', name)
    checkUnusedKeys(fieldFile, field, loc, check)
    checkKind(fieldFile, field, loc, check)
    checkRules(fieldFile, field, loc)
    checkBounds(field, loc, check)
    checkUnique(fieldFile, field, loc, check)
    checkOnDelete(fieldFile, field, loc.at('onDelete'), check)
  }
}

/** Reports keys without an effect, because users do not enter the field, or not in the form of this resource. */
function checkUnusedKeys(fieldFile: Field, field: CompiledField, loc: Location, check: ResourceCheck): void {
  const { name, supported } = check
  const refuse = (...keys: (keyof Field)[]) => loc.refuseKeys(fieldFile, keys, 'noEffect', { resource: name })
  if (supported.embeddedForm) refuse('whenHidden')
  else refuse('inDialog')
  if (supported.embeddedForm && !isAdded(field)) {
    loc.refuseKeys(fieldFile, FORM_KEYS, 'noForm', { name })
    // Built-in screens have their own inputs for these fields.
    refuse(...ENTRY_KEYS, 'required', 'visible', 'empty', 'inDialog')
  } else if (fieldFile.computed !== undefined) {
    loc.refuseKeys(fieldFile, [...NOT_COMPUTED_KEYS, ...FORM_KEYS, ...ENTRY_KEYS], 'computedKey')
  } else if (field.write === 'never') {
    loc.refuseKeys(fieldFile, [...FORM_KEYS, ...ENTRY_KEYS, 'whenHidden', 'inDialog'], 'neverWritten')
  } else {
    if (!fieldFile.visible && !supported.embeddedForm)
      loc.refuseKeys(fieldFile, ['whenHidden'], 'neverHidden')
    if (!isInForm(check, field))
      loc.refuseKeys(fieldFile, [...FORM_KEYS, 'inDialog'], 'notInForm', { field: field.name })
  }
}

/** Inputs without a placeholder. */
const WITHOUT_PLACEHOLDER: readonly InputName[] = ['switch', 'date', 'datetime', 'radio', 'image']

/** Checks that format, input and further keys fit the kind, and that the kind fits the type on the wire. */
function checkKind(fieldFile: Field, field: CompiledField, loc: Location, check: ResourceCheck): void {
  const { name, contract, supported } = check
  const { type, input, shown } = field
  const kind = KINDS[type]
  if (supported.embeddedForm && isAdded(field) && kind.notIn.includes('builtInForms'))
    loc.at('type').report('kindNotAdded', { kind: type, resource: name })
  const wireType = contract && wireTypeOf(contract, field.name)
  if (wireType) {
    const possibleTypes = FIELD_TYPES.filter(possible => KINDS[possible].wireTypes.includes(wireType))
    loc.at('type').expectOneOf(type, possibleTypes, 'wireKind', { name: field.name, kind: type })
  }
  loc.at('format').expectOneOf(fieldFile.format, kind.formats, 'formatKind', { kind: type })
  loc.at('input').expectOneOf(fieldFile.input, kind.inputs, 'inputKind', { kind: type })
  if (input !== kind.inputs[0]) loc.refuseKeys(fieldFile, ['mask'], 'maskInput', { input })
  if (WITHOUT_PLACEHOLDER.includes(input))
    loc.refuseKeys(fieldFile, ['placeholder'], 'notOfKind', { kind: input })
  if (shown && type !== DERIVED[shown].kind) loc.at('shown').report('notOfKind', { name: shown, kind: type })
}

/** Rules that need an argument. */
const RULES_WITH_ARGUMENT: readonly RuleName[] = ['pattern', 'length']

/** In characters: a pattern must be fast for texts of this length, if neither field nor kind has a maximum. */
const DEFAULT_TEXT_LENGTH = 1000

function checkRules(fieldFile: Field, { type, max }: CompiledField, loc: Location): void {
  const { optionalRules, defaultMax } = KINDS[type]
  for (const [index, ruleFile] of (fieldFile.rules ?? []).entries()) {
    const { rule, value } = typeof ruleFile === 'string' ? { rule: ruleFile } : ruleFile
    const ruleLoc = loc.at('rules', index)
    if (!optionalRules.includes(rule))
      ruleLoc.report('ruleKind', { rule, kind: type, known: optionalRules.join(', ') || '-' })
    else if (!RULES_WITH_ARGUMENT.includes(rule)) {
      if (value !== undefined) ruleLoc.at('value').reportKey('ruleNoValue', { rule })
    } else if (value === undefined) ruleLoc.report('ruleValue', { rule })
    else if (rule === 'length') {
      if (!isWhole(value, 1)) ruleLoc.at('value').report('wholeNumber', { least: 1 })
    } else {
      const problem = patternProblem(value, max ?? defaultMax ?? DEFAULT_TEXT_LENGTH)
      if (problem) ruleLoc.at('value').report(problem, { value: String(value) })
    }
  }
}
