/** A colour, as `#1A2B3C`. */
import { type Kind, TEXT } from '../kind'

export const color: Kind = {
  ...TEXT,
  format: 'color',
  input: 'color',
  takes: [],
  longest: 7,
  check: value => (typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? undefined : 'field.color'),
}
