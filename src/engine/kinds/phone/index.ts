/** A phone number (§5): its digits are kept, groups are for the eye. */
import { phoneEntered } from '../../../domain/phone'
import { type Kind, TEXT } from '../kind'

export const phone: Kind = {
  ...TEXT,
  format: 'phone',
  input: 'phone',
  takes: ['mask'],
  rules: ['phone'],
  longest: 30,
  // A text without a digit is no empty field but a wrong number.
  normalise: value => (typeof value === 'string' ? phoneEntered(value) || value.trim() : value),
}
