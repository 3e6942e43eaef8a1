/** The kinds that lists do not sort or search: JSON and pictures. */
import { isNestedBeyond } from '../../domain/nesting'
import { parsePicture } from '../../domain/picture'
import { isStorable, type Kind, PLAIN } from './kind'

const LONGEST_JSON = 100_000
const DEEPEST_JSON = 50

/** Lists and objects, written as JSON. A bare text is an unfinished entry. */
const json: Kind = {
  ...PLAIN,
  formats: ['json'],
  inputs: ['json', 'methodSchema'],
  sortable: false,
  furtherRules: ['methodValue', 'methodSchema'],
  nothing: null,
  wire: ['object'],
  normalise: value => (typeof value === 'string' ? parsed(value) : value),
  check: value => {
    if (typeof value === 'string') return 'field.json'
    if (!isStorableJson(value, 0)) return 'field.characters'
    return JSON.stringify(value).length > LONGEST_JSON ? 'field.jsonTooLong' : undefined
  },
}

/** Text that is not JSON, or nested too deep, stays text. */
function parsed(text: string): unknown {
  if (isNestedBeyond(DEEPEST_JSON, text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Whether a database can store every text in it, and it is not nested too deep. */
function isStorableJson(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return (
    depth < DEEPEST_JSON &&
    Object.entries(value).every(([key, one]) => isStorable(key) && isStorableJson(one, depth + 1))
  )
}

/** About 100 kB of picture. */
const LONGEST_IMAGE = 140_000

/** A small picture as a data URL, judged by its bytes. `max` bounds its length. */
const image: Kind = {
  ...PLAIN,
  formats: ['image'],
  inputs: ['image'],
  sortable: false,
  takes: ['max'],
  nothing: '',
  wire: ['text'],
  mayEqual: value => typeof value === 'string',
  normalise: value => (typeof value === 'string' ? value.trim() : value),
  check: (value, { max = LONGEST_IMAGE }) => {
    if (typeof value !== 'string') return 'field.image'
    if (value.length > max) return 'field.imageTooLarge'
    return parsePicture(value) ? undefined : 'field.image'
  },
}

export const DOCUMENT_KINDS = { json, image }
