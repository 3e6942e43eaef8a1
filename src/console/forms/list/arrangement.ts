/**
 * Which of the parts that config lists (columns, widgets) a user sees, and in which order. Stored by name, so that a
 * part which config adds, removes or moves neither scrambles nor hides what the user has arranged.
 */
export interface Arrangement {
  /** Names in the user's order; parts that config added since stand where config puts them. */
  order?: string[]
  /** What the user turned on or off, where it differs from config. */
  shown?: Record<string, boolean>
}

interface Part {
  name: string
  /** Off until the user turns it on. */
  hidden?: boolean
}

/** All parts in the user's order. */
export function arrange<P extends Part>(parts: readonly P[], { order = [] }: Arrangement): P[] {
  const arranged = order.flatMap(name => parts.find(part => part.name === name) ?? [])
  for (const [at, part] of parts.entries()) {
    if (arranged.includes(part)) continue
    const before = parts[at - 1]
    arranged.splice(before ? arranged.indexOf(before) + 1 : 0, 0, part)
  }
  return arranged
}

/** True when the user sees the part. */
export const isOn = ({ name, hidden = false }: Part, { shown = {} }: Arrangement) => shown[name] ?? !hidden

/** The parts that the user has turned on, in the user's order: those of the table, and of a file on every screen. */
export const arrangedParts = <P extends Part>(parts: readonly P[], arrangement: Arrangement): P[] =>
  arrange(parts, arrangement).filter(part => isOn(part, arrangement))

/** The arrangement with one part turned on or off; with `keepsOne`, the last one that is on stays on. */
export function toggle(parts: readonly Part[], arrangement: Arrangement, name: string, keepsOne = false) {
  const on = parts.filter(part => isOn(part, arrangement)).map(part => part.name)
  const wasOn = on.includes(name)
  if (keepsOne && wasOn && on.length === 1) return arrangement
  return { ...arrangement, shown: { ...arrangement.shown, [name]: !wasOn } }
}

/** The arrangement with one column moved by a number of places, at most to either end. */
export function move(parts: readonly Part[], arrangement: Arrangement, name: string, by: number) {
  const order = arrange(parts, arrangement).map(part => part.name)
  const from = order.indexOf(name)
  if (from < 0) return arrangement
  const to = Math.min(Math.max(from + by, 0), order.length - 1)
  order.splice(to, 0, ...order.splice(from, 1))
  return { ...arrangement, order }
}
