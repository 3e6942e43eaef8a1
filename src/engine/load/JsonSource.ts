/** One JSON file: its value, and the line and column of every place in it. Strict JSON: comments and the like are errors. */
import { type DocumentNode, type Node, parse } from '@humanwhocodes/momoa'
import { MOST_ERRORS, MOST_LEVELS } from './limits'
import { type ConfigCode, type ConfigError, pointer, type Steps } from './problems'

type ValueNode = DocumentNode['body']

interface Place {
  line: number
  column: number
}

/** A file that could not be read as text, and why. */
export type Unreadable = Pick<ConfigError, 'code' | 'params'> & Partial<Place>
/** What a folder holds under a path. */
export type FileText = string | Unreadable

export class JsonSource {
  readonly errors: ConfigError[] = []
  readonly value: unknown
  private readonly places = new Map<string, { key: Place; value: Place }>()

  /** @param file the name to report */
  constructor(
    readonly file: string,
    text: FileText,
  ) {
    if (typeof text !== 'string') {
      this.errors.push({ file, line: 1, column: 1, path: '', ...text })
      return
    }
    const json = text.replace(/^\uFEFF/, '')
    const deep = tooDeepAt(json)
    if (deep) {
      this.errors.push({ file, ...deep, path: '', code: 'tooDeep', params: { limit: MOST_LEVELS } })
      return
    }
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
    this.add(this.place(steps)[part], steps, code, params)
  }

  /** A file with more errors than anybody reads at once names the first of them. */
  private add(place: Place, steps: Steps, code: ConfigCode, params: ConfigError['params'] = {}): void {
    const { length } = this.errors
    if (length < MOST_ERRORS)
      this.errors.push({ file: this.file, ...place, path: pointer(steps), code, params })
    else if (length === MOST_ERRORS)
      this.errors.push({
        file: this.file,
        ...place,
        path: '',
        code: 'moreErrors',
        params: { limit: MOST_ERRORS },
      })
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
            this.add(start(member), inside, 'duplicateKey', { name })
          } else if (isForbidden(name)) {
            this.add(start(member), inside, 'forbiddenName', { name })
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

/** Names that mean something to JavaScript itself: no key, file or room is called so. */
export function isForbidden(name: string): boolean {
  return name === 'prototype' || name in Object.prototype
}

/** Where brackets stand deeper in each other than any config needs: parsers call themselves for each. */
function tooDeepAt(json: string): Place | undefined {
  let levels = 0
  let inText = false
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (inText) {
      if (character === '\\') at++
      else if (character === '"') inText = false
    } else if (character === '"') inText = true
    else if (character === '{' || character === '[') {
      if (++levels <= MOST_LEVELS) continue
      const lines = json.slice(0, at).split('\n')
      return { line: lines.length, column: lines.at(-1)!.length + 1 }
    } else if (character === '}' || character === ']') levels--
  }
  return undefined
}

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
