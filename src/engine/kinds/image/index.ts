/** A small picture as a data URL, judged by its bytes. `max` bounds its length. */
import { pictureOf } from '../../../domain/picture'
import type { Kind } from '../kind'

/** About 100 kB of picture. */
const LONGEST = 140_000

export const image: Kind = {
  format: 'image',
  input: 'image',
  align: 'left',
  sortable: false,
  sortAs: 'text',
  takes: ['max'],
  rules: [],
  nothing: '',
  normalise: value => (typeof value === 'string' ? value.trim() : value),
  check: (value, { max = LONGEST }) => {
    if (typeof value !== 'string') return 'field.image'
    if (value.length > max) return 'field.imageTooLarge'
    return pictureOf(value) ? undefined : 'field.image'
  },
}
