/** The user's own order of things that config names, stored by their names: config may add and remove some. */

/** All of them in the user's order; those that config has added since stand behind their neighbour in config. */
export function arranged<T extends object>(
  items: readonly T[],
  order: readonly string[] = [],
  nameOf: (item: T) => string,
) {
  const found = order.flatMap(name => items.find(item => nameOf(item) === name) ?? [])
  for (const [at, item] of items.entries()) {
    if (found.includes(item)) continue
    const before = items[at - 1]
    found.splice(before ? found.indexOf(before) + 1 : 0, 0, item)
  }
  return found
}

/** The names with one of them moved by so many places, as far as there is room. */
export function moved(names: readonly string[], name: string, by: number): string[] {
  const others = names.filter(other => other !== name)
  const to = Math.min(Math.max(names.indexOf(name) + by, 0), others.length)
  return [...others.slice(0, to), name, ...others.slice(to)]
}
