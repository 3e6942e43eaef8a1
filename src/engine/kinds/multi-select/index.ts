/** Several of a few choices, each once. */
import type { Kind } from '../kind'

export const multiSelect: Kind = {
  format: 'choice',
  input: 'multiSelect',
  align: 'left',
  sortable: false,
  sortAs: 'text',
  takes: ['choices', 'min', 'max'],
  rules: [],
  size: 'items',
  nothing: [],
  normalise: value => (Array.isArray(value) ? [...new Set(value)] : value),
  check: (value, { choices = [] }) => {
    const known = (one: unknown) => choices.some(choice => choice.value === one)
    return Array.isArray(value) && value.every(known) ? undefined : 'field.choice'
  },
}
