/** In which region of the map a position lies. */
import type { Feature, FeatureCollection, MultiPolygon, Position as Point, Polygon } from 'geojson'

interface Position {
  lat: number
  lon: number
}

export type Provinces = ReturnType<typeof provincesOf>

/**
 * Rings are tested in the plane: d3's `geoContains` takes the rest of the world for a ring that is wound as RFC 7946
 * has it.
 *
 * @param map the outlines of the regions, as GeoJSON
 * @param ids the regions that config knows
 */
export function provincesOf(map: string, ids: readonly string[]) {
  const { features } = JSON.parse(map) as FeatureCollection<Polygon | MultiPolygon, { id: string }>
  const regions = features
    .filter(({ properties }) => ids.includes(properties.id))
    .map(regionOf)
    // A city that lies within a province comes first.
    .sort((a, b) => a.size - b.size)
  return {
    has: (id: string) => ids.includes(id),
    /** `undefined` outside of all of them: at sea, abroad, or a wrong position. */
    at: (position: Position): string | undefined => regions.find(region => region.holds(position))?.id,
  }
}

function regionOf({ properties, geometry }: Feature<Polygon | MultiPolygon, { id: string }>) {
  const { type, coordinates } = geometry
  const rings = (type === 'Polygon' ? [coordinates] : coordinates).flat()
  const [lons, lats] = [0, 1].map(axis => rings.flat().map(point => point[axis]!)) as [number[], number[]]
  const [west, east, south, north] = [min(lons), max(lons), min(lats), max(lats)]
  return {
    id: properties.id,
    size: (east - west) * (north - south),
    holds: ({ lat, lon }: Position) =>
      lon >= west &&
      lon <= east &&
      lat >= south &&
      lat <= north &&
      // Holes are rings too: who is in one as well is outside.
      rings.filter(ring => isWithin(ring, lat, lon)).length % 2 === 1,
  }
}

/** Whether a line from the point to the east crosses the ring an odd number of times. */
function isWithin(ring: readonly Point[], lat: number, lon: number): boolean {
  let within = false
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at++) {
    const [x1, y1] = ring[at] as [number, number]
    const [x2, y2] = ring[before] as [number, number]
    if (y1 > lat !== y2 > lat && lon < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) within = !within
  }
  return within
}

const min = (numbers: number[]) => numbers.reduce((a, b) => Math.min(a, b))
const max = (numbers: number[]) => numbers.reduce((a, b) => Math.max(a, b))
