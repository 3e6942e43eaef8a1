/** Lists and objects, written as JSON. A bare text is what somebody has not finished writing. */
import { isNestedBeyond } from '../../../domain/nesting'
import { isStorable, type Kind } from '../kind'

const LONGEST = 100_000
const DEEPEST = 50

export const json: Kind = {
  format: 'json',
  input: 'json',
  align: 'left',
  sortable: false,
  sortAs: 'text',
  takes: [],
  rules: [],
  nothing: null,
  normalise: value => (typeof value === 'string' ? parsed(value) : value),
  check: value => {
    if (typeof value === 'string') return 'field.json'
    if (!isKept(value, 0)) return 'field.characters'
    return JSON.stringify(value).length > LONGEST ? 'field.jsonTooLong' : undefined
  },
}

/** Text that is no JSON, or deeper than is kept, stays text. */
function parsed(text: string): unknown {
  if (isNestedBeyond(DEEPEST, text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Whether a database keeps every text in it; nesting has an end. */
function isKept(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return (
    depth < DEEPEST && Object.entries(value).every(([key, one]) => isStorable(key) && isKept(one, depth + 1))
  )
}
