/** A number; whole ones with the rule `integer`. */
import type { Kind } from '../kind'

export const number: Kind = {
  format: 'text',
  input: 'number',
  align: 'right',
  sortable: true,
  sortAs: 'number',
  takes: ['min', 'max'],
  rules: [],
  size: 'value',
  nothing: null,
  normalise: value => value,
  check: value => (typeof value === 'number' && Number.isFinite(value) ? undefined : 'field.number'),
}
