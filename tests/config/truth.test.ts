/** Every key of config is read by the program. */
import type { TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'
import { CONFIG_FILES } from '../../src/engine/load/configPaths'
import { Condition } from '../../src/engine/shapes/condition'
import { ResourceFile } from '../../src/engine/shapes/resource'
import { filesUnder, type Node, nameOf, treeOf, walk } from '../support/source'

interface Shape {
  anyOf?: Shape[]
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  items?: Shape
}

/** Adds the paths of all keys of a schema: `[]` is any item, `*` any name. Skips the keys of texts and conditions. */
function keysOf(shape: Shape, path: string, found: Set<string>, isTop = true): Set<string> {
  // The description differs from place to place.
  const undescribed = JSON.stringify({ ...shape, description: undefined })
  if (!isTop && undescribed === JSON.stringify(Condition)) return found
  for (const branch of shape.anyOf ?? []) keysOf(branch, path, found, false)
  for (const [key, inside] of Object.entries(shape.properties ?? {})) {
    if (['ko', 'en', '$schema'].includes(key)) continue
    const keyPath = path ? `${path}.${key}` : key
    found.add(keyPath)
    keysOf(inside, keyPath, found, false)
  }
  for (const inside of Object.values(shape.patternProperties ?? {})) keysOf(inside, `${path}.*`, found, false)
  if (shape.items) keysOf(shape.items, `${path}[]`, found, false)
  return found
}

/** The keys by file: `resources`, `app.json` …; `conditions` has the keys within `visible` and similar keys. */
function allKeys(): Record<string, string[]> {
  const shapes: Record<string, TSchema> = { resources: ResourceFile, conditions: Condition, ...CONFIG_FILES }
  return Object.fromEntries(
    Object.entries(shapes).map(([file, shape]) => [file, [...keysOf(shape as Shape, '', new Set())]]),
  )
}

const KEYS = allKeys()

/** The files that use compiled config; `load` and `shapes` only check and compile it. */
const readers = ['src/console', 'src/server', 'src/engine', 'src/domain'].flatMap(folder =>
  filesUnder(folder, /\.tsx?$/).filter(file => !/^src\/engine\/(load|shapes)\//.test(file)),
)

/** Names of properties that some code reads: `list.perPage`, `{ perPage }`, `list['perPage']`. */
const readNames = new Set(
  readers.flatMap(file =>
    walk(treeOf(file)).flatMap(node => {
      if (node.type === 'MemberExpression') return nameOf(node.property)
      if (node.type === 'ObjectPattern') return (node.properties as Node[]).map(({ key }) => nameOf(key))
      return []
    }),
  ),
)

/** Keys that have another name in compiled config, or are used while it is compiled. */
const COMPILED_AS: Readonly<Record<string, string>> = {
  'resources source.dialect': 'dialect',
  'resources source': 'dialect',
  'resources menu.order': 'items',
  'resources menu.slot': 'slot',
  'resources fields.*.help.text': 'help',
  'resources fields.*.help.when': 'helpWhen',
  'resources fields.*.choices.from': 'choicesFrom',
  'resources list.columns[].actions[].action': 'actions',
  'resources list.actions[].action': 'actions',
  'resources list.rowActions[].action': 'rowActions',
  'resources page.actions[].action': 'actions',
  'resources list.filters[].choices.from': 'choices',
  'resources list.sort.order': 'order',
  'menu.json slots.bar': 'slots',
  'menu.json slots.settings': 'slots',
  // `order` sorts the items while they are compiled. The alias `manager` (below) is replaced by its level.
  'menu.json links': 'items',
  'menu.json links[].order': 'items',
  'levels.json levels.none.value': 'numbers',
  'levels.json levels.guest.value': 'numbers',
  'levels.json levels.client.value': 'numbers',
  'levels.json levels.vendor.value': 'numbers',
  'levels.json levels.master.value': 'numbers',
  'levels.json aliases': 'access',
  'levels.json aliases.manager': 'access',
  'dashboard.json map.file': 'url',
  'app.json server.order.expireHours': 'orderExpireMs',
  'app.json server.order.pastSeconds': 'orderPastMs',
  // Read as `pglite[limit]` (`server/commands/pgliteLimits`).
  'app.json server.pglite.rosterRows': 'pglite',
}

/** Keys that are only compared with another file. */
const NOT_READ: Readonly<Record<string, string>> = {
  'dashboard.json map.regions[].type': 'compared with the map file (§2 lists it)',
}

describe('each key of config', () => {
  test.each(Object.entries(KEYS))('in %s is read by the program', (file, keys) => {
    const unread = keys.filter(path => {
      const key = `${file} ${path}`
      if (Object.hasOwn(NOT_READ, key)) return false
      const name = COMPILED_AS[key] ?? path.replace(/(\[\]|\.\*)$/, '').replace(/^.*\./, '')
      return !readNames.has(name)
    })
    expect(unread).toEqual([])
  })

  test('that is listed as an exception exists', () => {
    const keys = new Set(
      Object.entries(KEYS).flatMap(([file, paths]) => paths.map(path => `${file} ${path}`)),
    )
    const stale = [...Object.keys(COMPILED_AS), ...Object.keys(NOT_READ)].filter(key => !keys.has(key))
    expect(stale).toEqual([])
  })
})
