/** A location in a config file: reports problems there, and has common checks. */
import { ownValue } from '../../domain/own'
import type { ConfigCode, ConfigError, Severity, Steps } from './problems'
import { withHint } from './suggest'

type Params = ConfigError['params']

/** A file, which collects the problems. */
interface ProblemCollector {
  report(steps: Steps, code: ConfigCode, params: Params, part: 'key' | 'value', severity: Severity): void
}

export class Location {
  constructor(
    private readonly file: ProblemCollector,
    private readonly steps: Steps = [],
  ) {}

  /** The location inside this one that these keys and indexes lead to. */
  at(...steps: Steps): Location {
    return new Location(this.file, [...this.steps, ...steps])
  }

  /** Reports an error at the value, or at its nearest parent if the location is not in the file. */
  report(code: ConfigCode, params: Params = {}): void {
    this.file.report(this.steps, code, params, 'value', 'error')
  }

  /** Reports an error at the key instead of the value. */
  reportKey(code: ConfigCode, params: Params = {}): void {
    this.file.report(this.steps, code, params, 'key', 'error')
  }

  /** Reports a warning at the value: the config can still be used. */
  warn(code: ConfigCode, params: Params = {}): void {
    this.file.report(this.steps, code, params, 'value', 'warning')
  }

  /** Reports a warning at the key. */
  warnKey(code: ConfigCode, params: Params = {}): void {
    this.file.report(this.steps, code, params, 'key', 'warning')
  }

  /** Reports an unknown name and suggests the nearest known one. @returns whether the name is known */
  expectKnown(name: string, known: readonly string[], code: ConfigCode = 'unknownField'): boolean {
    const isKnown = known.includes(name)
    if (!isKnown) this.report(code, withHint(name, known))
    return isKnown
  }

  /** Reports a value that is not allowed; an absent value is accepted. */
  expectOneOf(value: string | undefined, allowed: readonly string[], code: ConfigCode, params: Params): void {
    if (value !== undefined && !allowed.includes(value))
      this.report(code, { value, known: allowed.join(', '), ...params })
  }

  /** Reports repeated names. @param locationOf the location of a name by its index */
  expectUnique(names: readonly string[], locationOf = (index: number): Location => this.at(index)): void {
    for (const [index, name] of names.entries())
      if (names.indexOf(name) !== index) locationOf(index).report('duplicate', { name })
  }

  /** Reports items of this list that have the same value under a key. */
  expectUniqueKey<Key extends string>(
    items: readonly Readonly<Record<Key, string | number>>[],
    key: Key,
  ): void {
    this.expectUnique(
      items.map(item => String(item[key])),
      index => this.at(index, key),
    )
  }

  /** Reports each of these keys that the object at this location has. */
  refuseKeys(object: object, keys: readonly string[], code: ConfigCode, params: Params = {}): void {
    for (const key of keys)
      if (ownValue(object as Record<string, unknown>, key) !== undefined)
        this.at(key).reportKey(code, { name: key, ...params })
  }
}
