/** Text of several lines. */
import { type Kind, TEXT } from '../kind'

export const multiline: Kind = {
  ...TEXT,
  format: 'text',
  input: 'multiline',
  takes: ['min', 'max'],
  longest: 10_000,
}
