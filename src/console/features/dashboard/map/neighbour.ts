/** Where the arrow keys lead on the map. */
import type { Point, Shape } from './geometry'

const DIRECTIONS: Partial<Record<string, Point>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

type Target = Pick<Shape, 'id' | 'centre'>

/** The nearest region in the direction of an arrow key; undefined for other keys, and at the edge of the map. */
export function neighbour(targets: readonly Target[], from: string | undefined, key: string) {
  const start = targets.find(({ id }) => id === from)?.centre
  const direction = DIRECTIONS[key]
  if (!start || !direction) return undefined
  const [directionX, directionY] = direction
  const reachable = targets.flatMap(({ id, centre }) => {
    const x = centre[0] - start[0]
    const y = centre[1] - start[1]
    const ahead = x * directionX + y * directionY
    const aside = Math.abs(x * directionY) + Math.abs(y * directionX)
    if (ahead <= 0 || aside > ahead * 1.75) return []
    // Regions within 45° of the direction come before all others, which lie within 60°.
    return { id, cost: ahead + 2 * aside + (aside > ahead ? 1_000_000 : 0) }
  })
  return reachable.sort((a, b) => a.cost - b.cost)[0]?.id
}
