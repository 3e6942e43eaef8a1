/**
 * A merged config file. Reports each problem in the file where the part was written: the owner's or the delivered one.
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
    const { layer, steps: stepsInLayer } = this.originOf(steps)
    // The layer of an origin always has the file.
    this[layer]!.report(stepsInLayer, code, params, part, severity)
  }

  /** The origin of a part, derived from its nearest parent with an entry. */
  private originOf(steps: Steps): Origin {
    for (let length = steps.length; length >= 0; length--) {
      const origin = this.origins.get(pointer(steps.slice(0, length)))
      if (origin) return { layer: origin.layer, steps: [...origin.steps, ...steps.slice(length)] }
    }
    return { layer: this.own ? 'own' : 'delivered', steps }
  }
}
