/** A merged config file: the owner's over the delivered one. Problems are reported where the text was written. */
import type { ConfigFile, JsonSource } from '../JsonSource'
import { Location } from '../Location'
import { type ConfigCode, type ConfigError, pointer, type Severity, type Steps } from '../problems'

/** Written by the owner, or delivered with the product. */
export type Layer = 'own' | 'delivered'

/** A value with its place in its own file. */
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
  /** Origins of the parts that were taken over as a whole, by JSON pointer. */
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
    this[layer]!.report(written, code, params, part, severity)
  }

  /** A part that came as a whole from one layer has its origin at its top. */
  private originOf(steps: Steps): Origin {
    for (let length = steps.length; length >= 0; length--) {
      const found = this.origins.get(pointer(steps.slice(0, length)))
      if (found) return { layer: found.layer, steps: [...found.steps, ...steps.slice(length)] }
    }
    return { layer: this.own ? 'own' : 'delivered', steps }
  }
}
