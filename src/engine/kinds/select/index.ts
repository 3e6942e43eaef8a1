/** One of a few choices. */
import type { Kind } from '../kind'

export const select: Kind = {
  format: 'choice',
  input: 'select',
  align: 'left',
  sortable: true,
  sortAs: 'text',
  takes: ['choices'],
  rules: [],
  nothing: null,
  normalise: value => value,
  check: (value, { choices }) => {
    if (typeof value !== 'string' && typeof value !== 'number') return 'field.choice'
    return !choices || choices.some(choice => choice.value === value) ? undefined : 'field.choice'
  },
}
