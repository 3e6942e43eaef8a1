/** A record of another resource, by its id. Id 0, and what `empty` names, stand for none. */
import { isRecordId } from '../../../domain/recordId'
import { isStorable, type Kind } from '../kind'

export const reference: Kind = {
  format: 'reference',
  input: 'reference',
  align: 'left',
  sortable: true,
  sortAs: 'text',
  takes: ['reference', 'dependsOn', 'empty'],
  rules: [],
  nothing: null,
  isNothing: (value, { empty }) => value === 0 || value === '0' || (empty && value === empty.value) === true,
  normalise: value => (typeof value === 'string' ? value.trim() : value),
  check: value => {
    if (typeof value === 'number') return isRecordId(value) ? undefined : 'field.choice'
    return typeof value === 'string' && value.length <= 200 && isStorable(value) ? undefined : 'field.choice'
  },
}
