/** A small picture, as a data URL, or its address. `max` bounds the length of either. */
import type { Kind } from '../kind'

const PICTURE =
  /^(data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*|https?:\/\/[^\s"'<>\\]+|\/[^\s"'<>\\]*)$/

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
    return PICTURE.test(value) ? undefined : 'field.image'
  },
}
