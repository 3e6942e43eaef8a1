/** References to cells such as `AB12`. */

/** The last row and column (`XFD`) of a worksheet (ECMA-376). */
export const LAST_ROW = 1_048_576
const LAST_COLUMN = 16_384

/** `AB12` → 28; `undefined` if the reference is missing or invalid. */
export function columnOf(reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined
  let column = 0
  for (let index = 0; index < reference.length; index++) {
    // 1 for A, 26 for Z.
    const letter = reference.charCodeAt(index) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column > 0 && column <= LAST_COLUMN ? column : undefined
}

/** `AB12` → 12; `undefined` if the reference is invalid. */
export function rowOf(reference: string): number | undefined {
  const row = Number(/^[A-Z]+([1-9]\d*)$/.exec(reference)?.[1])
  return row <= LAST_ROW ? row : undefined
}
