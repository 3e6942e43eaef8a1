/** Where the arrow keys lead on the map. */
import type { Point } from './geometry'

const DIRECTIONS: Partial<Record<string, Point>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

interface Target {
  id: string
  centre: Point
}

/** The nearest region in the direction of an arrow key; undefined for other keys, and at the edge of the map. */
export function neighbour(
  targets: readonly Target[],
  from: string | undefined,
  key: string,
): string | undefined {
  const start = targets.find(({ id }) => id === from)
  const direction = DIRECTIONS[key]
  if (!start || !direction) return undefined
  const [directionX, directionY] = direction
  let nearest: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const { id, centre } of targets) {
    const x = centre[0] - start.centre[0]
    const y = centre[1] - start.centre[1]
    const ahead = x * directionX + y * directionY
    const aside = Math.abs(x * directionY) + Math.abs(y * directionX)
    if (ahead <= 0 || aside > ahead * 1.75) continue
    // Regions within 45° of the direction come before all others, which lie within 60°.
    const cost = ahead + 2 * aside + (aside > ahead ? 1_000_000 : 0)
    if (cost < least) {
      least = cost
      nearest = id
    }
  }
  return nearest
}
