/** Compiles `dashboard.json` and its map. Checks that their regions match, and the keys of widgets. */
import { ownValue } from '../../../domain/own'
import type {
  CompiledAttention,
  CompiledDashboard,
  CompiledResource,
  CompiledWidget,
  MapRegion,
} from '../../compiled'
import { localized } from '../../i18n'
import type { Dashboard } from '../../shapes/files'
import type { FileText } from '../JsonSource'
import type { Location } from '../Location'
import { checkFilter } from '../resource/views'
import { shortHash } from '../shortHash'
import { withHint } from '../suggest'
import type { LevelOf } from './app'

/** The URL of the map, with the extension `.json`: not every file server knows the type of `.geojson`. */
const mapAddress = (file: string) => `/${file.replace(/\.geojson$/, '.json')}`

/** Widgets with a table; they need a text with the number of rows. */
const TABLE_WIDGETS: readonly string[] = ['vendors', 'models', 'clients']

/** The names of all resources, and the compiled resources, from which resources with errors are missing. */
interface KnownResources {
  names: readonly string[]
  resources: Readonly<Record<string, CompiledResource>>
}

/**
 * @param files all texts of the folder by path, including maps
 * @returns the dashboard, and the map as compact JSON, which is empty if it cannot be used
 */
export function compileDashboard(
  file: Dashboard,
  root: Location,
  files: Readonly<Record<string, FileText>>,
  known: KnownResources,
  levelOf: LevelOf,
): { dashboard: CompiledDashboard; map: string } {
  const regions = file.map.regions.map(
    ({ id, name, short, shown = true }): MapRegion => ({
      id,
      name: localized(name),
      short: localized(short ?? name),
      shown,
    }),
  )
  root.at('map', 'regions').expectUniqueKey(regions, 'id')
  if (!regions.some(({ shown }) => shown)) root.at('map', 'regions').report('regionsHidden')
  root.at('widgets').expectUniqueKey(file.widgets, 'name')
  const map = readMap(file, root, files)
  const { belowNormal, massOrder, items = [] } = file.attention ?? {}
  root.at('attention', 'items').expectUniqueKey(items, 'name')
  return {
    dashboard: {
      map: {
        url: `${mapAddress(file.map.file)}?v=${shortHash(map)}`,
        credit: localized(file.map.credit),
        unplaced: localized(file.map.unplaced),
        regions,
      },
      widgets: file.widgets.map((widget, index) => compileWidget(widget, root.at('widgets', index), levelOf)),
      refreshMs: file.refreshMs,
      attention: file.attention && {
        belowNormal,
        massOrder,
        items: items.map((item, index) =>
          compileAttentionItem(item, root.at('attention', 'items', index), known, levelOf),
        ),
      },
    },
    map,
  }
}

function compileWidget(
  widget: Dashboard['widgets'][number],
  loc: Location,
  levelOf: LevelOf,
): CompiledWidget {
  const { name, title, width, widest = width, collapsed = false } = widget
  const isTable = TABLE_WIDGETS.includes(name)
  const text = localized(widget.text)
  if (!isTable)
    loc.refuseKeys(widget, ['text'], 'unknownKey', { known: 'name, title, level, width, widest, collapsed' })
  else if (!text) loc.report('missingKey', { name: 'text' })
  else if (!Object.values(text).every(sentence => sentence.includes('%{count}')))
    loc.at('text').report('countMissing', { place: '%{count}' })
  return { name, title: localized(title), level: levelOf(widget.level), width, widest, collapsed, text }
}

function compileAttentionItem(
  { name, resource, level, filter, text }: NonNullable<NonNullable<Dashboard['attention']>['items']>[number],
  loc: Location,
  { names, resources }: KnownResources,
  levelOf: LevelOf,
): CompiledAttention {
  const countable = names.filter(resourceName => resourceName !== 'orders')
  loc.at('resource').expectKnown(resource, countable, 'unknownResource')
  const compiled = ownValue(resources, resource)
  if (compiled) checkFilter(filter, loc.at('filter'), { ...compiled, filters: compiled.list?.filters ?? [] })
  const words = localized(text)
  if (!Object.values(words).every(sentence => sentence.includes('%{count}')))
    loc.at('text').report('countMissing', { place: '%{count}' })
  return { name, resource, level: levelOf(level), filter, text: words }
}

/** Returns the map as compact JSON; reports an unusable map, and returns an empty text for it. */
function readMap(
  { map: { file, regions } }: Dashboard,
  root: Location,
  files: Readonly<Record<string, FileText>>,
): string {
  const loc = root.at('map', 'file')
  const text = ownValue(files, file)
  const map = typeof text === 'string' ? parseMap(text) : undefined
  if (!map) {
    const mapFiles = Object.keys(files).filter(path => path.endsWith('.geojson'))
    if (text === undefined) loc.report('missingFile', withHint(file, mapFiles))
    else if (typeof text === 'string') loc.report('notAMap', { name: file })
    else loc.report(text.code, { name: file, ...text.params })
    return ''
  }
  const drawnIds = map.features.map(({ id, properties }) => String(id ?? properties?.id))
  const regionsLoc = root.at('map', 'regions')
  for (const [index, { id, type }] of regions.entries()) {
    regionsLoc.at(index, 'id').expectKnown(id, drawnIds, 'notOnMap')
    const drawnType = map.features[drawnIds.indexOf(id)]?.properties?.TYPE
    if (drawnType !== undefined && drawnType !== type)
      regionsLoc.at(index, 'type').report('regionType', { value: type, known: String(drawnType) })
  }
  for (const id of drawnIds)
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

/** Parses GeoJSON; `undefined` unless all its features are polygons. */
function parseMap(text: string): GeoMap | undefined {
  let map: GeoMap
  try {
    map = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
  if (map?.type !== 'FeatureCollection' || !Array.isArray(map.features)) return undefined
  const hasOnlyAreas = map.features.every(feature => /^(Multi)?Polygon$/.test(feature?.geometry?.type))
  return hasOnlyAreas ? map : undefined
}
