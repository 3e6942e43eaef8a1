/** Compiles the text of an expression: resolves names and checks kinds, so that evaluation meets only fitting ones. */
import { ownValue } from '../../../domain/own'
import { type Expression, type ExpressionKind, isApplied, type Operation } from '../../expressions/expression'
import { withHint } from '../suggest'
import { asText, FUNCTIONS, isInList, isList, METHODS } from './functions'
import { expectKind, expectPossible, ORDERED, together } from './kinds'
import { literal, namePath } from './leaves'
import { ExpressionProblem, MAX_DEPTH, parseExpression, type Syntax } from './parse'
import type { ExpressionScope, Typed } from './scope'

/**
 * @param wanted the kinds that the value may have
 * @throws ExpressionProblem with what is wrong, and where in the text
 */
export function compileExpression(
  text: string,
  scope: ExpressionScope,
  wanted: readonly ExpressionKind[],
): Expression {
  const compiled = new Compilation(scope).part(parseExpression(text)).expression
  if (!wanted.includes(compiled.kind))
    throw new ExpressionProblem('expressionResult', { kind: compiled.kind, wanted: wanted.join(', ') })
  if (depthOf(compiled) > MAX_DEPTH) throw new ExpressionProblem('expressionTooDeep', { limit: MAX_DEPTH })
  return compiled
}

/** A chain of the same operation is as deep as its deepest part. */
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

class Compilation {
  constructor(private readonly scope: ExpressionScope) {}

  part(syntax: Syntax): Typed {
    const at = syntax.start + 1
    const path = namePath(syntax)
    if (path) return this.named(path, at)
    return { expression: this.made(syntax, at), at }
  }

  private made(syntax: Syntax, at: number): Expression {
    switch (syntax.op) {
      case 'value':
        return literal(syntax.args, at)
      case '&&':
      case '||':
        return this.joined(syntax.op, syntax.args)
      case '!_': {
        const one = this.part(syntax.args)
        expectKind(one, '!', 'boolean')
        return applied('not', 'boolean', one.expression)
      }
      case '-_': {
        const one = this.part(syntax.args)
        expectKind(one, '-', 'number')
        const { expression } = one
        if (expression.op === 'value') return { ...expression, value: -Number(expression.value) }
        return applied('negate', 'number', expression)
      }
      case '==':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
        return this.compared(syntax.op, syntax.args)
      case '+':
        return this.sum(syntax.args)
      case '-':
        return this.difference(syntax.args)
      case '*':
      case '/':
      case '%': {
        const parts = syntax.args.map(one => this.part(one))
        for (const part of parts) expectKind(part, syntax.op, 'number')
        return applied(ARITHMETIC[syntax.op], 'number', ...parts.map(({ expression }) => expression))
      }
      case 'in':
        return this.among(syntax.args)
      case '?:':
        return this.choice(syntax.args)
      case 'call':
        return this.called(syntax.args[0], syntax.args[1], FUNCTIONS, at)
      case 'rcall':
        return this.called(syntax.args[0], [syntax.args[1], ...syntax.args[2]], METHODS, at)
      default:
        throw new ExpressionProblem('expressionSyntax', { at, near: syntax.input.slice(at - 1, at + 19) })
    }
  }

  private named(path: readonly string[], at: number): Typed {
    const { fields, users, levelOf, hasAction, referenced } = this.scope
    const name = path.join('.')
    const [head = '', ...rest] = path
    const tail = rest.join('.')
    const field = fields.get(name)
    if (field) {
      if (!field.kind) throw new ExpressionProblem('expressionUnseen', { at, name, kind: field.type })
      return { expression: { op: 'field', kind: field.kind, name }, at, field: { ...field, name } }
    }
    const user = head === 'user' ? users.find(one => one === tail) : undefined
    if (user) return { expression: { op: 'user', kind: USER_KINDS[user], name: user }, at }
    const level = head === 'level' ? levelOf(tail) : undefined
    if (level) return { expression: { op: 'level', kind: 'number', name: level }, at }
    if (name === 'action' && hasAction) return { expression: { op: 'action', kind: 'text' }, at }
    const others = tail ? referenced?.(head) : undefined
    const other = others?.get(tail)
    if (other?.kind) return { expression: { op: 'referenced', kind: other.kind, from: head, name: tail }, at }
    const known = [...(others ? [...others.keys()].map(one => `${head}.${one}`) : fields.keys())]
    throw new ExpressionProblem('expressionName', {
      at,
      ...withHint(name, [...known, ...users.map(one => `user.${one}`)]),
    })
  }

  /** All parts of a chain of `&&`, or of `||`, side by side. */
  private joined(op: '&&' | '||', operands: readonly Syntax[]): Expression {
    const made = op === '&&' ? 'and' : 'or'
    const parts = operands.flatMap(operand => {
      const part = this.part(operand)
      expectKind(part, op, 'boolean')
      const { expression } = part
      return expression.op === made ? expression.of : [expression]
    })
    return applied(made, 'boolean', ...parts)
  }

  private compared(op: keyof typeof COMPARISONS, [left, right]: readonly Syntax[]): Expression {
    const [one, other] = [this.part(left!), this.part(right!)]
    const isNone = [one, other].map(({ expression }) => expression.op === 'none')
    if (isNone.includes(true) && (op === '==' || op === '!=')) {
      const empty = FUNCTIONS.empty!.make([isNone[0] ? other : one], this.scope)
      return op === '==' ? empty : applied('not', 'boolean', empty)
    }
    const [first, second] = together(one, other, op)
    if (op === '==' || op === '!=') {
      expectPossible(one, other)
      if (first.kind === 'list' || first.kind === 'references')
        expectKind(one, op, 'text', 'number', 'boolean', 'date', 'time', 'reference')
    } else if (!ORDERED.includes(first.kind)) expectKind(one, op, ...ORDERED)
    return applied(COMPARISONS[op], 'boolean', first, second)
  }

  private sum([left, right]: readonly Syntax[]): Expression {
    const [one, other] = [this.part(left!), this.part(right!)]
    const kinds = [one.expression.kind, other.expression.kind]
    if (kinds.includes('text')) return applied('concat', 'text', asText(one, '+'), asText(other, '+'))
    if (kinds[1] === 'duration' && isMoment(kinds[0]!))
      return applied('shift', kinds[0]!, one.expression, other.expression)
    if (kinds[0] === 'duration' && isMoment(kinds[1]!))
      return applied('shift', kinds[1]!, other.expression, one.expression)
    expectKind(one, '+', 'number', 'text', 'time', 'date', 'duration')
    return numbers('plus', '+', one, other)
  }

  private difference([left, right]: readonly Syntax[]): Expression {
    const [one, other] = [this.part(left!), this.part(right!)]
    if (other.expression.kind === 'duration' && isMoment(one.expression.kind))
      return applied('back', one.expression.kind, one.expression, other.expression)
    if (one.expression.kind === 'number') return numbers('minus', '-', one, other)
    const [from, to] = together(one, other, '-')
    if (from.kind !== 'time' && from.kind !== 'date') expectKind(one, '-', 'number', 'time', 'date')
    return applied('since', 'duration', from, to)
  }

  private among([left, right]: readonly Syntax[]): Expression {
    const one = this.part(left!)
    if (right!.op !== 'list') {
      const list = this.part(right!)
      expectKind(list, 'in', 'list', 'references')
      return isInList(one, list)
    }
    if (isList(one)) expectKind(one, 'in', 'text', 'number', 'date', 'time', 'reference')
    const values = right!.args.map(item => {
      const value = this.part(item)
      expectPossible(one, value)
      const [fits, possible] = together(one, value, 'in')
      if (fits !== one.expression) expectKind(value, 'in', one.expression.kind)
      return possible
    })
    if (values.length === 0) throw new ExpressionProblem('empty')
    return applied('in', 'boolean', one.expression, ...values)
  }

  private choice([condition, then, otherwise]: readonly Syntax[]): Expression {
    const [asked, one, other] = [this.part(condition!), this.part(then!), this.part(otherwise!)]
    expectKind(asked, '?', 'boolean')
    const [first, second] = together(one, other, '? :')
    return applied('if', first.kind, asked.expression, first, second)
  }

  private called(name: string, syntaxes: readonly Syntax[], table: typeof FUNCTIONS, at: number): Expression {
    const found = ownValue(table, name)
    if (!found) throw new ExpressionProblem('expressionFunction', { at, ...functionHint(name, table) })
    if (syntaxes.length < found.least || syntaxes.length > found.most)
      throw new ExpressionProblem('expressionArguments', { at, usage: found.usage })
    return found.make(
      syntaxes.map(one => this.part(one)),
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

const applied = (op: Operation, kind: ExpressionKind, ...of: Expression[]): Expression => ({ op, kind, of })

const isMoment = (kind: ExpressionKind) => kind === 'time' || kind === 'date' || kind === 'duration'

function numbers(op: 'plus' | 'minus', name: string, one: Typed, other: Typed): Expression {
  for (const part of [one, other]) expectKind(part, name, 'number')
  return applied(op, 'number', one.expression, other.expression)
}

function functionHint(name: string, table: typeof FUNCTIONS) {
  const known = Object.keys(table)
  return { ...withHint(name, known), known: known.map(one => table[one]!.usage).join(', ') }
}
