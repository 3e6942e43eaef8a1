/** Where a part of a config in force was written. */
import type { Steps } from '../problems'

/** What the owner wrote, or what came with the product. */
export type Layer = 'own' | 'delivered'

/** A value with its place in its own file. */
export interface WrittenValue {
  value: unknown
  steps: Steps
}

export interface Origin {
  layer: Layer
  steps: Steps
}
