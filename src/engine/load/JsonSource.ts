/** Parses a JSON file and reports problems at their line and column. Strict JSON: comments are errors. */
import { type DocumentNode, type ElementNode, type MemberNode, type Node, parse } from '@humanwhocodes/momoa'
import { indexNestedBeyond } from '../../domain/nesting'
import { Location } from './Location'
import { MAX_DEPTH, MAX_ERRORS } from './limits'
import { type ConfigCode, type ConfigError, fileError, pointer, type Severity, type Steps } from './problems'

type ValueNode = DocumentNode['body']

interface Position {
  line: number
  column: number
}

/** The reason why a file could not be read as text. */
export type Unreadable = Pick<ConfigError, 'code' | 'params'> & Partial<Position>
/** The text of a file, or the reason why it could not be read. */
export type FileText = string | Unreadable

/** A file that can be checked against its shape. */
export interface ConfigFile {
  readonly value: unknown
  /** The file as a whole. */
  readonly root: Location
  readonly errors: readonly ConfigError[]
  readonly warnings: readonly ConfigError[]
}

export class JsonSource implements ConfigFile {
  readonly errors: ConfigError[] = []
  readonly warnings: ConfigError[] = []
  value: unknown
  readonly root = new Location(this)
  /** The syntax tree with positions, if the file could be parsed. */
  private body?: ValueNode

  /** @param file the name to report */
  constructor(
    readonly file: string,
    text: FileText,
  ) {
    if (typeof text !== 'string') {
      this.errors.push({ ...fileError(file, text.code), ...text })
      return
    }
    const json = text.replace(/^\uFEFF/, '')
    // The parser is recursive: deep nesting would overflow the stack.
    const tooDeepIndex = indexNestedBeyond(MAX_DEPTH, json)
    if (tooDeepIndex !== undefined) {
      const lines = json.slice(0, tooDeepIndex).split('\n')
      const position = { line: lines.length, column: lines.at(-1)!.length + 1 }
      this.errors.push({ ...fileError(file, 'tooDeep', { limit: MAX_DEPTH }), ...position })
      return
    }
    try {
      this.body = parse(json, { mode: 'json' }).body
      this.value = this.read(this.body, [])
    } catch (error) {
      if (!isSyntaxError(error)) throw error
      const { line, column, message, offset } = error
      const cause = syntaxCause(message, json.slice(offset))
      this.errors.push({ ...fileError(file, ...cause), line, column })
    }
  }

  /**
   * Reports a problem at a value or its key. After `MAX_ERRORS` problems, reports once that there are more.
   *
   * @param steps the keys and indexes that lead to the value
   */
  report(
    steps: Steps,
    code: ConfigCode,
    params: ConfigError['params'] = {},
    part: 'key' | 'value' = 'value',
    severity: Severity = 'error',
  ): void {
    this.addProblem(this.position(steps)[part], steps, code, params, severity)
  }

  private addProblem(
    position: Position,
    steps: Steps,
    code: ConfigCode,
    params: ConfigError['params'] = {},
    severity: Severity = 'error',
  ): void {
    const { file } = this
    const list = severity === 'error' ? this.errors : this.warnings
    if (list.length < MAX_ERRORS) list.push({ file, ...position, path: pointer(steps), code, params })
    else if (list.length === MAX_ERRORS)
      list.push({ ...fileError(file, 'moreErrors', { limit: MAX_ERRORS }), ...position })
  }

  /**
   * The positions of a key and its value. If the file does not contain the path: the positions of the nearest parent.
   */
  private position(steps: Steps): { key: Position; value: Position } {
    const nowhere = { line: 1, column: 1 }
    if (!this.body) return { key: nowhere, value: nowhere }
    let node = this.body
    let key = positionOf(node)
    for (const step of steps) {
      const child = findChild(node, step)
      if (!child) break
      key = positionOf(child)
      node = child.value
    }
    return { key, value: positionOf(node) }
  }

  /** Converts a node to its value; reports texts and numbers that JSON allows but config does not. */
  private read(node: ValueNode, steps: Steps): unknown {
    switch (node.type) {
      case 'Object': {
        const entries = new Map<string, unknown>()
        for (const member of node.members) {
          const name = nameOf(member)
          const memberSteps = [...steps, name]
          if (entries.has(name)) {
            this.addProblem(positionOf(member), memberSteps, 'duplicateKey', { name })
          } else if (isForbiddenName(name)) {
            this.addProblem(positionOf(member), memberSteps, 'forbiddenName', { name })
          } else entries.set(name, this.read(member.value, memberSteps))
        }
        return Object.fromEntries(entries)
      }
      case 'Array':
        return node.elements.map((element, index) => this.read(element.value, [...steps, index]))
      case 'String':
        // The parser accepts line breaks in texts; JSON does not.
        if (node.loc.start.line !== node.loc.end.line) this.report(steps, 'brokenText')
        else if (/\0|\p{Surrogate}/u.test(node.value)) this.report(steps, 'badCharacter')
        return node.value
      case 'Number':
        if (!Number.isFinite(node.value)) this.report(steps, 'tooBig')
        return node.value
      case 'Boolean':
        return node.value
      default:
        return null
    }
  }
}

/** Property names of JavaScript objects, such as `constructor`: not allowed for keys and files. */
export function isForbiddenName(name: string): boolean {
  return name === 'prototype' || name in Object.prototype
}

const nameOf = ({ name }: MemberNode): string => (name.type === 'String' ? name.value : name.name)

/** A member of an object (the first, if the name appears twice) or an element of a list. */
function findChild(node: ValueNode, step: string | number): MemberNode | ElementNode | undefined {
  if (node.type === 'Object') return node.members.find(member => nameOf(member) === step)
  return node.type === 'Array' ? node.elements[Number(step)] : undefined
}

function positionOf(node: Node): Position {
  return { line: node.loc.start.line, column: node.loc.start.column }
}

function isSyntaxError(error: unknown): error is Error & Position & { offset: number } {
  return error instanceof Error && 'line' in error && 'column' in error && 'offset' in error
}

/** Matches if only one text, bracket or word is left in the file. */
const SINGLE_TOKEN = /^("(\\.|[^"\\])*"|[{[]|[\w.+-]+)\s*$/s

/**
 * Recognises common mistakes: an extra or missing comma, a comment, single quotes, an unfinished file.
 *
 * @param message the message of the parser
 * @param rest the text from the position of the error
 */
function syntaxCause(message: string, rest: string): [code: ConfigCode, params?: ConfigError['params']] {
  const word = /Unexpected (?:character|identifier) '(.+?)' found/u.exec(message)?.[1]
  const token = /Unexpected token (\w+)/.exec(message)?.[1]
  if (/end of input/.test(message)) return ['unfinished']
  if (word === '/' || word === '#') return ['comment']
  if (word && "'‘’“”".includes(word)) return ['quotes']
  if (word) return ['character', { character: word }]
  if (token === 'RBrace' || token === 'RBracket') return ['commaTooMany']
  if (token === 'Comma' || token === 'Colon') return ['valueMissing']
  if (SINGLE_TOKEN.test(rest)) return ['unfinished']
  return ['commaMissing']
}
