/**
 * Places the labels of the regions without overlap: inside the region if they fit, else beside it with a leader line.
 */
import { isInside, type Point, type Shape, type Size } from './geometry'

/** A rectangle by its centre. */
export interface Rect extends Size {
  centre: Point
}

export interface Label<S extends Shape = Shape> extends Rect {
  shape: S
  /** The label extends beyond its region. */
  overflows: boolean
  /** A line from the region to a label beside it. */
  leader?: readonly [Point, Point]
}

/**
 * Places labels of small regions first, as they have the fewest possible positions. A label without a position is left
 * out; the list beside the map has the name.
 *
 * @param reserved areas without labels
 */
export function positionLabels<S extends Shape>(
  shapes: readonly S[],
  sizeOf: (shape: S) => Size,
  map: Size,
  reserved: readonly Rect[] = [],
): Label<S>[] {
  const occupied = [...reserved]
  const labels: Label<S>[] = []
  for (const shape of [...shapes].sort((a, b) => a.area - b.area)) {
    const size = sizeOf(shape)
    let best: Rect | undefined
    let lowestCost = Number.POSITIVE_INFINITY
    for (const centre of candidates(shape)) {
      // Candidates are ordered by distance, and the cost of a label is at least its distance.
      if (distanceBetween(centre, shape.centre) >= lowestCost) break
      const box = { ...size, centre }
      if (leavesMap(box, map) || occupied.some(other => overlap(box, other))) continue
      const cost = costOf(box, shape, shapes)
      if (cost < lowestCost) {
        lowestCost = cost
        best = box
      }
    }
    if (!best) continue
    occupied.push(best)
    const isBeside = distanceBetween(best.centre, shape.centre) > size.height && !isInside(best.centre, shape)
    labels.push({
      ...best,
      shape,
      overflows: pointsOf(best).some(point => !isInside(point, shape)),
      leader: isBeside ? leaderLine(shape.centre, best) : undefined,
    })
  }
  return labels
}

const POINTS_PER_CIRCLE = 24

/** Possible centres of a label: the centre of the region, then points on circles around it, up to the region's size. */
function* candidates({ bounds: { left, right, top, bottom }, centre }: Shape): Generator<Point> {
  const farthest = Math.max(72, Math.hypot(right - left, bottom - top) / 2)
  yield centre
  for (let radius = 4; radius <= farthest; radius += 4) {
    for (let point = 0; point < POINTS_PER_CIRCLE; point++) {
      const angle = (point * 2 * Math.PI) / POINTS_PER_CIRCLE
      yield [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)]
    }
  }
}

const distanceBetween = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1])

/** The cost of a position: low near the region, inside it, outside other regions, and away from their centres. */
function costOf(box: Rect, shape: Shape, shapes: readonly Shape[]): number {
  const points = pointsOf(box)
  const others = shapes.filter(({ id }) => id !== shape.id)
  const smaller = others.filter(({ area }) => area < shape.area)
  const outside = points.filter(point => !isInside(point, shape))
  const onOtherRegions = outside.filter(point => others.some(other => isInside(point, other)))
  const onSmallerRegions = points.filter(point => smaller.some(other => isInside(point, other)))
  const coveredCentres = others.filter(other => contains(box, other.centre))
  return (
    distanceBetween(box.centre, shape.centre) +
    outside.length * 2 +
    onOtherRegions.length * 3 +
    onSmallerRegions.length * 12 +
    coveredCentres.length * 40
  )
}

/** The corners and the centre. */
function pointsOf({ centre, width, height }: Rect): Point[] {
  const [x, y] = centre
  return [
    [x - width / 2, y - height / 2],
    [x + width / 2, y - height / 2],
    [x - width / 2, y + height / 2],
    [x + width / 2, y + height / 2],
    centre,
  ]
}

const contains = (box: Rect, [x, y]: Point) =>
  Math.abs(x - box.centre[0]) < box.width / 2 && Math.abs(y - box.centre[1]) < box.height / 2

const GAP = 2

/** Whether two boxes overlap, or are less than `GAP` px apart. */
export const overlap = (a: Rect, b: Rect): boolean =>
  Math.abs(a.centre[0] - b.centre[0]) < (a.width + b.width) / 2 + GAP &&
  Math.abs(a.centre[1] - b.centre[1]) < (a.height + b.height) / 2 + GAP

const leavesMap = (box: Rect, map: Size) =>
  pointsOf(box).some(([x, y]) => x < 0 || x > map.width || y < 0 || y > map.height)

/** A line from a point to the edge of a label. */
function leaderLine(from: Point, { centre, width, height }: Rect): readonly [Point, Point] {
  const x = from[0] - centre[0]
  const y = from[1] - centre[1]
  // A distance of 0 is replaced by a tiny one, so that the divisor is not 0.
  const [distanceX, distanceY] = [Math.abs(x || 1e-6), Math.abs(y || 1e-6)]
  const scale = Math.min(width / 2 / distanceX, height / 2 / distanceY, 1)
  return [from, [centre[0] + x * scale, centre[1] + y * scale]]
}

/** Estimates the width of a text: Korean letters are square, others at most two thirds as wide. */
export function textWidth(text: string, fontSize: number): number {
  let ems = 0
  for (const letter of text) ems += emsOf(letter)
  return ems * fontSize
}

function emsOf(letter: string): number {
  // Hangul and other square letters.
  if (/[\u1100-\uffdc]/.test(letter)) return 1
  return /[.,:\s]/.test(letter) ? 0.35 : 0.68
}
