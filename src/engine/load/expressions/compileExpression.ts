/** Compiles the text of an expression: resolves names and checks the kinds of all parts. */
import { ownValue } from '../../../domain/own'
import { type Expression, type ExpressionKind, isApplied } from '../../expressions/expression'
import { withHint } from '../suggest'
import { asText, compileInList, FUNCTIONS, isListPart, METHODS, operationOn } from './functions'
import { expectKind, expectPossible, ORDERED, toSameKind } from './kinds'
import { compileLiteral, namePath } from './leaves'
import { ExpressionProblem, MAX_DEPTH, NEAR_LENGTH, parseExpression, type Syntax } from './parse'
import type { CompiledPart, ExpressionScope } from './scope'

/**
 * @param wanted the kinds that the result may have
 * @throws ExpressionProblem with the problem and its position in the text
 */
export function compileExpression(
  text: string,
  scope: ExpressionScope,
  wanted: readonly ExpressionKind[],
): Expression {
  const compiled = new ExpressionCompiler(scope).compile(parseExpression(text)).expression
  if (!wanted.includes(compiled.kind))
    throw new ExpressionProblem('expressionResult', { kind: compiled.kind, wanted: wanted.join(', ') })
  if (depthOf(compiled) > MAX_DEPTH) throw new ExpressionProblem('expressionTooDeep', { limit: MAX_DEPTH })
  return compiled
}

/** A chain such as `a + b + c`, which is parsed as `(a + b) + c`, counts as one level of depth. */
const CHAINS: readonly Expression['op'][] = ['plus', 'minus', 'times', 'divide', 'concat', 'shift', 'back']

function depthOf(expression: Expression): number {
  if (!isApplied(expression)) return 1
  const isChain = (one: Expression) => CHAINS.includes(one.op)
  const [first, ...rest] = expression.of.map(
    (part, at) => depthOf(part) - (at === 0 && isChain(expression) && isChain(part) ? 1 : 0),
  )
  return 1 + Math.max(first ?? 0, ...rest)
}

const COMPARISONS = { '==': 'eq', '!=': 'ne', '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge' } as const
const ARITHMETIC = { '*': 'times', '/': 'divide', '%': 'remainder' } as const

class ExpressionCompiler {
  constructor(private readonly scope: ExpressionScope) {}

  compile(syntax: Syntax): CompiledPart {
    const at = syntax.start + 1
    const path = namePath(syntax)
    if (path) return this.compileName(path, at)
    return { expression: this.compileOperation(syntax, at), at }
  }

  private compileOperation(syntax: Syntax, at: number): Expression {
    switch (syntax.op) {
      case 'value':
        return compileLiteral(syntax.args, at)
      case '&&':
      case '||':
        return this.compileLogical(syntax.op, syntax.args)
      case '!_': {
        const operand = this.compile(syntax.args)
        expectKind(operand, '!', 'boolean')
        return operationOn('not', 'boolean', operand.expression)
      }
      case '-_': {
        const operand = this.compile(syntax.args)
        expectKind(operand, '-', 'number')
        const { expression } = operand
        if (expression.op === 'value') return { ...expression, value: -Number(expression.value) }
        return operationOn('negate', 'number', expression)
      }
      case '==':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
        return this.compileComparison(syntax.op, syntax.args)
      case '+':
        return this.compileSum(syntax.args)
      case '-':
        return this.compileDifference(syntax.args)
      case '*':
      case '/':
      case '%': {
        const parts = syntax.args.map(one => this.compile(one))
        for (const part of parts) expectKind(part, syntax.op, 'number')
        return operationOn(ARITHMETIC[syntax.op], 'number', ...parts.map(({ expression }) => expression))
      }
      case 'in':
        return this.compileIn(syntax.args)
      case '?:':
        return this.compileConditional(syntax.args)
      case 'call':
        return this.compileCall(syntax.args[0], syntax.args[1], FUNCTIONS, at)
      case 'rcall':
        return this.compileCall(syntax.args[0], [syntax.args[1], ...syntax.args[2]], METHODS, at)
      // Syntax of CEL that expressions do not have, such as maps. `at` counts from 1.
      default: {
        const near = syntax.input.slice(at - 1, at - 1 + NEAR_LENGTH)
        throw new ExpressionProblem('expressionSyntax', { at, near })
      }
    }
  }

  private compileName(path: readonly string[], at: number): CompiledPart {
    const { fields, userNames, levelOf, hasAction, referenced } = this.scope
    const name = path.join('.')
    const [head = '', ...rest] = path
    const tail = rest.join('.')
    const field = fields.get(name)
    if (field) {
      if (!field.kind) throw new ExpressionProblem('expressionUnseen', { at, name, kind: field.type })
      return { expression: { op: 'field', kind: field.kind, name }, at, field: { ...field, name } }
    }
    const user = head === 'user' ? userNames.find(one => one === tail) : undefined
    if (user) return { expression: { op: 'user', kind: USER_KINDS[user], name: user }, at }
    const level = head === 'level' ? levelOf(tail) : undefined
    if (level) return { expression: { op: 'level', kind: 'number', name: level }, at }
    if (name === 'action' && hasAction) return { expression: { op: 'action', kind: 'text' }, at }
    const others = tail ? referenced?.(head) : undefined
    const other = others?.get(tail)
    if (other?.kind) return { expression: { op: 'referenced', kind: other.kind, from: head, name: tail }, at }
    // After the name of a reference, suggest fields of the referenced record.
    const fieldNames = others ? [...others.keys()].map(field => `${head}.${field}`) : [...fields.keys()]
    throw new ExpressionProblem('expressionName', {
      at,
      ...withHint(name, [...fieldNames, ...userNames.map(property => `user.${property}`)]),
    })
  }

  /** A chain such as `a && b && c` becomes one operation with three operands. */
  private compileLogical(op: '&&' | '||', operands: readonly Syntax[]): Expression {
    const operation = op === '&&' ? 'and' : 'or'
    const parts = operands.flatMap(operand => {
      const part = this.compile(operand)
      expectKind(part, op, 'boolean')
      const { expression } = part
      return expression.op === operation ? expression.of : [expression]
    })
    return operationOn(operation, 'boolean', ...parts)
  }

  /** A comparison with `null` becomes the function `empty`. */
  private compileComparison(op: keyof typeof COMPARISONS, [left, right]: readonly Syntax[]): Expression {
    const [one, other] = [this.compile(left!), this.compile(right!)]
    const isNone = [one, other].map(({ expression }) => expression.op === 'none')
    if (isNone.includes(true) && (op === '==' || op === '!=')) {
      const empty = FUNCTIONS.empty!.compile([isNone[0] ? other : one], this.scope)
      return op === '==' ? empty : operationOn('not', 'boolean', empty)
    }
    const [first, second] = toSameKind(one, other, op)
    if (op === '==' || op === '!=') {
      expectPossible(one, other)
      if (first.kind === 'list' || first.kind === 'references')
        expectKind(one, op, 'text', 'number', 'boolean', 'date', 'time', 'reference')
    } else if (!ORDERED.includes(first.kind)) expectKind(one, op, ...ORDERED)
    return operationOn(COMPARISONS[op], 'boolean', first, second)
  }

  private compileSum([left, right]: readonly Syntax[]): Expression {
    const [one, other] = [this.compile(left!), this.compile(right!)]
    const kinds = [one.expression.kind, other.expression.kind]
    if (kinds.includes('text')) return operationOn('concat', 'text', asText(one, '+'), asText(other, '+'))
    if (kinds[1] === 'duration' && canShift(kinds[0]!))
      return operationOn('shift', kinds[0]!, one.expression, other.expression)
    if (kinds[0] === 'duration' && canShift(kinds[1]!))
      return operationOn('shift', kinds[1]!, other.expression, one.expression)
    expectKind(one, '+', 'number', 'text', 'time', 'date', 'duration')
    return arithmetic('plus', '+', one, other)
  }

  private compileDifference([left, right]: readonly Syntax[]): Expression {
    const [one, other] = [this.compile(left!), this.compile(right!)]
    if (other.expression.kind === 'duration' && canShift(one.expression.kind))
      return operationOn('back', one.expression.kind, one.expression, other.expression)
    if (one.expression.kind === 'number') return arithmetic('minus', '-', one, other)
    const [from, to] = toSameKind(one, other, '-')
    if (from.kind !== 'time' && from.kind !== 'date') expectKind(one, '-', 'number', 'time', 'date')
    return operationOn('since', 'duration', from, to)
  }

  private compileIn([left, right]: readonly Syntax[]): Expression {
    const searched = this.compile(left!)
    if (right!.op !== 'list') {
      const list = this.compile(right!)
      expectKind(list, 'in', 'list', 'references')
      return compileInList(searched, list)
    }
    if (isListPart(searched)) expectKind(searched, 'in', 'text', 'number', 'date', 'time', 'reference')
    const items = right!.args.map(syntax => {
      const item = this.compile(syntax)
      expectPossible(searched, item)
      // Only the item may be converted: all items must have the kind of the left side.
      const [leftSide, converted] = toSameKind(searched, item, 'in')
      if (leftSide !== searched.expression) expectKind(item, 'in', searched.expression.kind)
      return converted
    })
    if (items.length === 0) throw new ExpressionProblem('empty')
    return operationOn('in', 'boolean', searched.expression, ...items)
  }

  private compileConditional([condition, then, otherwise]: readonly Syntax[]): Expression {
    const [test, one, other] = [this.compile(condition!), this.compile(then!), this.compile(otherwise!)]
    expectKind(test, '?', 'boolean')
    const [first, second] = toSameKind(one, other, '? :')
    return operationOn('if', first.kind, test.expression, first, second)
  }

  private compileCall(
    name: string,
    syntaxes: readonly Syntax[],
    table: typeof FUNCTIONS,
    at: number,
  ): Expression {
    const found = ownValue(table, name)
    if (!found) throw new ExpressionProblem('expressionFunction', { at, ...functionHint(name, table) })
    if (syntaxes.length < found.minArguments || syntaxes.length > found.maxArguments)
      throw new ExpressionProblem('expressionArguments', { at, usage: found.usage })
    return found.compile(
      syntaxes.map(one => this.compile(one)),
      this.scope,
    )
  }
}

const USER_KINDS = {
  id: 'reference',
  vendor: 'reference',
  name: 'text',
  email: 'text',
  level: 'number',
} as const

/** Kinds to which a duration can be added. */
const canShift = (kind: ExpressionKind) => kind === 'time' || kind === 'date' || kind === 'duration'

function arithmetic(op: 'plus' | 'minus', name: string, one: CompiledPart, other: CompiledPart): Expression {
  for (const part of [one, other]) expectKind(part, name, 'number')
  return operationOn(op, 'number', one.expression, other.expression)
}

function functionHint(name: string, table: typeof FUNCTIONS) {
  const known = Object.keys(table)
  return { ...withHint(name, known), known: known.map(one => table[one]!.usage).join(', ') }
}
