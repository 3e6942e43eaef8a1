/** Parses the text of an expression with the parser of CEL (decision 376), and recognises common mistakes. */
import { type ASTNode, Environment, ParseError } from '@marcbachmann/cel-js'
import type { ConfigCode, ConfigError } from '../problems'

export type Syntax = ASTNode

/** The problem of an expression. The parameter `at` is a position in the text, from 1. */
export class ExpressionProblem extends Error {
  constructor(
    readonly code: ConfigCode,
    readonly params: ConfigError['params'] = {},
  ) {
    super(code)
  }
}

/** Limits of one expression: characters, nested parts, and parts in total. */
const MAX_CHARACTERS = 2000
export const MAX_EXPRESSION_DEPTH = 20
const MAX_PARTS = 300

// Used only to parse: `compileExpression` resolves names and checks kinds.
const CEL = new Environment({
  unlistedVariablesAreDyn: true,
  limits: {
    maxAstNodes: MAX_PARTS,
    // The parser counts redundant brackets too.
    maxDepth: MAX_EXPRESSION_DEPTH * 3,
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

/** Characters of the text to quote in an error, from its position on. */
export const NEAR_LENGTH = 20

/** Common mistakes, recognised by the text after and before the error; the first match is reported. */
const COMMON_MISTAKES: readonly { rest: RegExp; before?: RegExp; code: ConfigCode }[] = [
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
  const position = start + 1
  if (code === 'limit_exceeded') return new ExpressionProblem('expressionTooLarge', { limit: MAX_PARTS })
  if (text.trim() === '') return new ExpressionProblem('empty')
  if (code === 'unterminated_string') return new ExpressionProblem('expressionUnfinished', { at: position })
  const mistake = COMMON_MISTAKES.find(
    pattern => pattern.rest.test(rest) && (pattern.before?.test(before) ?? true),
  )
  return mistake
    ? new ExpressionProblem(mistake.code, { at: position })
    : new ExpressionProblem('expressionSyntax', {
        at: position,
        near: [...rest].slice(0, NEAR_LENGTH).join(''),
      })
}
