/** Compiles a field of a resource. */
import { ownValue } from '../../../domain/own'
import type { CompiledField } from '../../compiled'
import { CONTRACT_RESOURCES } from '../../fields/contractFields'
import { localized } from '../../i18n'
import { KINDS } from '../../kinds'
import { isReferring } from '../../kinds/choices'
import type { Kind } from '../../kinds/kind'
import { shownFormat } from '../../kinds/kind'
import { COPIED_KEYS, type Field, TEXT_KEYS } from '../../shapes/resource'
import type { ExpressionScope } from '../expressions/scope'
import type { Location } from '../Location'
import { isMisspelling, suggest } from '../suggest'
import { compileBounds } from './bounds'
import { compileChildren } from './children'
import { compileChoices } from './choices'
import { compileCondition } from './conditions'
import { conditionFields, type ResourceContext } from './context'
import { compileExpressionText, expressionOfDefault, kindsFor, scopeOf, scopeOfDefault } from './expressions'
import { compileUnique } from './unique'

export function compileField(name: string, field: Field, context: ResourceContext): CompiledField {
  const { levelOf, contract, root } = context
  const loc = root.at('fields', name)
  const kind = KINDS[field.type]
  checkName(name, loc, context)
  if (Array.isArray(field.choices)) loc.at('choices').expectUniqueKey(field.choices, 'value')
  checkReference(field, loc, context)
  return {
    name,
    ...plainKeys(field),
    ...compileHelp(field, loc, context),
    format: shownFormat(kind, field.format),
    input: field.input ?? kind.inputs[0],
    required: compileRequired(field, loc, context),
    rules: compileRules(field, kind),
    ...compileBounds(name, field, loc, context),
    unique: compileUnique(field, loc, context),
    ...compileChoices(field.choices, context.choices),
    ...(field.type === 'children'
      ? { children: compileChildren(field) }
      : { reference: field.reference || undefined }),
    onDelete: field.onDelete === 'refuse' ? undefined : field.onDelete,
    empty: field.empty && { value: field.empty.value, label: localized(field.empty.label) },
    confirm: field.confirm && {
      label: localized(field.confirm.label),
      placeholder: localized(field.confirm.placeholder),
    },
    ...compileExpressions(field, loc, context),
    read: levelOf(field.read),
    write: field.write === 'never' || field.computed !== undefined ? 'never' : levelOf(field.write),
    readOnly: compileCondition(field.readOnly, loc.at('readOnly'), context),
    visible: compileCondition(field.visible, loc.at('visible'), context),
    ...(field.whenHidden === 'clear' && { whenHidden: field.whenHidden }),
    storage: contract?.fields.includes(name) ? 'contract' : 'extra',
  }
}

/** The keys that are compiled alike for every field. */
const plainKeys = (field: Field) =>
  Object.fromEntries([
    ...COPIED_KEYS.map(key => [key, field[key] || undefined]),
    ...TEXT_KEYS.map(key => [key, localized(field[key])]),
  ]) as Pick<CompiledField, (typeof COPIED_KEYS | typeof TEXT_KEYS)[number]>

/** In characters: shorter names resemble others by chance. */
const MIN_LENGTH_OF_MISSPELLING = 4

/** Checks the name of an added field. A name similar to an unused built-in field is probably a misspelling. */
function checkName(name: string, loc: Location, { contract, file }: ResourceContext): void {
  const builtInNames = contract?.fields ?? []
  if (builtInNames.includes(name)) return
  if (contract?.reserved?.includes(name)) loc.reportKey('forbiddenName', { name })
  if (!/^[A-Za-z][A-Za-z0-9_]{0,62}$/.test(name)) {
    loc.reportKey('fieldName', { name, hint: suggest(name, builtInNames) ?? '' })
    return
  }
  if (name.length < MIN_LENGTH_OF_MISSPELLING) return
  const unusedFields = builtInNames.filter(field => !Object.hasOwn(file.fields, field))
  const similarField = unusedFields.find(field => isMisspelling(name, field))
  if (similarField) loc.reportKey('nearField', { name, hint: similarField })
}

function checkReference({ reference, dependsOn }: Field, loc: Location, context: ResourceContext): void {
  for (const [key, name] of Object.entries(dependsOn ?? {}))
    loc.at('dependsOn', key).expectKnown(name, conditionFields(context))
  const referable = context.names.filter(name => !ownValue(CONTRACT_RESOURCES, name)?.readOnly)
  if (reference !== undefined) loc.at('reference').expectKnown(reference, referable, 'unknownResource')
}

function compileHelp({ help }: Field, loc: Location, context: ResourceContext) {
  if (typeof help !== 'object' || !('when' in help)) return { help: localized(help) }
  return {
    help: localized(help.text),
    helpWhen: compileCondition(help.when, loc.at('help', 'when'), context),
  }
}

function compileRequired(
  { required }: Field,
  loc: Location,
  context: ResourceContext,
): CompiledField['required'] {
  if (!required) return undefined
  if (required === true) return {}
  return {
    message: localized(required.message),
    when: compileCondition(required.when, loc.at('required', 'when'), context),
  }
}

/** The expressions of a field: `computed` (at each save) or `default` (for a new record). */
function compileExpressions(field: Field, loc: Location, context: ResourceContext) {
  const { type, computed } = field
  const defaultText = expressionOfDefault(field)
  const kinds = kindsFor(field, context)
  const compile = (text: string, key: 'computed' | 'default', scope: ExpressionScope) => {
    if (kinds.length > 0 && !(key === 'computed' && isReferring(type)))
      return compileExpressionText(
        text,
        key === 'default' ? loc.at(key, 'expression') : loc.at(key),
        scope,
        kinds,
      )
    loc.at(key).report('notOfKind', { name: key, kind: type })
    return undefined
  }
  return {
    default: defaultText === undefined ? field.default : undefined,
    defaultExpression:
      defaultText === undefined ? undefined : compile(defaultText, 'default', scopeOfDefault(context)),
    computed: computed === undefined ? undefined : compile(computed, 'computed', scopeOf(context)),
  }
}

/** The rules of the kind and the rules of config, which may repeat a rule of the kind to change its message. */
function compileRules(field: Field, kind: Kind): CompiledField['rules'] {
  const configRules = (field.rules ?? []).map(rule =>
    typeof rule === 'string' ? { rule } : { ...rule, message: localized(rule.message) },
  )
  const kindRules = kind.rules.filter(rule => !configRules.some(configRule => configRule.rule === rule))
  return [...kindRules.map(rule => ({ rule })), ...configRules]
}
