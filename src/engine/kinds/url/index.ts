/** An address of the web. */
import { webAddress } from '../../../domain/typed'
import { type Kind, TEXT } from '../kind'

export const url: Kind = {
  ...TEXT,
  format: 'link',
  input: 'url',
  takes: ['min', 'max'],
  rules: ['url'],
  longest: 2048,
  normalise: value => (typeof value === 'string' ? webAddress(value) : value),
}
