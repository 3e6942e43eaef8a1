/**
 * A merged config file. Reports problems in the file of the owner or the delivered file, where the part was written.
 */
import type { ConfigFile, JsonSource } from '../JsonSource'
import { Location } from '../Location'
import { type ConfigCode, type ConfigError, pointer, type Severity, type Steps } from '../problems'

/** Whether a part was written by the owner or delivered with the product. */
export type Layer = 'own' | 'delivered'

/** A value with its path in the file in which it was written. */
export interface PlacedValue {
  value: unknown
  steps: Steps
}

/** Where a part of the merged config was written. */
interface Origin {
  layer: Layer
  steps: Steps
}

export class LayeredFile implements ConfigFile {
  readonly root = new Location(this)
  value: unknown
  /** Origins by JSON pointer into the merged value; parts without an entry belong to their nearest parent. */
  readonly origins = new Map<string, Origin>()

  constructor(
    readonly own: JsonSource | undefined,
    readonly delivered: JsonSource | undefined,
  ) {}

  get errors(): ConfigError[] {
    return [...(this.own?.errors ?? []), ...(this.delivered?.errors ?? [])]
  }

  get warnings(): ConfigError[] {
    return [...(this.own?.warnings ?? []), ...(this.delivered?.warnings ?? [])]
  }

  report(
    steps: Steps,
    code: ConfigCode,
    params: ConfigError['params'],
    part: 'key' | 'value',
    severity: Severity,
  ): void {
    const { layer, steps: written } = this.originOf(steps)
    // An origin only names a layer that has the file.
    this[layer]!.report(written, code, params, part, severity)
  }

  /** The origin of a part, derived from its nearest parent with an entry. */
  private originOf(steps: Steps): Origin {
    for (let length = steps.length; length >= 0; length--) {
      const found = this.origins.get(pointer(steps.slice(0, length)))
      if (found) return { layer: found.layer, steps: [...found.steps, ...steps.slice(length)] }
    }
    return { layer: this.own ? 'own' : 'delivered', steps }
  }
}
