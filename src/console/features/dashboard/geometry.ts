/** The map in pixels: outlines for SVG, and for each region where its name may stand. */
import { geoMercator, geoPath } from 'd3-geo'
import type { Feature, FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson'

export type Country = FeatureCollection<Polygon | MultiPolygon, { id: string }>
export type Point = readonly [x: number, y: number]

export interface Shape {
  id: string
  /** The `d` of a path. */
  outline: string
  area: number
  /** Well inside its largest part and away from smaller regions that lie in it. */
  centre: Point
  /** Its largest part, coarsely, for the names. */
  ring: readonly Point[]
  bounds: Bounds
}

export interface Bounds {
  left: number
  right: number
  top: number
  bottom: number
}

/** RFC 7946 turns rings the other way round than d3 does, which would take the rest of the world for the region. */
export function rewind(country: Country): Country {
  const turned = (rings: Position[][]) => rings.map(ring => [...ring].reverse())
  return {
    ...country,
    features: country.features.map(feature => {
      const { geometry } = feature
      return {
        ...feature,
        geometry:
          geometry.type === 'Polygon'
            ? { ...geometry, coordinates: turned(geometry.coordinates) }
            : { ...geometry, coordinates: geometry.coordinates.map(turned) },
      }
    }),
  }
}

/** What was drawn of a country, by box and regions. */
const drawn = new WeakMap<Country, Map<string, Shape[]>>()
/** A box changes its size while the page finds its form; sizes of long ago are forgotten. */
const KEPT = 8

/** The shapes of these regions of a country in a box: drawn anew only when one of these changes, not for new figures. */
export function shapesIn(
  country: Country,
  ids: readonly string[],
  { width, height }: { width: number; height: number },
): Shape[] {
  const known = drawn.get(country) ?? new Map<string, Shape[]>()
  drawn.set(country, known)
  const as = JSON.stringify([width, height, ids])
  let shapes = known.get(as)
  if (!shapes) {
    const turned = rewind(country)
    const features = turned.features.filter(({ properties }) => ids.includes(properties.id))
    shapes = shapesOf({ ...turned, features }, width, height)
    if (known.size >= KEPT) known.clear()
    known.set(as, shapes)
  }
  return shapes
}

/** The shapes of the regions fitted into a box, large ones first, so that a city lies on top of its province. */
export function shapesOf(country: Country, width: number, height: number, margin = 8): Shape[] {
  const projection = geoMercator().fitExtent(
    [
      [margin, margin],
      [width - margin, height - margin],
    ],
    country,
  )
  const path = geoPath(projection)
  const found = country.features.map(feature => {
    const parts = partsOf(feature).map(part => part.map(at => projection(at as [number, number])!))
    const ring = coarse(largest(parts))
    return {
      id: feature.properties.id,
      outline: path.digits(1)(feature) ?? '',
      area: path.area(feature),
      ring,
      bounds: boundsOf(ring),
    }
  })
  return found.map(shape => ({ ...shape, centre: centreOf(shape, found) })).sort((a, b) => b.area - a.area)
}

const partsOf = ({ geometry }: Feature<Polygon | MultiPolygon>): Position[][] =>
  geometry.type === 'Polygon'
    ? [geometry.coordinates[0] ?? []]
    : geometry.coordinates.map(rings => rings[0] ?? [])

const largest = (rings: Point[][]): Point[] =>
  rings.reduce((best, ring) => (sizeOf(ring) > sizeOf(best) ? ring : best), [])

/** So many corners are enough to say where a name fits. */
const CORNERS = 72

function coarse(ring: readonly Point[]): Point[] {
  const every = Math.max(1, Math.floor(ring.length / CORNERS))
  return ring.filter((_, at) => at % every === 0)
}

function sizeOf(ring: readonly Point[]): number {
  let doubled = 0
  for (let at = 0; at < ring.length; at++) {
    const [x, y] = ring[at]!
    const [nextX, nextY] = ring[(at + 1) % ring.length]!
    doubled += x * nextY - nextX * y
  }
  return Math.abs(doubled / 2)
}

/** True for a point within the largest part of a region. */
export function isInside([x, y]: Point, { ring, bounds }: Pick<Shape, 'ring' | 'bounds'>): boolean {
  if (x < bounds.left || x > bounds.right || y < bounds.top || y > bounds.bottom) return false
  let inside = false
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at++) {
    const [ax, ay] = ring[at]!
    const [bx, by] = ring[before]!
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}

function boundsOf(ring: readonly Point[]): Bounds {
  const xs = ring.map(([x]) => x)
  const ys = ring.map(([, y]) => y)
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

type Outline = Omit<Shape, 'outline' | 'centre'>

/** The point of a grid that is farthest from the region's own edge and from the smaller regions around. */
function centreOf(shape: Outline, all: readonly Outline[]): Point {
  const { left, right, top, bottom } = shape.bounds
  const smaller = all.filter(other => other.id !== shape.id && other.area < shape.area)
  const edges = [shape.ring, ...smaller.map(({ ring }) => ring)]
  const step = Math.max(2, Math.min(right - left, bottom - top) / 12)
  let best: Point = [(left + right) / 2, (top + bottom) / 2]
  let room = -1
  for (let y = top + step / 2; y < bottom; y += step) {
    for (let x = left + step / 2; x < right; x += step) {
      const at: Point = [x, y]
      if (!isInside(at, shape) || smaller.some(other => isInside(at, other))) continue
      const clear = Math.min(...edges.map(ring => distanceTo(at, ring)))
      if (clear > room) {
        room = clear
        best = at
      }
    }
  }
  return best
}

/** To the nearest corner: outlines have one every few pixels. */
const distanceTo = ([x, y]: Point, ring: readonly Point[]): number =>
  ring.reduce((least, [cornerX, cornerY]) => Math.min(least, Math.hypot(cornerX - x, cornerY - y)), Infinity)

export type Direction = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'
const TOWARDS: Record<Direction, Point> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** The region that an arrow key leads to: the nearest one ahead, or else the nearest one farther aside. */
export function neighbour(places: readonly Place[], from: string, key: Direction): string | undefined {
  const start = places.find(({ id }) => id === from)
  if (!start) return places[0]?.id
  return nearest(places, start, key, 1) ?? nearest(places, start, key, 1.75)
}

interface Place {
  id: string
  centre: Point
}

/** @param width how far aside, for each pixel ahead */
function nearest(places: readonly Place[], start: Place, key: Direction, width: number): string | undefined {
  const [towardsX, towardsY] = TOWARDS[key]
  let found: string | undefined
  let least = Infinity
  for (const { id, centre } of places) {
    const x = centre[0] - start.centre[0]
    const y = centre[1] - start.centre[1]
    const ahead = x * towardsX + y * towardsY
    const aside = Math.abs(x * towardsY) + Math.abs(y * towardsX)
    if (id === start.id || ahead <= 0 || aside > ahead * width) continue
    const cost = ahead + 2 * aside
    if (cost < least) {
      least = cost
      found = id
    }
  }
  return found
}
