/** Problems of a config file, with their locations. */
import type sentences from '../../../i18n/ko/config.json'

type Sentences = Omit<typeof sentences, 'hint' | 'leftOutErrors' | 'ok' | 'broken' | 'warned'>

/** The name of an error: the key of its sentence in `i18n/{locale}/config.json`. */
export type ConfigCode = {
  [Key in keyof Sentences]: Sentences[Key] extends string ? Key : never
}[keyof Sentences]

/** A config with an error is not used; one with warnings is. */
export type Severity = 'error' | 'warning'

export interface ConfigError {
  /** From the package's folder on: `config/resources/devices.json`. */
  file: string
  /** Both count from 1. */
  line: number
  column: number
  /** JSON pointer of the location: `/list/columns/4`; empty for the file as a whole. */
  path: string
  code: ConfigCode
  params: Readonly<Record<string, string | number>>
}

/** `file:line:col path message`, as editors and terminals understand it. */
export function formatConfigError(
  error: ConfigError,
  sentence: (key: string, params: ConfigError['params']) => string,
): string {
  const position = `${error.file}:${error.line}:${error.column}`
  return [position, error.path, sentence(`config.${error.code}`, error.params)]
    .filter(part => part !== '')
    .join(' ')
}

/** An error of a file as a whole, such as one that is missing. */
export function fileError(file: string, code: ConfigCode, params: ConfigError['params'] = {}): ConfigError {
  return { file, line: 1, column: 1, path: '', code, params }
}

/** By file, line and column. */
export function byPosition(one: ConfigError, other: ConfigError): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1
  return one.line - other.line || one.column - other.column
}

/** The keys and indexes to a location. */
export type Steps = readonly (string | number)[]

/** The same as a JSON pointer. */
export function pointer(steps: Steps): string {
  return steps.map(step => `/${String(step).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('')
}

/** The steps of a JSON pointer into this value. */
export function stepsOf(path: string, value: unknown): Steps {
  const steps: (string | number)[] = []
  let inside = value
  for (const part of path.split('/').slice(1)) {
    const key = part.replace(/~1/g, '/').replace(/~0/g, '~')
    const step = Array.isArray(inside) ? Number(key) : key
    steps.push(step)
    inside =
      typeof inside === 'object' && inside !== null ? (inside as Record<string, unknown>)[step] : undefined
  }
  return steps
}
