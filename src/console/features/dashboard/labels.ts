/** Where the names of the regions stand: inside where they fit, beside with a line where they do not, and never on each other. */
import { isInside, type Point, type Shape } from './geometry'

export interface Label {
  id: string
  /** Middle of the text. */
  at: Point
  width: number
  height: number
  /** Some of it lies outside of its region. */
  beyond: boolean
  /** From the region to its name, when that stands apart. */
  line?: readonly [Point, Point]
}

interface Wanted {
  width: number
  height: number
}

/** Where a text stands, and the room that it takes. */
type Spot = Pick<Label, 'at' | 'width' | 'height'>

interface Ground {
  width: number
  height: number
  /** Where nothing may stand. */
  taken?: readonly Spot[]
}

const GAP = 2

/** Small regions choose first, for they have no room to give way. One that finds no place has no label: the list names it. */
export function placeLabels(
  shapes: readonly Shape[],
  sizeOf: (id: string) => Wanted,
  ground: Ground,
): Label[] {
  const placed: Spot[] = [...(ground.taken ?? [])]
  const labels: Label[] = []
  for (const shape of [...shapes].sort((a, b) => a.area - b.area)) {
    const size = sizeOf(shape.id)
    let best: Point | undefined
    let least = Infinity
    for (const at of candidates(shape)) {
      // They come by distance, and nothing costs less than its distance.
      if (distance(at, shape.centre) >= least) break
      const box = { at, ...size }
      if (leaves(box, ground) || placed.some(other => overlap(box, other))) continue
      const cost = costOf(box, shape, shapes)
      if (cost < least) {
        least = cost
        best = at
      }
    }
    if (!best) continue
    const label: Label = { id: shape.id, at: best, ...size, beyond: isBeyond({ at: best, ...size }, shape) }
    const apart = distance(best, shape.centre) > size.height && !isInside(best, shape)
    if (apart) label.line = lineTo(shape.centre, best, size)
    placed.push(label)
    labels.push(label)
  }
  return labels
}

/** The middle of the region, and rings of places around it, the wider the larger the region. */
function* candidates(shape: Shape): Generator<Point> {
  const { left, right, top, bottom } = shape.bounds
  const reach = Math.max(72, Math.hypot(right - left, bottom - top) / 2)
  const [x, y] = shape.centre
  yield shape.centre
  for (let away = 4; away <= reach; away += 4) {
    for (let turn = 0; turn < 24; turn++) {
      const angle = (turn * Math.PI) / 12
      yield [x + away * Math.cos(angle), y + away * Math.sin(angle)]
    }
  }
}

const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1])

/** Near its region, on it rather than on another, and not on the middle of a neighbour. */
function costOf(box: Spot, shape: Shape, shapes: readonly Shape[]): number {
  const corners = cornersOf(box)
  const others = shapes.filter(({ id }) => id !== shape.id)
  const smaller = others.filter(({ area }) => area < shape.area)
  const outside = corners.filter(corner => !isInside(corner, shape))
  const onOther = outside.filter(corner => others.some(other => isInside(corner, other)))
  const onSmaller = corners.filter(corner => smaller.some(other => isInside(corner, other)))
  const covered = others.filter(({ centre }) => contains(box, centre))
  return (
    distance(box.at, shape.centre) +
    outside.length * 2 +
    onOther.length * 3 +
    onSmaller.length * 12 +
    covered.length * 40
  )
}

function cornersOf({ at, width, height }: Spot): Point[] {
  const [x, y] = at
  return [
    [x - width / 2, y - height / 2],
    [x + width / 2, y - height / 2],
    [x - width / 2, y + height / 2],
    [x + width / 2, y + height / 2],
    at,
  ]
}

const isBeyond = (spot: Spot, shape: Shape) => cornersOf(spot).some(corner => !isInside(corner, shape))

const contains = (box: Spot, [x, y]: Point) =>
  Math.abs(x - box.at[0]) < box.width / 2 && Math.abs(y - box.at[1]) < box.height / 2

/** True when two labels touch. */
export const overlap = (a: Spot, b: Spot): boolean =>
  Math.abs(a.at[0] - b.at[0]) < (a.width + b.width) / 2 + GAP &&
  Math.abs(a.at[1] - b.at[1]) < (a.height + b.height) / 2 + GAP

const leaves = ({ at: [x, y], width, height }: Spot, ground: Ground) =>
  x - width / 2 < 0 || x + width / 2 > ground.width || y - height / 2 < 0 || y + height / 2 > ground.height

/** Up to the edge of the text's box. */
function lineTo(from: Point, at: Point, { width, height }: Wanted): readonly [Point, Point] {
  const x = from[0] - at[0]
  const y = from[1] - at[1]
  const scale = Math.min(width / 2 / Math.abs(x || 1e-6), height / 2 / Math.abs(y || 1e-6), 1)
  return [from, [at[0] + x * scale, at[1] + y * scale]]
}

/** About how wide a text is: Korean letters are square, others two thirds of that at most. */
export function textWidth(text: string, size: number): number {
  let ems = 0
  for (const letter of text) ems += /[\u1100-\uffdc]/.test(letter) ? 1 : /[.,:\s]/.test(letter) ? 0.35 : 0.68
  return ems * size
}
