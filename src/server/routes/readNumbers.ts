/** Numbers in an address arrive as text. */
import type { TSchema } from 'typebox'

const NUMBER = /^-?\d{1,15}(\.\d{1,15})?(e\+?\d{1,2})?$/i

/**
 * The same values, with text made a number where the schema wants one and the text is one (`1e9` too). Empty text for
 * a number counts as not sent. What does not fit is left for the validator to refuse.
 */
export function readNumbers(schema: TSchema, values: Record<string, unknown>): Record<string, unknown> {
  const properties = (schema as { properties?: Record<string, TSchema> }).properties ?? {}
  const read: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(values)) {
    const wanted = properties[key]
    if (typeof value !== 'string' || !wanted || !isNumeric(wanted)) read[key] = value
    else if (value !== '') read[key] = NUMBER.test(value) ? Number(value) : value
  }
  return read
}

/** True for a number, an integer, or a choice of such (`ascending` is 1 or 0). */
function isNumeric(schema: TSchema): boolean {
  const { type, anyOf } = schema as { type?: string; anyOf?: TSchema[] }
  if (anyOf) return anyOf.every(isNumeric)
  return type === 'number' || type === 'integer'
}
