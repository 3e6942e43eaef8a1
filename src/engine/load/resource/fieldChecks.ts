/** Checks whether the keys of a field make sense; each mistake is reported at its place. */
import { isAtLeast, type LevelName } from '../../../domain/authority'
import type { CompiledField, CompiledTest } from '../../compiled'
import { testsIn } from '../../conditions'
import { partsOf } from '../../expressions/expression'
import { isAdded } from '../../fields/addedFields'
import { wireTypeOf } from '../../fields/contractFields'
import { KINDS } from '../../kinds'
import { KIND_KEYS } from '../../kinds/kind'
import type { DerivationName, InputName, RuleName } from '../../registry'
import { FIELD_TYPES, type Field, type FieldType } from '../../shapes/resource'
import { patternProblem } from '../../validation/patterns'
import { isNothing, normalise } from '../../values'
import type { Location } from '../Location'
import { checkBounds, isWhole } from './bounds'
import { effectsOf, isInForm, type ResourceCheck, type ResourceContext } from './context'
import { checkOnDelete } from './onDelete'
import { checkUnique } from './unique'

/** The kind of each derived value, the resource that it reads, and a field by which that resource is recognised. */
const DERIVED = {
  clientPaid: { kind: 'boolean', resource: 'clients', from: 'vendor_paid' },
  clientExpired: { kind: 'datetime', resource: 'clients', from: 'vendor_paid' },
  connectivity: { kind: 'text', resource: 'devices', from: 'linked' },
} as const satisfies Record<DerivationName, { kind: FieldType; resource: string; from: string }>

/** Fields that the server keeps with every record of a described resource. */
const SERVERS_OWN = ['id', 'created', 'updated']

/**
 * Checks that need only the field, so they run even if another name in the file is misspelt.
 * @param createFrom the level that creates records
 */
export function checkField(field: CompiledField, createFrom: LevelName, context: ResourceContext): void {
  const { file, root, contract } = context
  const { name, type, shown } = field
  const written = file.fields[name]!
  const loc = root.at('fields', name)
  const { takes } = KINDS[type]
  loc.refuseKeys(
    written,
    KIND_KEYS.filter(key => !takes.includes(key)),
    'notOfKind',
    { kind: type },
  )
  if (field.mask !== undefined && !field.mask.includes('#')) loc.at('mask').report('badMask')
  if (shown && !contract?.fields.includes(DERIVED[shown].from))
    loc.at('shown').report(`${DERIVED[shown].resource}Only`, { name: shown })
  if (!contract && SERVERS_OWN.includes(name) && field.write !== 'never')
    loc.reportKey('serversOwn', { name })
  if (field.whenHidden === 'clear' && testsIn(field.visible).some(isOfUser))
    loc.at('whenHidden').report('clearByLevel')
  // The field under its former name must be gone from the file.
  const { renamedFrom } = written
  if (renamedFrom !== undefined && Object.hasOwn(file.fields, renamedFrom))
    loc.at('renamedFrom').report('stillThere', { name: renamedFrom })
  // If the choices come from a broken file, the default cannot be checked.
  const isOpen = field.choicesFrom !== undefined && field.choices?.length === 0
  if (hasDefault(field) && !isOpen && isOfAnotherKind(field))
    loc.at('default').report('badDefault', { value: JSON.stringify(field.default), kind: type })
  checkRequired(field, createFrom, loc.at('required'), context)
}

/** Whether the test depends on the user. */
const isOfUser = (test: CompiledTest): boolean =>
  'level' in test || ('expression' in test && partsOf(test.expression).some(({ op }) => op === 'user'))

const hasDefault = (field: CompiledField) =>
  field.default !== undefined && !isNothing(field, normalise(field, field.default))

/** Whether the default is not a value of the field's kind. */
export const isOfAnotherKind = (field: CompiledField): boolean =>
  KINDS[field.type].check(normalise(field, field.default), field) !== undefined

/** A required field must be in the form, for everybody who creates records. */
function checkRequired(
  field: CompiledField,
  createFrom: LevelName,
  loc: Location,
  context: ResourceContext,
): void {
  const { name, required, write } = field
  if (!required) return
  if (write === 'never') {
    loc.report('requiredNever')
    return
  }
  if (required.when || field.visible || hasDefault(field) || field.defaultExpression) return
  if (!isAtLeast(createFrom, write)) loc.report('requiredAbove', { level: write, create: createFrom })
  const { adds } = effectsOf(context.name)
  const isAsked = adds ? isAdded(field) : context.file.form
  if (isAsked && !isInForm(context, field)) loc.report('requiredNowhere', { name })
}

/** Keys that only a form shows. */
const OF_FORM = ['help', 'placeholder', 'input', 'mask', 'confirm'] as const satisfies (keyof Field)[]

/** Further keys that affect the entry of a value. */
const OF_ENTRY = [
  'rules',
  'min',
  'max',
  'unique',
  'default',
  'dependsOn',
  'readOnly',
] as const satisfies (keyof Field)[]

/** Keys that affect the entry of a value, and so contradict `computed`. */
const OF_COMPUTED = ['write', 'empty', 'whenHidden', 'inDialog'] as const satisfies (keyof Field)[]

/** Keys without an effect: no screen reads them here, or they do not fit the kind of the field. */
export function checkFieldKeys(check: ResourceCheck): void {
  const { file, resource, root } = check
  const former = Object.entries(file.fields).filter(([, { renamedFrom }]) => renamedFrom !== undefined)
  root.expectUnique(
    former.map(([, { renamedFrom }]) => renamedFrom!),
    at => root.at('fields', former[at]![0], 'renamedFrom'),
  )
  for (const [name, written] of Object.entries(file.fields)) {
    const field = resource.fields[name]!
    const loc = root.at('fields', name)
    checkRead(written, field, loc, check)
    checkFits(written, field, loc, check)
    checkRules(written, field, loc)
    checkBounds(written, field, loc, check)
    checkUnique(written, field, loc, check)
    checkOnDelete(written, field, loc.at('onDelete'), check)
  }
}

/** Refuses keys for forms and entry where no form or input reads them. */
function checkRead(written: Field, field: CompiledField, loc: Location, check: ResourceCheck): void {
  const { name, effects } = check
  const refuse = (...keys: (keyof Field)[]) => loc.refuseKeys(written, keys, 'noEffect', { resource: name })
  if (effects.adds) refuse('whenHidden')
  else refuse('inDialog')
  if (effects.adds && !isAdded(field)) {
    loc.refuseKeys(written, OF_FORM, 'noForm', { name })
    // Built-in screens enter these fields.
    refuse(...OF_ENTRY, 'required', 'visible', 'empty', 'inDialog')
  } else if (written.computed !== undefined) {
    loc.refuseKeys(written, [...OF_COMPUTED, ...OF_FORM, ...OF_ENTRY], 'computedKey')
  } else if (field.write === 'never') {
    loc.refuseKeys(written, [...OF_FORM, ...OF_ENTRY, 'whenHidden', 'inDialog'], 'neverWritten')
  } else {
    if (!written.visible && !effects.adds) loc.refuseKeys(written, ['whenHidden'], 'neverHidden')
    if (!isInForm(check, field))
      loc.refuseKeys(written, [...OF_FORM, 'inDialog'], 'notInForm', { field: field.name })
  }
}

/** Records of built-in screens cannot store added secrets and pictures. */
const NOT_ADDED: readonly FieldType[] = ['password', 'image']

/** Inputs without a placeholder. */
const WITHOUT_PLACEHOLDER: readonly InputName[] = ['switch', 'date', 'datetime', 'radio', 'image']

/** Checks that format, input and further keys fit the kind, and that the kind fits the type on the wire. */
function checkFits(written: Field, field: CompiledField, loc: Location, check: ResourceCheck): void {
  const { name, contract, effects } = check
  const { type, input, shown } = field
  const kind = KINDS[type]
  if (effects.adds && isAdded(field) && NOT_ADDED.includes(type))
    loc.at('type').report('kindNotAdded', { kind: type, resource: name })
  const wire = contract && wireTypeOf(contract, field.name)
  if (wire) {
    const fits = FIELD_TYPES.filter(one => KINDS[one].wire.includes(wire))
    loc.at('type').expectFit(type, fits, 'wireKind', { name: field.name, kind: type })
  }
  loc.at('format').expectFit(written.format, kind.formats, 'formatKind', { kind: type })
  loc.at('input').expectFit(written.input, kind.inputs, 'inputKind', { kind: type })
  if (input !== kind.inputs[0]) loc.refuseKeys(written, ['mask'], 'maskInput', { input })
  if (WITHOUT_PLACEHOLDER.includes(input))
    loc.refuseKeys(written, ['placeholder'], 'notOfKind', { kind: input })
  if (written.required && type === 'boolean')
    loc.at('required').report('notOfKind', { name: 'required', kind: type })
  if (written.default !== undefined && type === 'password')
    loc.at('default').report('notOfKind', { name: 'default', kind: type })
  if (shown && type !== DERIVED[shown].kind) loc.at('shown').report('notOfKind', { name: shown, kind: type })
}

/** Rules that need an argument. */
const WITH_VALUE: readonly RuleName[] = ['pattern', 'length']

function checkRules(written: Field, { type, max }: CompiledField, loc: Location): void {
  const { furtherRules, longest } = KINDS[type]
  for (const [index, one] of (written.rules ?? []).entries()) {
    const { rule, value } = typeof one === 'string' ? { rule: one } : one
    const here = loc.at('rules', index)
    if (!furtherRules.includes(rule))
      here.report('ruleKind', { rule, kind: type, known: furtherRules.join(', ') || '-' })
    else if (!WITH_VALUE.includes(rule)) {
      if (value !== undefined) here.at('value').reportKey('ruleNoValue', { rule })
    } else if (value === undefined) here.report('ruleValue', { rule })
    else if (rule === 'length') {
      if (!isWhole(value, 1)) here.at('value').report('wholeNumber', { least: 1 })
    } else {
      const problem = patternProblem(value, max ?? longest ?? 1000)
      if (problem) here.at('value').report(problem, { value: String(value) })
    }
  }
}
