/**
 * Parses the text of an expression with the parser of CEL (decision 376). An error names the common mistake that caused
 * it.
 */
import { type ASTNode, Environment, ParseError } from '@marcbachmann/cel-js'
import type { ConfigCode, ConfigError } from '../problems'

export type Syntax = ASTNode

/** The problem of a part of an expression. `at` counts characters from 1. */
export class ExpressionProblem extends Error {
  constructor(
    readonly code: ConfigCode,
    readonly params: ConfigError['params'] = {},
  ) {
    super(code)
  }
}

/** Characters, parts inside each other, and parts of one expression. */
const MAX_CHARACTERS = 2000
export const MAX_DEPTH = 20
const MAX_PARTS = 300

// It only reads: what names and functions mean, and whether they fit, is said by `compileExpression`.
const CEL = new Environment({
  unlistedVariablesAreDyn: true,
  limits: {
    maxAstNodes: MAX_PARTS,
    // The parser also counts brackets around brackets.
    maxDepth: MAX_DEPTH * 3,
    maxListElements: 100,
    maxMapEntries: 1,
    maxCallArguments: 20,
  },
})

export function parseExpression(text: string): Syntax {
  if (text.length > MAX_CHARACTERS)
    throw new ExpressionProblem('expressionTooLong', { limit: MAX_CHARACTERS })
  try {
    return CEL.parse(text).ast
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    throw problemOf(error, text)
  }
}

/** Common mistakes, by the text at which parsing stopped; the first that matches is reported. */
const SLIPS: readonly { rest: RegExp; before?: RegExp; code: ConfigCode }[] = [
  { rest: /^$/, code: 'expressionUnfinished' },
  { rest: /^[‘’“”]/, code: 'expressionQuotes' },
  { rest: /^=/, code: 'expressionEquals' },
  { rest: /^>/, before: /<$/, code: 'expressionEquals' },
  { rest: /^(&|and\b)/i, code: 'expressionAnd' },
  { rest: /^(\||or\b)/i, code: 'expressionOr' },
  { rest: /^/, before: /(^|[\s(])not\s+$/i, code: 'expressionNot' },
]

function problemOf({ code, range }: ParseError, text: string): ExpressionProblem {
  const start = range?.start ?? 0
  const [before, rest] = [text.slice(0, start), text.slice(start)]
  const at = start + 1
  if (code === 'limit_exceeded') return new ExpressionProblem('expressionTooLarge', { limit: MAX_PARTS })
  if (text.trim() === '') return new ExpressionProblem('empty')
  if (code === 'unterminated_string') return new ExpressionProblem('expressionUnfinished', { at })
  const slip = SLIPS.find(one => one.rest.test(rest) && (one.before?.test(before) ?? true))
  return slip
    ? new ExpressionProblem(slip.code, { at })
    : new ExpressionProblem('expressionSyntax', { at, near: [...rest].slice(0, 20).join('') })
}
