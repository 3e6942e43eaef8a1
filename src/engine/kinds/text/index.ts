/** A line of text. With a mask it is digits in groups, and the digits are what is kept. */
import { digitsOf } from '../../../domain/phone'
import { type Kind, TEXT } from '../kind'

export const text: Kind = {
  ...TEXT,
  format: 'text',
  input: 'text',
  takes: ['min', 'max', 'mask'],
  longest: 1000,
  normalise: (value, field) => {
    if (typeof value !== 'string') return value
    return field.mask ? digitsOf(value) : value.trim()
  },
}
