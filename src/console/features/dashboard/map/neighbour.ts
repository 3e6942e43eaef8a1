/** Moves between the regions of the map by arrow keys. */
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
    const forward = x * directionX + y * directionY
    const sideways = Math.abs(x * directionY) + Math.abs(y * directionX)
    if (forward <= 0 || sideways > forward * 1.75) return []
    // Regions within 45° of the direction come first, then those within 60°.
    return { id, cost: forward + 2 * sideways + (sideways > forward ? 1_000_000 : 0) }
  })
  return reachable.sort((a, b) => a.cost - b.cost)[0]?.id
}
