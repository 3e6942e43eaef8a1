/** Every key of config is read by the program; that it does something wherever the check takes it, the sweep tries. */
import { describe, expect, test } from 'vitest'
import { filesUnder, type Node, nameOf, treeOf, walk } from '../support/source'
import { allKeys, TRIED } from '../support/truth'

/** Where config has its effect: not where it is read, checked and compiled. */
const readers = ['src/console', 'src/server', 'src/engine', 'src/domain'].flatMap(folder =>
  filesUnder(folder, /\.tsx?$/).filter(file => !/^src\/engine\/(load|shapes)\//.test(file)),
)

/** Names that some code takes from an object: `list.perPage`, `{ perPage }`, `list['perPage']`. */
const taken = new Set(
  readers.flatMap(file =>
    walk(treeOf(file)).flatMap(node => {
      if (node.type === 'MemberExpression') return nameOf(node.property)
      if (node.type === 'ObjectPattern') return (node.properties as Node[]).map(({ key }) => nameOf(key))
      return []
    }),
  ),
)

/** Under another name once it is compiled, or read while it is. */
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
  // The order of the links; and the level that "manager" stands for, as every level is written out.
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
}

/** Refused until something reads them, or held against another file alone. */
const NOT_READ: Readonly<Record<string, string>> = {
  'dashboard.json map.regions[].type': 'the map file is held against it (§2 lists it)',
}

describe('every key of config is read', () => {
  test.each(Object.entries(allKeys()))('of %s', (file, keys) => {
    const unread = keys.filter(path => {
      const key = `${file} ${path}`
      if (Object.hasOwn(NOT_READ, key)) return false
      const name = COMPILED_AS[key] ?? path.replace(/(\[\]|\.\*)$/, '').replace(/^.*\./, '')
      return !taken.has(name)
    })
    expect(unread).toEqual([])
  })

  test('and the exceptions are keys that there are', () => {
    const keys = new Set(
      Object.entries(allKeys()).flatMap(([file, paths]) => paths.map(path => `${file} ${path}`)),
    )
    const stale = [...Object.keys(COMPILED_AS), ...Object.keys(NOT_READ)].filter(key => !keys.has(key))
    expect(stale).toEqual([])
  })
})

/** What is no value to try: what a part is made of, and what must be there. */
const PARTS =
  /^(source|fields|list|list\.(columns|filters))$|\.(dialect|type|name)$|^fields\.\*\.label$|^list\.columns\[\]\.(field|sortable)$/

test('every key of a resource is tried with values', () => {
  const tried = new Set(TRIED)
  const inside = (path: string) =>
    TRIED.some(one => path.startsWith(`${one}.`) || path.startsWith(`${one}[]`))
  const keys = allKeys().resources!
  expect(keys.filter(path => !tried.has(path) && !inside(path) && !PARTS.test(path))).toEqual([])
})
