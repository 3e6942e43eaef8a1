/** A password: never trimmed, never shown; one that is left empty when editing stays as it is. */
import { type Kind, TEXT } from '../kind'

export const password: Kind = {
  ...TEXT,
  format: 'text',
  input: 'password',
  sortable: false,
  takes: ['min', 'max', 'confirm'],
  longest: 128,
  missing: 'password.short',
  normalise: value => value,
}
