/** Compiles expressions in resource files: determines the names that they may use, and reports their problems. */
import { isObject, ownValue } from '../../../domain/own'
import type { CompiledField } from '../../compiled'
import { type Expression, type ExpressionKind, USER_NAMES, type UserName } from '../../expressions/expression'
import { CONTRACT_RESOURCES, wireTypeOf } from '../../fields/contractFields'
import { KINDS } from '../../kinds'
import type { WireType } from '../../kinds/kind'
import type { Field, FieldType } from '../../shapes/resource'
import { isLevelRef } from '../../shapes/text'
import { compileExpression } from '../expressions/compileExpression'
import { ExpressionProblem } from '../expressions/parse'
import type { ExpressionScope, ScopeField } from '../expressions/scope'
import type { Location } from '../Location'
import { compileChoices } from './choices'
import { conditionFields, type ResourceContext } from './context'

/** The field type to assume for a built-in field that the file does not declare. */
const FIELD_TYPE_OF_WIRE_TYPE: Readonly<Record<WireType, FieldType>> = {
  text: 'text',
  time: 'datetime',
  number: 'number',
  boolean: 'boolean',
  object: 'json',
}

type FieldSource = Pick<ResourceContext, 'file' | 'contract' | 'choices'>

/** The kind of a field in expressions; a `select` is a number if all its choices are numbers. */
export function kindOf(type: FieldType, choices: CompiledField['choices']): ExpressionKind | undefined {
  const isNumber = choices?.length && choices.every(({ value }) => typeof value === 'number')
  return type === 'select' && isNumber ? 'number' : KINDS[type].expressionKind
}

function scopeField(field: Field, { choices: lists }: Pick<FieldSource, 'choices'>): ScopeField {
  const { type, max } = field
  const { choices } = compileChoices(field.choices, lists)
  return {
    type,
    kind: kindOf(type, choices),
    options: { ...(typeof max === 'number' && { max }), ...(choices && { choices }) },
  }
}

function undeclaredScopeField(name: string, { contract }: Pick<FieldSource, 'contract'>): ScopeField {
  const type = FIELD_TYPE_OF_WIRE_TYPE[(contract && wireTypeOf(contract, name)) ?? 'text']
  return { type, kind: KINDS[type].expressionKind, options: {} }
}

const scopeFields = (names: readonly string[], source: FieldSource): ReadonlyMap<string, ScopeField> =>
  new Map(
    [...new Set(names)].map(name => {
      const field = ownValue(source.file.fields, name)
      return [name, field ? scopeField(field, source) : undeclaredScopeField(name, source)]
    }),
  )

export interface ScopeOptions {
  userNames?: readonly UserName[]
  /** The condition filters a list on the server: without `action`, and convertible to SQL. */
  filtersList?: true
  referenced?: ExpressionScope['referenced']
}

/** Properties of the user for conditions, rules and computed fields; only defaults and roles may use the id. */
const NAMES_IN_CONDITIONS = USER_NAMES.filter(name => name !== 'id')

export function scopeOf(
  context: ResourceContext,
  { userNames, filtersList, referenced }: ScopeOptions = {},
): ExpressionScope {
  return {
    fields: scopeFields(conditionFields(context), context),
    userNames: userNames ?? NAMES_IN_CONDITIONS,
    levelOf: name => (isLevelRef(name) ? context.levelOf(name) : undefined),
    hasAction: !filtersList,
    ...(filtersList && { isSql: true }),
    ...(referenced && { referenced }),
  }
}

/** The scope of defaults, which may also use fields of referenced records and all properties of the user. */
export const scopeOfDefault = (context: ResourceContext): ExpressionScope =>
  scopeOf(context, {
    userNames: USER_NAMES,
    referenced: name => {
      const { reference } = ownValue(context.file.fields, name) ?? {}
      const file = reference === undefined ? undefined : context.fileOf(reference)
      if (!file) return undefined
      const contract = ownValue(CONTRACT_RESOURCES, reference!)
      const names = [...Object.keys(file.fields), ...(contract?.fields ?? [])]
      return scopeFields(names, { file, contract, choices: context.choices })
    },
  })

/** Compiles the text of an expression; reports its problem and returns `undefined` if it is invalid. */
export function compileExpressionText(
  text: string,
  loc: Location,
  scope: ExpressionScope,
  wanted: readonly ExpressionKind[] = ['boolean'],
): Expression | undefined {
  try {
    return compileExpression(text, scope, wanted)
  } catch (error) {
    if (!(error instanceof ExpressionProblem)) throw error
    loc.report(error.code, error.params)
    return undefined
  }
}

/** The kinds of expression that can compute the field; none for fields with several values, pictures and passwords. */
export function kindsFor(field: Field, context: ResourceContext): readonly ExpressionKind[] {
  const { kind } = scopeField(field, context)
  return kind && kind !== 'list' && kind !== 'references' ? [kind] : []
}

/** The text of a computed default (`{"expression": …}`); `undefined` for a plain value. */
export function expressionOfDefault({ type, default: value }: Field): string | undefined {
  if (type === 'json' || !isObject(value) || Object.keys(value).length !== 1) return undefined
  return typeof value.expression === 'string' ? value.expression : undefined
}
