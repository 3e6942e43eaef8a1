/** Finds the region of the map that contains a position. */
import type { Feature, FeatureCollection, MultiPolygon, Position as Point, Polygon } from 'geojson'

interface Position {
  lat: number
  lon: number
}

export type Provinces = ReturnType<typeof provincesOf>

/**
 * Prepares the search. d3's `geoContains` is not used: it takes a ring wound as in RFC 7946 for everything outside of
 * it.
 *
 * @param map the outlines of the regions, as GeoJSON
 * @param ids the regions in config
 */
export function provincesOf(map: string, ids: readonly string[]) {
  const { features } = JSON.parse(map) as FeatureCollection<Polygon | MultiPolygon, { id: string }>
  const regions = features
    .filter(({ properties }) => ids.includes(properties.id))
    .map(regionOf)
    // Smaller regions first: a city may lie within a province.
    .sort((a, b) => a.size - b.size)
  return {
    has: (id: string) => ids.includes(id),
    /** Returns `undefined` outside of all regions. */
    at: (position: Position): string | undefined => regions.find(region => region.contains(position))?.id,
  }
}

function regionOf({ properties, geometry }: Feature<Polygon | MultiPolygon, { id: string }>) {
  const { type, coordinates } = geometry
  const rings = (type === 'Polygon' ? [coordinates] : coordinates).flat()
  const points = rings.flat()
  const lons = points.map(([lon]) => lon!)
  const lats = points.map(([, lat]) => lat!)
  const west = min(lons)
  const east = max(lons)
  const south = min(lats)
  const north = max(lats)
  return {
    id: properties.id,
    size: (east - west) * (north - south),
    contains: ({ lat, lon }: Position) =>
      lon >= west &&
      lon <= east &&
      lat >= south &&
      lat <= north &&
      // Holes are rings too: a position within a hole is in two rings.
      rings.filter(ring => isWithin(ring, lat, lon)).length % 2 === 1,
  }
}

/** Ray casting: whether a line from the point to the east crosses the ring an odd number of times. */
function isWithin(ring: readonly Point[], lat: number, lon: number): boolean {
  let isInside = false
  for (let index = 0, previous = ring.length - 1; index < ring.length; previous = index++) {
    const [x1, y1] = ring[index] as [number, number]
    const [x2, y2] = ring[previous] as [number, number]
    const spansLatitude = y1 > lat !== y2 > lat
    if (spansLatitude && lon < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) isInside = !isInside
  }
  return isInside
}

// Not Math.min(...numbers): an outline may have more points than a call may have arguments.
const min = (numbers: number[]) => numbers.reduce((a, b) => Math.min(a, b))
const max = (numbers: number[]) => numbers.reduce((a, b) => Math.max(a, b))
