/** Problems of a config file, with their locations. */
import type sentences from '../../../i18n/ko/config.json'

/** The sentences that describe problems. */
type Sentences = Omit<typeof sentences, 'hint' | 'gaveWay' | 'ok' | 'broken' | 'warned'>

/** The code of a problem: the key of its sentence in `i18n/{locale}/config.json`. */
export type ConfigCode = {
  [Key in keyof Sentences]: Sentences[Key] extends string ? Key : never
}[keyof Sentences]

/** Config with an error is not used; config with only warnings is used. */
export type Severity = 'error' | 'warning'

export interface ConfigError {
  /** Path from the package's root: `config/resources/devices.json`. */
  file: string
  /** Both count from 1. */
  line: number
  column: number
  /** JSON pointer of the location: `/list/columns/4`; empty for the file as a whole. */
  path: string
  code: ConfigCode
  params: Readonly<Record<string, string | number>>
}

/** `file:line:column path message`, which terminals and editors make clickable. */
export function formatConfigError(
  error: ConfigError,
  sentence: (key: string, params: ConfigError['params']) => string,
): string {
  const position = `${error.file}:${error.line}:${error.column}`
  return [position, error.path, sentence(`config.${error.code}`, error.params)]
    .filter(part => part !== '')
    .join(' ')
}

/** An error of a whole file, such as a missing one. */
export function fileError(file: string, code: ConfigCode, params: ConfigError['params'] = {}): ConfigError {
  return { file, line: 1, column: 1, path: '', code, params }
}

/** Compares by file, line and column, for sorting. */
export function byPosition(one: ConfigError, other: ConfigError): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1
  return one.line - other.line || one.column - other.column
}

/** The keys and indexes that lead to a location. */
export type Steps = readonly (string | number)[]

/** Steps as a JSON pointer. */
export function pointer(steps: Steps): string {
  return steps.map(step => `/${String(step).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('')
}

/** The steps of a JSON pointer. `value` is the JSON that it points into: a step into a list is an index. */
export function stepsOf(path: string, value: unknown): Steps {
  const steps: (string | number)[] = []
  let valueAtStep = value
  for (const part of path.split('/').slice(1)) {
    const key = part.replace(/~1/g, '/').replace(/~0/g, '~')
    const step = Array.isArray(valueAtStep) ? Number(key) : key
    steps.push(step)
    valueAtStep =
      typeof valueAtStep === 'object' && valueAtStep !== null
        ? (valueAtStep as Record<string, unknown>)[step]
        : undefined
  }
  return steps
}

/** In characters of JSON. */
const MAX_QUOTE_LENGTH = 40

/** A value as JSON, shortened, to quote it in an error. */
export function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  return text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH - 1)}…` : text
}
