/** One JSON file: its value, and the line and column of every place in it. Strict JSON: comments and the like are errors. */
import { type DocumentNode, type Node, parse } from '@humanwhocodes/momoa'
import { type ConfigCode, type ConfigError, pointer, type Steps } from './problems'

type ValueNode = DocumentNode['body']

interface Place {
  line: number
  column: number
}

export class JsonSource {
  readonly errors: ConfigError[] = []
  readonly value: unknown
  private readonly places = new Map<string, { key: Place; value: Place }>()

  /** @param file the name to report */
  constructor(
    readonly file: string,
    text: string,
  ) {
    const json = text.replace(/^\uFEFF/, '')
    try {
      const body = parse(json, { mode: 'json' }).body
      this.value = this.read(body, [], start(body))
    } catch (error) {
      if (!isSyntaxError(error)) throw error
      this.errors.push({
        file,
        line: error.line,
        column: error.column,
        path: '',
        ...syntaxCause(error.message, json.slice(error.offset)),
      })
    }
  }

  /** Reports a place: its value, or with `'key'` its name. A place that is not there is reported at what surrounds it. */
  report(
    steps: Steps,
    code: ConfigCode,
    params: ConfigError['params'] = {},
    part: 'key' | 'value' = 'value',
  ): void {
    const place = this.place(steps)[part]
    this.errors.push({ file: this.file, ...place, path: pointer(steps), code, params })
  }

  private place(steps: Steps): { key: Place; value: Place } {
    const found = this.places.get(pointer(steps))
    if (found) return found
    const nowhere = { line: 1, column: 1 }
    return steps.length === 0 ? { key: nowhere, value: nowhere } : this.place(steps.slice(0, -1))
  }

  private read(node: ValueNode, steps: Steps, key: Place): unknown {
    this.places.set(pointer(steps), { key, value: start(node) })
    switch (node.type) {
      case 'Object': {
        const entries = new Map<string, unknown>()
        for (const member of node.members) {
          const name = member.name.type === 'String' ? member.name.value : member.name.name
          const inside = [...steps, name]
          if (entries.has(name)) {
            const { line, column } = start(member)
            this.errors.push({
              file: this.file,
              line,
              column,
              path: pointer(inside),
              code: 'duplicateKey',
              params: { name },
            })
          } else if (FORBIDDEN.has(name)) {
            this.errors.push({
              file: this.file,
              ...start(member),
              path: pointer(inside),
              code: 'forbiddenName',
              params: { name },
            })
          } else entries.set(name, this.read(member.value, inside, start(member)))
        }
        return Object.fromEntries(entries)
      }
      case 'Array':
        return node.elements.map((element, at) =>
          this.read(element.value, [...steps, at], start(element.value)),
        )
      case 'String':
        if (node.loc.start.line !== node.loc.end.line) this.report(steps, 'brokenText')
        return node.value
      case 'Number':
      case 'Boolean':
        return node.value
      default:
        return null
    }
  }
}

/** Names that mean something to JavaScript itself. */
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

function start(node: Node): Place {
  return { line: node.loc.start.line, column: node.loc.start.column }
}

function isSyntaxError(error: unknown): error is Error & Place & { offset: number } {
  return error instanceof Error && 'line' in error && 'column' in error && 'offset' in error
}

/**
 * The usual slips by name: a comma too many or too few, a comment, single quotes, an unfinished file.
 *
 * @param rest the text from the place of the error on; when it is one token, the file ends too early
 */
function syntaxCause(message: string, rest: string): Pick<ConfigError, 'code' | 'params'> {
  const word = /Unexpected (?:character|identifier) '(.+?)' found/u.exec(message)?.[1]
  const token = /Unexpected token (\w+)/.exec(message)?.[1]
  if (/end of input/.test(message)) return { code: 'unfinished', params: {} }
  if (word === '/' || word === '#') return { code: 'comment', params: {} }
  if (word && "'‘’“”".includes(word)) return { code: 'quotes', params: {} }
  if (word) return { code: 'character', params: { character: word } }
  if (token === 'RBrace' || token === 'RBracket') return { code: 'commaTooMany', params: {} }
  if (token === 'Comma' || token === 'Colon') return { code: 'valueMissing', params: {} }
  if (/^("(\\.|[^"\\])*"|[{[]|[\w.+-]+)\s*$/s.test(rest)) return { code: 'unfinished', params: {} }
  return { code: 'commaMissing', params: {} }
}
