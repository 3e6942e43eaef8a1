/** Moves between the regions of the map by arrow keys. */
import type { Point, Shape } from './geometry'

const DIRECTIONS: Partial<Record<string, Point>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** The tangent of 60°, rounded up: regions farther to the side do not lie in the direction. */
const MAX_SIDEWAYS = 1.75
/** Added to the cost of regions beyond 45°; more than any distance on the map. */
const BEYOND_45_COST = 1_000_000

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
    if (forward <= 0 || sideways > forward * MAX_SIDEWAYS) return []
    return { id, cost: forward + 2 * sideways + (sideways > forward ? BEYOND_45_COST : 0) }
  })
  return reachable.sort((a, b) => a.cost - b.cost)[0]?.id
}
