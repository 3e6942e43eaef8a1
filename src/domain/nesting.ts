/** Measures the nesting depth of JSON text without recursion, which deep nesting would overflow. */

/** Character codes. */
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125]

/** True for JSON that is nested deeper than `maxDepth`. */
export const isNestedBeyond = (maxDepth: number, json: string): boolean =>
  indexNestedBeyond(maxDepth, json) !== undefined

/** The index in the text of the first list or object nested deeper than `maxDepth`; `undefined` if there is none. */
export function indexNestedBeyond(maxDepth: number, json: string): number | undefined {
  let depth = 0
  let isInText = false
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index)
    if (isInText) {
      // Skips the escaped character.
      if (code === BACKSLASH) index++
      else if (code === QUOTE) isInText = false
    } else if (code === QUOTE) isInText = true
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > maxDepth) return index
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
  }
  return undefined
}
