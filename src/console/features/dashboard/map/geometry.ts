/** The map in pixels: each region as an SVG outline, and as a simplified ring for labels and arrow keys. */
import { geoMercator, geoPath } from 'd3-geo'
import type { FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson'

export type Country = FeatureCollection<Polygon | MultiPolygon, { id: string }>
export type Point = readonly [x: number, y: number]

export interface Size {
  width: number
  height: number
}

export interface Bounds {
  left: number
  right: number
  top: number
  bottom: number
}

export interface Shape {
  id: string
  /** The `d` of a path. */
  outline: string
  area: number
  /** The largest polygon of the region, with about 72 corners. */
  ring: readonly Point[]
  /** The bounds of the ring. */
  bounds: Bounds
  /** Inside the ring, away from its edge and from smaller regions that lie in it. */
  centre: Point
}

/** The margin around the country, in px. */
const MARGIN = 8

/** Projects the regions with these ids to fit the size. Largest first, so that a city is drawn over its province. */
export function shapesOf(country: Country, ids: readonly string[], { width, height }: Size): Shape[] {
  const features = country.features.filter(({ properties }) => ids.includes(properties.id))
  // Rings of GeoJSON (RFC 7946) have the opposite direction of d3's. With clipping on, d3 would draw the rest of the
  // world instead of the region.
  const unclipped = geoMercator().preclip(stream => stream)
  const projection = unclipped.fitExtent(
    [
      [MARGIN, MARGIN],
      [width - MARGIN, height - MARGIN],
    ],
    { ...country, features },
  )
  const path = geoPath(projection).digits(1)
  const areaOf = (ring: Position[]) => path.area({ type: 'Polygon', coordinates: [ring] })
  const shapes = features.map(feature => {
    const { type, coordinates } = feature.geometry
    const polygons = type === 'Polygon' ? [coordinates] : coordinates
    const rings = polygons.map(([outer = []]) => outer)
    const largest = rings.reduce((best, ring) => (areaOf(ring) > areaOf(best) ? ring : best))
    const ring = simplified(largest).map(position => projection(position as [number, number])!)
    return {
      id: feature.properties.id,
      outline: path(feature) ?? '',
      area: path.area(feature),
      ring,
      bounds: boundsOf(ring),
    }
  })
  return shapes.map(shape => ({ ...shape, centre: centreOf(shape, shapes) })).sort((a, b) => b.area - a.area)
}

/** Keeps every n-th corner, counted from the last one, which closes the ring. */
function simplified(ring: readonly Position[], corners = 72): Position[] {
  const every = Math.max(1, Math.floor(ring.length / corners))
  return ring.filter((_, index) => (ring.length - 1 - index) % every === 0)
}

function boundsOf(ring: readonly Point[]): Bounds {
  const xs = ring.map(([x]) => x)
  const ys = ring.map(([, y]) => y)
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

/** Whether a point lies inside the ring of a region: a ray to the right crosses it an odd number of times. */
export function isInside([x, y]: Point, { ring, bounds }: Pick<Shape, 'ring' | 'bounds'>): boolean {
  if (x < bounds.left || x > bounds.right || y < bounds.top || y > bounds.bottom) return false
  let inside = false
  for (let index = 0, previous = ring.length - 1; index < ring.length; previous = index++) {
    const [ax, ay] = ring[index]!
    const [bx, by] = ring[previous]!
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}

/** Samples a grid of points and returns the point farthest from the region's edge and from smaller regions. */
function centreOf(shape: Omit<Shape, 'centre'>, all: readonly Omit<Shape, 'centre'>[]): Point {
  const { left, right, top, bottom } = shape.bounds
  const smaller = all.filter(other => other.id !== shape.id && other.area < shape.area)
  const corners = [shape.ring, ...smaller.map(({ ring }) => ring)].flat()
  // About 12 samples across the narrower side.
  const step = Math.max(2, Math.min(right - left, bottom - top) / 12)
  let best: Point = [(left + right) / 2, (top + bottom) / 2]
  let farthest = -1
  for (let y = top + step / 2; y < bottom; y += step) {
    for (let x = left + step / 2; x < right; x += step) {
      const point: Point = [x, y]
      if (!isInside(point, shape) || smaller.some(other => isInside(point, other))) continue
      const distance = squaredDistance(point, corners)
      if (distance > farthest) {
        farthest = distance
        best = point
      }
    }
  }
  return best
}

/** The squared distance to the nearest of the points. Called millions of times, so it avoids the slow `Math.hypot`. */
function squaredDistance([x, y]: Point, points: readonly Point[]): number {
  let nearest = Number.POSITIVE_INFINITY
  for (const point of points) nearest = Math.min(nearest, (point[0] - x) ** 2 + (point[1] - y) ** 2)
  return nearest
}
