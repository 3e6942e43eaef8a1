/** Expressions in the file of a resource: what they may name there, and where their problems are reported. */
import { LEVEL_NAMES } from '../../../domain/authority'
import { own } from '../../../domain/own'
import type { CompiledField } from '../../compiled'
import { wireTypeOf } from '../../contractFields'
import { type Expression, type ExpressionKind, USER_NAMES, type UserName } from '../../expressions/expression'
import { KINDS } from '../../kinds'
import type { WireType } from '../../kinds/kind'
import type { Field, FieldType } from '../../shapes/resource'
import { compileExpression } from '../expressions/compileExpression'
import { ExpressionProblem } from '../expressions/parse'
import type { Scope, ScopeField } from '../expressions/scope'
import type { Location } from '../Location'
import { compileChoices } from './choices'
import { comparable, type ResourceContext } from './context'

const KIND_OF: Readonly<Partial<Record<FieldType, ExpressionKind>>> = {
  text: 'text',
  multiline: 'text',
  email: 'text',
  phone: 'text',
  url: 'text',
  color: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'time',
  'multi-select': 'list',
  reference: 'reference',
}

/** What a field of the product is that the file does not declare. */
const TYPE_OF_WIRE: Readonly<Record<WireType, FieldType>> = {
  text: 'text',
  time: 'datetime',
  number: 'number',
  boolean: 'boolean',
  object: 'json',
}

/** What a field of the type is in an expression; a choice of numbers is a number. */
export function kindOf(type: FieldType, choices: CompiledField['choices']): ExpressionKind | undefined {
  const isNumber = choices?.length && choices.every(({ value }) => typeof value === 'number')
  return type === 'select' ? (isNumber ? 'number' : 'text') : KIND_OF[type]
}

/** A field as expressions see it. */
function scopeField(field: Field, context: ResourceContext): ScopeField {
  const { type, max } = field
  const { choices } = compileChoices(field.choices, context.choices)
  return {
    type,
    kind: kindOf(type, choices),
    options: { ...(max !== undefined && { max }), ...(choices && { choices }) },
  }
}

function contractField(name: string, { contract }: ResourceContext): ScopeField {
  const type = TYPE_OF_WIRE[(contract && wireTypeOf(contract, name)) ?? 'text']
  return { type, kind: KIND_OF[type], options: {} }
}

export interface Place {
  users?: readonly UserName[]
  /** A list: nothing is created or edited there, and it becomes SQL. */
  isList?: true
  beyond?: Scope['beyond']
}

/** The browser does not know the id of who is signed in. */
const KNOWN_IN_BROWSER = USER_NAMES.filter(name => name !== 'id')

export function scopeOf(context: ResourceContext, { users, isList, beyond }: Place = {}): Scope {
  const names = [...new Set(comparable(context))]
  return {
    fields: new Map(
      names.map(name => {
        const field = own(context.file.fields, name)
        return [name, field ? scopeField(field, context) : contractField(name, context)]
      }),
    ),
    users: users ?? KNOWN_IN_BROWSER,
    levelOf: name =>
      [...LEVEL_NAMES, 'manager'].includes(name)
        ? context.levelOf(name as (typeof LEVEL_NAMES)[number])
        : undefined,
    hasAction: !isList,
    ...(isList && { isSql: true }),
    ...(beyond && { beyond }),
  }
}

/** Compiles a text; what is wrong with it is reported where it stands. */
export function compileText(
  text: string,
  loc: Location,
  scope: Scope,
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

/** The kinds of value that a field of the type can keep. */
export const kindsFor = (type: FieldType): readonly ExpressionKind[] =>
  type === 'select' ? ['text', 'number'] : KIND_OF[type] ? [KIND_OF[type]] : []

/** A field as others see it beyond a reference: none of a password. */
export const visibleBeyond = (type: FieldType): boolean => type !== 'password' && KINDS[type].sortable
