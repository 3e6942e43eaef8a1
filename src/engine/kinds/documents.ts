/** The kinds for JSON and pictures, which lists can neither sort nor search. */
import { isNestedBeyond } from '../../domain/nesting'
import { parsePicture } from '../../domain/picture'
import { isStorable } from '../../domain/typed'
import { KIND_DEFAULTS, type Kind } from './kind'

/** In characters of JSON text. */
const MAX_JSON_LENGTH = 100_000
const MAX_JSON_DEPTH = 50

/** Any JSON value except a bare text, which is an entry that could not be parsed. */
const json: Kind = {
  ...KIND_DEFAULTS,
  formats: ['json', 'changes'],
  inputs: ['json', 'methodValue', 'methodSchema'],
  sortable: false,
  optionalRules: ['methodValue', 'methodSchema'],
  emptyValue: null,
  schema: {},
  wireTypes: ['object'],
  notIn: ['cells'],
  normalise: value => (typeof value === 'string' ? parseJson(value) : value),
  check: value => {
    if (typeof value === 'string') return 'field.json'
    if (!isStorableJson(value, 0)) return 'field.characters'
    return JSON.stringify(value).length > MAX_JSON_LENGTH ? 'field.jsonTooLong' : undefined
  },
}

/** The parsed text; the text itself if it is not JSON or nested too deeply. */
function parseJson(text: string): unknown {
  if (isNestedBeyond(MAX_JSON_DEPTH, text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** True if the database can store every text in the value, and the value is not nested too deeply. */
function isStorableJson(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return (
    depth < MAX_JSON_DEPTH &&
    Object.entries(value).every(([key, inside]) => isStorable(key) && isStorableJson(inside, depth + 1))
  )
}

/** In characters of the data URL: about 100 kB of picture. */
const MAX_IMAGE_LENGTH = 140_000

/** A small picture as a data URL; its bytes must match the declared type. `max` limits the length of the URL. */
const image: Kind = {
  ...KIND_DEFAULTS,
  formats: ['image'],
  inputs: ['image'],
  sortable: false,
  optionKeys: ['max'],
  emptyValue: '',
  schema: { type: 'string', format: 'uri' },
  wireTypes: ['text'],
  notIn: ['cells', 'bulk', 'builtInForms'],
  canEqual: value => typeof value === 'string',
  normalise: value => (typeof value === 'string' ? value.trim() : value),
  check: (value, { max = MAX_IMAGE_LENGTH }) => {
    if (typeof value !== 'string') return 'field.image'
    if (value.length > max) return 'field.imageTooLarge'
    return parsePicture(value) ? undefined : 'field.image'
  },
}

export const DOCUMENT_KINDS = { json, image }
