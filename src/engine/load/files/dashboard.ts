/** The dashboard: its regions match the map, each once, and its widgets have the keys that they need. */
import { ownValue } from '../../../domain/own'
import type { CompiledDashboard, CompiledWidget, MapRegion } from '../../compiled'
import type { Dashboard } from '../../shapes/files'
import type { FileText } from '../JsonSource'
import type { Location } from '../Location'
import { shortHash } from '../shortHash'
import { withHint } from '../suggest'
import { localized } from '../texts'
import type { LevelOf } from './app'

/** The address of the map for browsers, as `.json`: not every file server knows the type of GeoJSON. */
const addressOf = (file: string) => `/${file.replace(/\.geojson$/, '.json')}`

/** Widgets with a table: they show their number of rows. */
const TABLES: readonly string[] = ['vendors', 'models', 'clients']

/**
 * @param files every text of the folder by its path, including the map
 * @returns the dashboard, and the text of its map as it is served; the errors of both are reported
 */
export function compileDashboard(
  file: Dashboard,
  root: Location,
  files: Readonly<Record<string, FileText>>,
  levelOf: LevelOf,
): { dashboard: CompiledDashboard; map: string } {
  const regions = file.map.regions.map(
    ({ id, name, short, type, shown = true }): MapRegion => ({
      id,
      name: localized(name),
      short: localized(short ?? name),
      type,
      shown,
    }),
  )
  root.at('map', 'regions').expectUniqueKey(regions, 'id')
  if (!regions.some(({ shown }) => shown)) root.at('map', 'regions').report('regionsHidden')
  root.at('widgets').expectUniqueKey(file.widgets, 'name')
  const map = readMap(file, root, files)
  return {
    dashboard: {
      map: {
        url: `${addressOf(file.map.file)}?v=${shortHash(map)}`,
        credit: localized(file.map.credit),
        unplaced: localized(file.map.unplaced),
        regions,
      },
      widgets: file.widgets.map((widget, at) => compileWidget(widget, root.at('widgets', at), levelOf)),
      refreshMs: file.refreshMs,
    },
    map,
  }
}

function compileWidget(
  widget: Dashboard['widgets'][number],
  loc: Location,
  levelOf: LevelOf,
): CompiledWidget {
  const { name, title, width, collapsed = false } = widget
  const isTable = TABLES.includes(name)
  const text = localized(widget.text)
  if (!isTable)
    loc.refuseKeys(widget, ['text'], 'unknownKey', { known: 'name, title, level, width, collapsed' })
  else if (!text) loc.report('missingKey', { name: 'text' })
  else if (!Object.values(text).every(sentence => sentence.includes('%{count}')))
    loc.at('text').report('countMissing', { place: '%{count}' })
  return { name, title: localized(title), level: levelOf(widget.level), width, collapsed, text }
}

/** The map as JSON without blanks; empty if it cannot be used. */
function readMap(
  { map: { file, regions } }: Dashboard,
  root: Location,
  files: Readonly<Record<string, FileText>>,
): string {
  const loc = root.at('map', 'file')
  const text = ownValue(files, file)
  const map = typeof text === 'string' ? parsedMap(text) : undefined
  if (!map) {
    const others = Object.keys(files).filter(path => path.endsWith('.geojson'))
    if (text === undefined) loc.report('missingFile', withHint(file, others))
    else if (typeof text === 'string') loc.report('notAMap', { name: file })
    else loc.report(text.code, { name: file, ...text.params })
    return ''
  }
  const drawn = map.features.map(({ id, properties }) => String(id ?? properties?.id))
  const regionsLoc = root.at('map', 'regions')
  for (const [at, { id, type }] of regions.entries()) {
    regionsLoc.at(at, 'id').expectKnown(id, drawn, 'notOnMap')
    const drawnType = map.features[drawn.indexOf(id)]?.properties?.TYPE
    if (drawnType !== undefined && drawnType !== type)
      regionsLoc.at(at, 'type').report('regionType', { value: type, known: String(drawnType) })
  }
  for (const id of drawn)
    if (!regions.some(region => region.id === id)) regionsLoc.report('regionLeftOut', { name: id })
  return JSON.stringify(map)
}

interface GeoMap {
  type: 'FeatureCollection'
  features: {
    id?: unknown
    properties?: { id?: unknown; TYPE?: unknown } | null
    geometry: { type: string }
  }[]
}

/** Parses a GeoJSON text; `undefined` unless it consists of areas. */
function parsedMap(text: string): GeoMap | undefined {
  let map: GeoMap
  try {
    map = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
  if (map?.type !== 'FeatureCollection' || !Array.isArray(map.features)) return undefined
  const areas = map.features.every(one => /^(Multi)?Polygon$/.test(one?.geometry?.type))
  return areas ? map : undefined
}
