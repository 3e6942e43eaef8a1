/**
 * Which parts of config (columns, widgets) a user sees, and in which order. Stored by name, so that the user's
 * arrangement survives when config adds, removes or moves parts.
 */
export interface Arrangement {
  /** Names in the user's order. Parts that are not named keep their position in config. */
  order?: string[]
  /** Parts that the user showed or hid, by name. */
  shown?: Record<string, boolean>
}

interface Part {
  name: string
  /** Hidden until the user shows it. */
  hidden?: boolean
}

/** All parts in the user's order. */
export function arrange<P extends Part>(parts: readonly P[], { order = [] }: Arrangement): P[] {
  const arranged = order.flatMap(name => parts.find(part => part.name === name) ?? [])
  for (const [index, part] of parts.entries()) {
    if (arranged.includes(part)) continue
    // A part without a place in the user's order follows its predecessor in config.
    const predecessor = parts[index - 1]
    arranged.splice(predecessor ? arranged.indexOf(predecessor) + 1 : 0, 0, part)
  }
  return arranged
}

/** Whether the user sees the part. */
export const isVisible = ({ name, hidden = false }: Part, { shown = {} }: Arrangement) =>
  shown[name] ?? !hidden

/** The parts that the user sees, in the user's order: the columns of a table, or of an exported file. */
export const arrangedParts = <P extends Part>(parts: readonly P[], arrangement: Arrangement): P[] =>
  arrange(parts, arrangement).filter(part => isVisible(part, arrangement))

/** The arrangement with one part shown or hidden. With `keepsOne`, the last visible part cannot be hidden. */
export function toggle(parts: readonly Part[], arrangement: Arrangement, name: string, keepsOne = false) {
  const visibleNames = parts.filter(part => isVisible(part, arrangement)).map(part => part.name)
  const wasVisible = visibleNames.includes(name)
  if (keepsOne && wasVisible && visibleNames.length === 1) return arrangement
  return { ...arrangement, shown: { ...arrangement.shown, [name]: !wasVisible } }
}

/** The arrangement with one part moved by a number of places, negative towards the start. */
export function move(parts: readonly Part[], arrangement: Arrangement, name: string, by: number) {
  const order = arrange(parts, arrangement).map(part => part.name)
  const from = order.indexOf(name)
  if (from < 0) return arrangement
  const to = Math.min(Math.max(from + by, 0), order.length - 1)
  order.splice(from, 1)
  order.splice(to, 0, name)
  return { ...arrangement, order }
}
