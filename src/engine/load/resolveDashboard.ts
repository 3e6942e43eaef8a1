/** The dashboard: its regions are those of the map, each once, and its widgets have what they need. */

import type { LevelName } from '../../domain/authority'
import { own } from '../../domain/own'
import type { CompiledDashboard, CompiledWidget, MapRegion } from '../compiled'
import { fingerprint } from '../hash'
import type { Dashboard } from '../shapes/dashboard'
import type { FileText, JsonSource } from './JsonSource'
import { levelOf, words, wordsOr } from './parts'
import { suggest } from './suggest'

/** Where browsers find the map of a file: not every file server knows GeoJSON, all know JSON. */
const addressOf = (file: string) => `/${file.replace(/\.geojson$/, '.json')}`

/** Widgets that are tables, and so say how many rows they have. */
const TABLES: readonly string[] = ['vendors', 'models', 'clients']

/**
 * @param files every text of the folder by its path: the map is among them
 * @returns the dashboard, and the text of its map as it is served; the errors of both are reported
 */
export function compileDashboard(
  file: Dashboard,
  source: JsonSource,
  files: Readonly<Record<string, FileText>>,
  alias: LevelName,
): { dashboard: CompiledDashboard; map: string } {
  const regions = file.map.regions.map(
    ({ id, name, short, type, shown }): MapRegion => ({
      id,
      name: words(name),
      short: wordsOr(short, words(name)),
      type,
      shown: shown ?? true,
    }),
  )
  checkTwice(
    file.map.regions.map(({ id }) => id),
    (at, name) => source.report(['map', 'regions', at, 'id'], 'duplicate', { name }),
  )
  checkTwice(
    file.widgets.map(({ name }) => name),
    (at, name) => source.report(['widgets', at, 'name'], 'duplicate', { name }),
  )
  if (!regions.some(({ shown }) => shown)) source.report(['map', 'regions'], 'regionsHidden')
  const map = readMap(file, source, files)
  const widgets = file.widgets.map(
    (widget, at): CompiledWidget => ({
      name: widget.name,
      title: words(widget.title),
      level: levelOf(widget.level, 'none', alias),
      width: widget.width,
      collapsed: widget.collapsed ?? false,
      ...checkedText(widget.text, widget.name, at, source),
    }),
  )
  return {
    dashboard: {
      map: {
        url: `${addressOf(file.map.file)}?v=${fingerprint(map)}`,
        credit: words(file.map.credit),
        unplaced: words(file.map.unplaced),
        regions,
      },
      widgets,
      refreshMs: file.refreshMs,
    },
    map,
  }
}

function checkedText(
  text: Dashboard['widgets'][number]['text'],
  name: string,
  at: number,
  source: JsonSource,
): Pick<CompiledWidget, 'text'> {
  if (!TABLES.includes(name)) {
    if (text !== undefined)
      source.report(
        ['widgets', at, 'text'],
        'unknownKey',
        { name: 'text', known: 'name, title, level, width, collapsed' },
        'key',
      )
    return {}
  }
  if (text === undefined) {
    source.report(['widgets', at], 'missingKey', { name: 'text' })
    return {}
  }
  const both = words(text)
  if (![both.ko, both.en].every(sentence => sentence.includes('%{count}')))
    source.report(['widgets', at, 'text'], 'countMissing', { place: '%{count}' })
  return { text: both }
}

/** The map as JSON without blanks; empty where it cannot be used. */
function readMap(
  { map: { file, regions } }: Dashboard,
  source: JsonSource,
  files: Readonly<Record<string, FileText>>,
): string {
  const text = own(files, file)
  if (text === undefined) {
    const others = Object.keys(files).filter(path => path.endsWith('.geojson'))
    source.report(['map', 'file'], 'missingFile', { name: file, hint: suggest(file, others) ?? '' })
    return ''
  }
  if (typeof text !== 'string') {
    source.report(['map', 'file'], text.code, { name: file, ...text.params })
    return ''
  }
  const features = featuresOf(text)
  if (!features) {
    source.report(['map', 'file'], 'notAMap', { name: file })
    return ''
  }
  const drawn = features.map(({ id, properties }) => String(id ?? properties?.id))
  for (const [at, { id, type }] of regions.entries()) {
    if (!drawn.includes(id))
      source.report(['map', 'regions', at, 'id'], 'notOnMap', { name: id, hint: suggest(id, drawn) ?? '' })
    const told = features[drawn.indexOf(id)]?.properties?.TYPE
    if (told !== undefined && told !== type)
      source.report(['map', 'regions', at, 'type'], 'regionType', { value: type, known: String(told) })
  }
  for (const id of drawn)
    if (!regions.some(region => region.id === id))
      source.report(['map', 'regions'], 'regionLeftOut', { name: id })
  return JSON.stringify(JSON.parse(text.replace(/^\uFEFF/, '')))
}

interface MapFeature {
  id?: unknown
  properties?: { id?: unknown; TYPE?: unknown } | null
  geometry: { type: string }
}

/** The features of a GeoJSON text; `undefined` when it is none, or not one of areas. */
function featuresOf(text: string): MapFeature[] | undefined {
  let value: { type?: unknown; features?: unknown }
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
  if (value?.type !== 'FeatureCollection' || !Array.isArray(value.features)) return undefined
  const features = value.features as Partial<MapFeature>[]
  const areas = features.every(
    one => one?.geometry?.type === 'Polygon' || one?.geometry?.type === 'MultiPolygon',
  )
  return areas ? (features as MapFeature[]) : undefined
}

function checkTwice(names: readonly string[], report: (at: number, name: string) => void): void {
  for (const [at, name] of names.entries()) if (names.indexOf(name) !== at) report(at, name)
}
