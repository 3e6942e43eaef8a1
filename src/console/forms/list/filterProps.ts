/** What every kind of filter is given. */
import type { CompiledFilter } from '../../../engine/compiled'

export interface FilterProps {
  filter: CompiledFilter
  value: unknown
  /** The value of the filter that this one depends on. */
  parent: unknown
  onChange: (value: unknown) => void
}
