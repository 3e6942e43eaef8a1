/** One field of a resource, compiled. */
import type { CompiledField } from '../../compiled'
import { KINDS } from '../../kinds'
import type { Kind } from '../../kinds/kind'
import type { Field } from '../../shapes/resource'
import type { Place } from '../Place'
import { isSlip, suggest } from '../suggest'
import { words } from '../words'
import { compileChoices } from './choices'
import { compileCondition } from './conditions'
import { nameable, type ResourceContext } from './context'

export function compileField(name: string, field: Field, context: ResourceContext): CompiledField {
  const { levelOf, contract, root } = context
  const place = root.at('fields', name)
  const kind = KINDS[field.type]
  checkName(name, place, context)
  checkChoices(field, place)
  checkReference(field, place, context)
  if (field.min !== undefined && field.max !== undefined && field.min > field.max)
    place.at('min').report('boundsOrder')
  return {
    name,
    type: field.type,
    label: words(field.label),
    ...compileHelp(field, place, context),
    placeholder: words(field.placeholder),
    format: field.format ?? kind.formats[0] ?? 'text',
    input: field.input ?? kind.inputs[0],
    mask: field.mask || undefined,
    required: compileRequired(field, place, context),
    rules: compileRules(field, kind),
    min: field.min,
    max: field.max,
    ...compileChoices(field.choices, context.choices),
    reference: field.reference || undefined,
    dependsOn: field.dependsOn,
    empty: field.empty && { value: field.empty.value, label: words(field.empty.label) },
    confirm: field.confirm && {
      label: words(field.confirm.label),
      placeholder: words(field.confirm.placeholder),
    },
    shown: field.shown,
    default: field.default,
    read: levelOf(field.read),
    write: field.write === 'never' ? 'never' : levelOf(field.write),
    readOnly: compileCondition(field.readOnly, place.at('readOnly'), context),
    visible: compileCondition(field.visible, place.at('visible'), context),
    whenHidden: field.whenHidden ?? 'keep',
    stored: contract?.fields.includes(name) ? 'contract' : 'extra',
    renamedFrom: field.renamedFrom || undefined,
  }
}

/** A field that the product has not is one that config adds, unless it is all but the name of one that is not used. */
function checkName(name: string, place: Place, { contract, file }: ResourceContext): void {
  const known = contract?.fields ?? []
  if (known.includes(name)) return
  if (!/^[A-Za-z][A-Za-z0-9_]{0,62}$/.test(name)) {
    place.reportKey('fieldName', { name, hint: suggest(name, known) ?? '' })
    return
  }
  const unused = known.filter(one => !Object.hasOwn(file.fields, one))
  const near = name.length > 3 ? unused.find(one => isSlip(name, one)) : undefined
  if (near) place.reportKey('nearField', { name, hint: near })
}

function checkChoices({ type, choices }: Field, place: Place): void {
  if ((type === 'select' || type === 'multi-select') && !choices)
    place.report('missingKey', { name: 'choices' })
  if (Array.isArray(choices))
    place.expectUnique(
      choices.map(({ value }) => String(value)),
      at => place.at('choices', at, 'value'),
    )
}

function checkReference({ type, reference, dependsOn }: Field, place: Place, context: ResourceContext): void {
  for (const [key, own] of Object.entries(dependsOn ?? {}))
    place.at('dependsOn', key).expectKnown(own, nameable(context))
  if (reference !== undefined) place.at('reference').expectKnown(reference, context.names, 'unknownResource')
  else if (type === 'reference') place.report('missingKey', { name: 'reference' })
}

function compileHelp({ help }: Field, place: Place, context: ResourceContext) {
  if (typeof help !== 'object' || !('when' in help)) return { help: words(help) }
  return {
    help: words(help.text),
    helpWhen: compileCondition(help.when, place.at('help', 'when'), context),
  }
}

function compileRequired(
  { required }: Field,
  place: Place,
  context: ResourceContext,
): CompiledField['required'] {
  if (!required) return undefined
  if (required === true) return {}
  return {
    message: words(required.message),
    when: compileCondition(required.when, place.at('required', 'when'), context),
  }
}

/** The rules of the kind, unless config has them with a message of its own, and those of config. */
function compileRules(field: Field, kind: Kind): CompiledField['rules'] {
  const own = (field.rules ?? []).map(rule =>
    typeof rule === 'string' ? { rule } : { ...rule, message: words(rule.message) },
  )
  const usual = kind.rules.filter(rule => !own.some(one => one.rule === rule)).map(rule => ({ rule }))
  return [...usual, ...own]
}
