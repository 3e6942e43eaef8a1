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

export interface DrawnMap {
  shapes: Shape[]
  /** Frames of distant islands, which are drawn apart so that the mainland fills the map. */
  insets: (Size & { x: number; y: number })[]
}

/** Islands are drawn apart if the gap to the mainland, in degrees, is at least this. */
const DISTANT = 0.5
/** The width of an inset is a share of the map, within limits in px; `ratio` is its height divided by its width. */
const INSET = { share: 0.22, min: 76, max: 150, ratio: 0.62 }
/** The height that stays free in the lower right corner, for the box of devices without a location, in px. */
const CORNER = 72

/**
 * Projects the regions with these ids to fit the size; distant islands are insets at the right, north above south.
 * Largest first, so that a city is drawn over its province.
 */
export function drawMap(country: Country, ids: readonly string[], { width, height }: Size): DrawnMap {
  const features = country.features.filter(({ properties }) => ids.includes(properties.id))
  const polygons = features.flatMap(feature => {
    const { type, coordinates } = feature.geometry
    const ringsOfPolygons = type === 'Polygon' ? [coordinates] : coordinates
    return ringsOfPolygons.map(rings => ({
      id: feature.properties.id,
      rings,
      box: boundsOf(rings[0] as unknown as Point[]),
    }))
  })
  const [main = [], ...distant] = clustersOf(polygons)
  const insetWidth = Math.min(INSET.max, Math.max(INSET.min, width * INSET.share))
  const insetColumn = distant.length > 0 ? insetWidth + MARGIN : 0
  const mainPath = pathFor(main, [MARGIN, MARGIN, width - MARGIN - insetColumn, height - MARGIN])
  /** The latitude of the middle of the mainland. */
  const middle =
    (Math.min(...main.map(({ box }) => box.top)) + Math.max(...main.map(({ box }) => box.bottom))) / 2
  const frame = { x: width - MARGIN - insetWidth, width: insetWidth, height: insetWidth * INSET.ratio }
  // Insets north of the middle are stacked from the top of the map, the others from the bottom.
  let northernTop = MARGIN
  let southernBottom = height - CORNER - MARGIN
  const drawn = [{ polygons: main, ...mainPath }]
  const insets: DrawnMap['insets'] = []
  // By latitude, from north to south. In degrees `top` is the smallest value, which is the southern edge.
  for (const cluster of distant.sort((a, b) => b[0]!.box.top - a[0]!.box.top)) {
    const isNorth = cluster[0]!.box.top > middle
    const y = isNorth ? northernTop : southernBottom - frame.height
    if (isNorth) northernTop += frame.height + MARGIN
    else southernBottom -= frame.height + MARGIN
    insets.push({ ...frame, y })
    const insideFrame = [
      frame.x + MARGIN,
      y + MARGIN,
      frame.x + frame.width - MARGIN,
      y + frame.height - MARGIN,
    ] as const
    drawn.push({ polygons: cluster, ...pathFor(cluster, insideFrame) })
  }

  const shapes = features.map(({ properties: { id } }) => {
    const parts = drawn.flatMap(({ polygons, path, project }) => {
      const ownRings = polygons.filter(polygon => polygon.id === id).map(({ rings }) => rings)
      return ownRings.length > 0
        ? [{ ownRings, path, project, geometry: { type: 'MultiPolygon' as const, coordinates: ownRings } }]
        : []
    })
    const areaOf = ({ path, geometry }: (typeof parts)[number]) => path.area(geometry)
    // The part on the mainland comes first.
    const { ownRings, path, project } = parts[0]!
    const outers = ownRings.map(([outer = []]) => outer)
    const ringArea = (ring: Position[]) => path.area({ type: 'Polygon', coordinates: [ring] })
    const largest = outers.reduce((best, ring) => (ringArea(ring) > ringArea(best) ? ring : best))
    const ring = simplified(largest).map(project)
    return {
      id,
      outline: parts.map(part => part.path(part.geometry) ?? '').join(''),
      area: parts.reduce((sum, part) => sum + areaOf(part), 0),
      ring,
      bounds: boundsOf(ring),
    }
  })
  return {
    shapes: shapes
      .map(shape => ({ ...shape, centre: centreOf(shape, shapes) }))
      .sort((a, b) => b.area - a.area),
    insets,
  }
}

interface MapPolygon {
  id: string
  rings: Position[][]
  /** In degrees. */
  box: Bounds
}

/** Groups polygons with less than `DISTANT` between them; the group with most polygons first. */
function clustersOf(polygons: readonly MapPolygon[]): MapPolygon[][] {
  let clusters: MapPolygon[][] = []
  const isNear = (a: Bounds, b: Bounds) =>
    a.left - b.right < DISTANT &&
    b.left - a.right < DISTANT &&
    a.top - b.bottom < DISTANT &&
    b.top - a.bottom < DISTANT
  for (const polygon of polygons) {
    const near = clusters.filter(cluster => cluster.some(({ box }) => isNear(box, polygon.box)))
    clusters = [...clusters.filter(cluster => !near.includes(cluster)), [polygon, ...near.flat()]]
  }
  return clusters.sort((a, b) => b.length - a.length)
}

/** Projects polygons to fit a rectangle: left, top, right, bottom. */
function pathFor(
  polygons: readonly MapPolygon[],
  [left, top, right, bottom]: readonly [number, number, number, number],
) {
  // Rings of GeoJSON (RFC 7946) have the opposite direction of d3's. With clipping on, d3 would draw the rest of the
  // world instead of the region.
  const projection = geoMercator()
    .preclip(stream => stream)
    .fitExtent(
      [
        [left, top],
        [right, bottom],
      ],
      { type: 'MultiPolygon', coordinates: polygons.map(({ rings }) => rings) },
    )
  return {
    path: geoPath(projection).digits(1),
    project: (position: Position): Point => projection(position as [number, number])!,
  }
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
function centreOf(shape: Omit<Shape, 'centre'>, allShapes: readonly Omit<Shape, 'centre'>[]): Point {
  const { left, right, top, bottom } = shape.bounds
  const smaller = allShapes.filter(other => other.id !== shape.id && other.area < shape.area)
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
