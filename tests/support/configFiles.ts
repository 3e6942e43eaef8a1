/** The package's own config and sentences as texts, for tests that change them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { packageRoot } from '../../src/server/packageRoot'

/** The files of `config/` by their path in it. */
export function configFiles(): Record<string, string> {
  return filesOf('config')
}

/** The files of `i18n/` by their path in it. */
export function i18nFiles(): Record<string, string> {
  return filesOf('i18n')
}

export const MAP = 'map/korea-provinces.geojson'

/** A map with a small triangle in place of each outline: the server reads it much faster. */
export function roughMap(text: string): string {
  const map = JSON.parse(text) as { features: { geometry: { coordinates: unknown } }[] }
  for (const feature of map.features) {
    const [x, y] = (feature.geometry.coordinates as unknown[]).flat(5) as [number, number]
    const corners = [
      [x, y],
      [x + 0.1, y],
      [x, y + 0.1],
      [x, y],
    ]
    Object.assign(feature, { geometry: { type: 'Polygon', coordinates: [corners] } })
  }
  return JSON.stringify(map)
}

const read = new Map<string, Record<string, string>>()

function filesOf(folder: string): Record<string, string> {
  const root = join(packageRoot, folder)
  const files =
    read.get(folder) ??
    Object.fromEntries(
      readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter(path => /\.(geo)?json$/.test(path))
        .map(path => [path.split(sep).join('/'), readFileSync(join(root, path), 'utf8')]),
    )
  read.set(folder, files)
  return { ...files }
}
