/** An e-mail address (§5). */
import { plainText } from '../../../domain/typed'
import { type Kind, TEXT } from '../kind'

export const email: Kind = {
  ...TEXT,
  format: 'email',
  input: 'email',
  takes: ['min', 'max'],
  rules: ['email'],
  longest: 254,
  normalise: value => (typeof value === 'string' ? plainText(value) : value),
}
