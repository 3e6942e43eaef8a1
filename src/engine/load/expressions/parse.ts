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

/** The number of characters to quote in an error, from the position of the error. */
export const NEAR_LENGTH = 20

/** Common mistakes, recognised by the text after and before the position of the error. The first match counts. */
const COMMON_MISTAKES: readonly { after: RegExp; before?: RegExp; code: ConfigCode }[] = [
  { after: /^$/, code: 'expressionUnfinished' },
  { after: /^[‘’“”]/, code: 'expressionQuotes' },
  { after: /^=/, code: 'expressionEquals' },
  { after: /^>/, before: /<$/, code: 'expressionEquals' },
  { after: /^(&|and\b)/i, code: 'expressionAnd' },
  { after: /^(\||or\b)/i, code: 'expressionOr' },
  { after: /^/, before: /(^|[\s(])not\s+$/i, code: 'expressionNot' },
]

function problemOf({ code, range }: ParseError, text: string): ExpressionProblem {
  const start = range?.start ?? 0
  const [textBefore, textAfter] = [text.slice(0, start), text.slice(start)]
  const position = start + 1
  if (code === 'limit_exceeded') return new ExpressionProblem('expressionTooLarge', { limit: MAX_PARTS })
  if (text.trim() === '') return new ExpressionProblem('empty')
  if (code === 'unterminated_string') return new ExpressionProblem('expressionUnfinished', { at: position })
  const mistake = COMMON_MISTAKES.find(
    ({ after, before }) => after.test(textAfter) && (before?.test(textBefore) ?? true),
  )
  return mistake
    ? new ExpressionProblem(mistake.code, { at: position })
    : new ExpressionProblem('expressionSyntax', {
        at: position,
        near: [...textAfter].slice(0, NEAR_LENGTH).join(''),
      })
}
