/** A location in a config file, to report problems at, with the checks that many locations need. */
import { ownValue } from '../../domain/own'
import type { ConfigCode, ConfigError, Severity, Steps } from './problems'
import { withHint } from './suggest'

type Params = ConfigError['params']

/** Receives the problems: the file. */
interface Reports {
  report(steps: Steps, code: ConfigCode, params: Params, part: 'key' | 'value', severity: Severity): void
}

export class Location {
  constructor(
    private readonly file: Reports,
    private readonly steps: Steps = [],
  ) {}

  /** A location inside this one. */
  at(...steps: Steps): Location {
    return new Location(this.file, [...this.steps, ...steps])
  }

  /** Reports the value, or its nearest parent if the location is not in the file. */
  report(code: ConfigCode, params: Params = {}): void {
    this.file.report(this.steps, code, params, 'value', 'error')
  }

  /** Reports the name of the key. */
  reportKey(code: ConfigCode, params: Params = {}): void {
    this.file.report(this.steps, code, params, 'key', 'error')
  }

  /** Warns of the value; the config can still be used. */
  warn(code: ConfigCode, params: Params = {}): void {
    this.file.report(this.steps, code, params, 'value', 'warning')
  }

  /** Warns of the name of the key. */
  warnKey(code: ConfigCode, params: Params = {}): void {
    this.file.report(this.steps, code, params, 'key', 'warning')
  }

  /** Reports an unknown name and suggests the nearest known one. @returns whether the name is known */
  expectKnown(name: string, known: readonly string[], code: ConfigCode = 'unknownField'): boolean {
    const isKnown = known.includes(name)
    if (!isKnown) this.report(code, withHint(name, known))
    return isKnown
  }

  /** Reports a value that does not fit; `params` name what it should fit. */
  expectFit(value: string | undefined, fits: readonly string[], code: ConfigCode, params: Params): void {
    if (value !== undefined && !fits.includes(value))
      this.report(code, { value, known: fits.join(', '), ...params })
  }

  /** Reports repeated names, at `locationOf` of the index of each repetition. */
  expectUnique(names: readonly string[], locationOf = (index: number): Location => this.at(index)): void {
    for (const [index, name] of names.entries())
      if (names.indexOf(name) !== index) locationOf(index).report('duplicate', { name })
  }

  /** The same for the items of this list, compared by one of their keys. */
  expectUniqueKey<Key extends string>(
    items: readonly Readonly<Record<Key, string | number>>[],
    key: Key,
  ): void {
    this.expectUnique(
      items.map(item => String(item[key])),
      index => this.at(index, key),
    )
  }

  /** Reports keys that have no effect here. */
  refuseKeys(written: object, keys: readonly string[], code: ConfigCode, params: Params = {}): void {
    for (const key of keys)
      if (ownValue(written as Record<string, unknown>, key) !== undefined)
        this.at(key).reportKey(code, { name: key, ...params })
  }
}
