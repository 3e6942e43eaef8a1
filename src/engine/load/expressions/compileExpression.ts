/** Compiles the text of an expression: resolves names and checks the kinds of all parts. */
import { ownValue } from '../../../domain/own'
import { type Expression, type ExpressionKind, isApplied } from '../../expressions/expression'
import { withHint } from '../suggest'
import { asText, compileInList, FUNCTIONS, isListPart, METHODS, operationOn } from './functions'
import { expectKind, expectPossible, ORDERED, toSameKind } from './kinds'
import { compileLiteral, namePath } from './leaves'
import { ExpressionProblem, MAX_EXPRESSION_DEPTH, NEAR_LENGTH, parseExpression, type Syntax } from './parse'
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
  if (depthOf(compiled) > MAX_EXPRESSION_DEPTH)
    throw new ExpressionProblem('expressionTooDeep', { limit: MAX_EXPRESSION_DEPTH })
  return compiled
}

/** Operations whose chains, such as `a + b + c`, are parsed as `(a + b) + c` but count as one level of depth. */
const CHAINS: readonly Expression['op'][] = ['plus', 'minus', 'times', 'divide', 'concat', 'shift', 'back']

function depthOf(expression: Expression): number {
  if (!isApplied(expression)) return 1
  const isInChain = ({ op }: Expression) => CHAINS.includes(op)
  const depths = expression.of.map((part, index) => {
    const continuesChain = index === 0 && isInChain(expression) && isInChain(part)
    return continuesChain ? depthOf(part) - 1 : depthOf(part)
  })
  return 1 + Math.max(0, ...depths)
}

const COMPARISONS = { '==': 'eq', '!=': 'ne', '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge' } as const
const ARITHMETIC = { '*': 'times', '/': 'divide', '%': 'remainder' } as const

class ExpressionCompiler {
  constructor(private readonly scope: ExpressionScope) {}

  compile(syntax: Syntax): CompiledPart {
    const position = syntax.start + 1
    const path = namePath(syntax)
    if (path) return this.compileName(path, position)
    return { expression: this.compileOperation(syntax, position), position }
  }

  private compileOperation(syntax: Syntax, position: number): Expression {
    switch (syntax.op) {
      case 'value':
        return compileLiteral(syntax.args, position)
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
        const parts = syntax.args.map(operand => this.compile(operand))
        for (const part of parts) expectKind(part, syntax.op, 'number')
        return operationOn(ARITHMETIC[syntax.op], 'number', ...parts.map(({ expression }) => expression))
      }
      case 'in':
        return this.compileIn(syntax.args)
      case '?:':
        return this.compileConditional(syntax.args)
      case 'call':
        return this.compileCall(syntax.args[0], syntax.args[1], FUNCTIONS, position)
      case 'rcall':
        return this.compileCall(syntax.args[0], [syntax.args[1], ...syntax.args[2]], METHODS, position)
      // Syntax of CEL that expressions do not have, such as maps. Positions count from 1.
      default: {
        const near = syntax.input.slice(position - 1, position - 1 + NEAR_LENGTH)
        throw new ExpressionProblem('expressionSyntax', { at: position, near })
      }
    }
  }

  private compileName(path: readonly string[], position: number): CompiledPart {
    const { fields, userNames, levelOf, hasAction, referenced } = this.scope
    const name = path.join('.')
    const [head = '', ...rest] = path
    const tail = rest.join('.')
    const field = fields.get(name)
    if (field) {
      if (!field.kind)
        throw new ExpressionProblem('expressionUnseen', { at: position, name, kind: field.type })
      return { expression: { op: 'field', kind: field.kind, name }, position, field: { ...field, name } }
    }
    const userName = head === 'user' ? userNames.find(property => property === tail) : undefined
    if (userName) return { expression: { op: 'user', kind: USER_KINDS[userName], name: userName }, position }
    const level = head === 'level' ? levelOf(tail) : undefined
    if (level) return { expression: { op: 'level', kind: 'number', name: level }, position }
    if (name === 'action' && hasAction) return { expression: { op: 'action', kind: 'text' }, position }
    const referencedFields = tail ? referenced?.(head) : undefined
    const kind = referencedFields?.get(tail)?.kind
    if (kind) return { expression: { op: 'referenced', kind, from: head, name: tail }, position }
    // After the name of a reference, suggest fields of the referenced record.
    const fieldNames = referencedFields
      ? [...referencedFields.keys()].map(field => `${head}.${field}`)
      : [...fields.keys()]
    throw new ExpressionProblem('expressionName', {
      at: position,
      ...withHint(name, [...fieldNames, ...userNames.map(property => `user.${property}`)]),
    })
  }

  /** Compiles a chain such as `a && b && c` as one operation with three operands. */
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

  /** Compiles a comparison with `null` as the function `empty`. */
  private compileComparison(op: keyof typeof COMPARISONS, operands: readonly Syntax[]): Expression {
    const [left, right] = this.compilePair(operands)
    const isEquality = op === '==' || op === '!='
    const isNone = ({ expression }: CompiledPart) => expression.op === 'none'
    if (isEquality && (isNone(left) || isNone(right))) {
      const isEmpty = FUNCTIONS.empty!.compile([isNone(left) ? right : left], this.scope)
      return op === '==' ? isEmpty : operationOn('not', 'boolean', isEmpty)
    }
    const [leftSide, rightSide] = toSameKind(left, right, op)
    if (isEquality) {
      expectPossible(left, right)
      if (leftSide.kind === 'list' || leftSide.kind === 'references')
        expectKind(left, op, 'text', 'number', 'boolean', 'date', 'time', 'reference')
    } else if (!ORDERED.includes(leftSide.kind)) expectKind(left, op, ...ORDERED)
    return operationOn(COMPARISONS[op], 'boolean', leftSide, rightSide)
  }

  private compilePair([left, right]: readonly Syntax[]): [left: CompiledPart, right: CompiledPart] {
    return [this.compile(left!), this.compile(right!)]
  }

  private compileSum(operands: readonly Syntax[]): Expression {
    const [left, right] = this.compilePair(operands)
    const { kind: leftKind } = left.expression
    const { kind: rightKind } = right.expression
    if (leftKind === 'text' || rightKind === 'text')
      return operationOn('concat', 'text', asText(left, '+'), asText(right, '+'))
    if (rightKind === 'duration' && canShift(leftKind))
      return operationOn('shift', leftKind, left.expression, right.expression)
    if (leftKind === 'duration' && canShift(rightKind))
      return operationOn('shift', rightKind, right.expression, left.expression)
    expectKind(left, '+', 'number', 'text', 'time', 'date', 'duration')
    return arithmetic('plus', '+', left, right)
  }

  private compileDifference(operands: readonly Syntax[]): Expression {
    const [left, right] = this.compilePair(operands)
    const { kind } = left.expression
    if (right.expression.kind === 'duration' && canShift(kind))
      return operationOn('back', kind, left.expression, right.expression)
    if (kind === 'number') return arithmetic('minus', '-', left, right)
    const [minuend, subtrahend] = toSameKind(left, right, '-')
    if (minuend.kind !== 'time' && minuend.kind !== 'date') expectKind(left, '-', 'number', 'time', 'date')
    return operationOn('since', 'duration', minuend, subtrahend)
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
      // Convert only the item: all items are compared with the one left side.
      const [leftSide, converted] = toSameKind(searched, item, 'in')
      if (leftSide !== searched.expression) expectKind(item, 'in', searched.expression.kind)
      return converted
    })
    if (items.length === 0) throw new ExpressionProblem('empty')
    return operationOn('in', 'boolean', searched.expression, ...items)
  }

  private compileConditional([condition, then, otherwise]: readonly Syntax[]): Expression {
    const test = this.compile(condition!)
    const branches = [this.compile(then!), this.compile(otherwise!)] as const
    expectKind(test, '?', 'boolean')
    const results = toSameKind(...branches, '? :')
    return operationOn('if', results[0].kind, test.expression, ...results)
  }

  private compileCall(
    name: string,
    syntaxes: readonly Syntax[],
    table: typeof FUNCTIONS,
    position: number,
  ): Expression {
    const definition = ownValue(table, name)
    if (!definition)
      throw new ExpressionProblem('expressionFunction', { at: position, ...functionHint(name, table) })
    if (syntaxes.length < definition.minArguments || syntaxes.length > definition.maxArguments)
      throw new ExpressionProblem('expressionArguments', { at: position, usage: definition.usage })
    const parts = syntaxes.map(argument => this.compile(argument))
    return definition.compile(parts, this.scope)
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

function arithmetic(op: 'plus' | 'minus', name: string, left: CompiledPart, right: CompiledPart): Expression {
  for (const part of [left, right]) expectKind(part, name, 'number')
  return operationOn(op, 'number', left.expression, right.expression)
}

function functionHint(name: string, table: typeof FUNCTIONS) {
  const known = Object.keys(table)
  return { ...withHint(name, known), known: known.map(knownName => table[knownName]!.usage).join(', ') }
}
