/** Yes or no. What was never set is no. */
import type { Kind } from '../kind'

export const boolean: Kind = {
  format: 'yesNo',
  input: 'switch',
  align: 'left',
  sortable: true,
  sortAs: 'boolean',
  takes: [],
  rules: [],
  nothing: false,
  normalise: value => value,
  check: value => (typeof value === 'boolean' ? undefined : 'field.boolean'),
}
