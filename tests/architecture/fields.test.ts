/**
 * The files in `config/` alone define the lists and forms of batches, clients, vendors, models, bunches and methods.
 * The source of the console names none of their fields.
 */
import { expect, test } from 'vitest'
import { ACTION_NAMES, CHOICE_SOURCES, FORMATS, ICONS, INPUTS } from '../../src/engine/registry'
import { FIELD_TYPES } from '../../src/engine/shapes/resource'
import { RULES } from '../../src/engine/validation/rules'
import { filesUnder, type Node, nameOf, parse, read, stringOf, treeOf, walk } from '../support/source'

const RESOURCES = ['batches', 'clients', 'vendors', 'models', 'bunches', 'methods']

interface ResourceFile {
  fields: Record<string, unknown>
}

const fields = new Set(
  RESOURCES.flatMap(name =>
    Object.keys((JSON.parse(read(`config/resources/${name}.json`)) as ResourceFile).fields),
  ),
)

/**
 * Names of fields that the source may write because they also mean something else: a field kind, a format, a property.
 */
const ALLOWED_NAMES = new Set<string>([
  ...FIELD_TYPES,
  ...FORMATS,
  ...INPUTS,
  ...RULES,
  ...CHOICE_SOURCES,
  ...ICONS,
  ...ACTION_NAMES,
  ...['name', 'level', 'page', 'position', 'content', 'code'],
  // An HTML element, an ARIA attribute, and a typography variant of MUI.
  ...['img', 'role', 'caption'],
])

/** The folders that render lists and forms, and the features in them that show other data. */
const RENDERING = /^src\/console\/(forms|ui|features)\//
const WITH_OTHER_DATA =
  /^src\/console\/features\/(device|devices|deviceSecrets|bulk\/actions\.ts|orders|compose|registering|dashboard|roster|sheets|imports|account|profile|search)(\/|$)/

/** Variables that hold a record: `record.name` reads a field, while `field.name` reads config. */
const RECORD_VARIABLES = /^(record|row|values|client|vendor|batch|model|bunch)$/i

/** Names of fields in a syntax tree: as text, as a key, or read from a record. */
function namedIn(tree: Node): string[] {
  const isField = (name: string) => fields.has(name) && !ALLOWED_NAMES.has(name)
  return walk(tree).flatMap(node => {
    const text = node.type === 'JSXText' ? String(node.value) : stringOf(node)
    if (text !== undefined) return isField(text.trim()) ? [text.trim()] : []
    if (node.type === 'ObjectExpression') {
      const keys = (node.properties as Node[]).filter(
        ({ type, shorthand }) => type === 'Property' && !shorthand,
      )
      const identifiers = keys.filter(({ key }) => (key as Node).type === 'Identifier')
      return identifiers.map(({ key }) => nameOf(key)).filter(isField)
    }
    if (node.type !== 'MemberExpression' || node.computed) return []
    const holder = nameOf(node.object)
    // The messages of a resource, such as `messages.created`.
    if (holder === 'messages') return []
    const name = nameOf(node.property)
    return (RECORD_VARIABLES.test(holder) ? fields.has(name) : isField(name)) ? [`.${name}`] : []
  })
}

const files = filesUnder('src/console', /\.tsx?$/).filter(
  file => RENDERING.test(file) && !WITH_OTHER_DATA.test(file),
)

test('no list or form of records names a field in TypeScript', () => {
  const forbidden = parse(
    `f({ columns: ['zone'], paid: 1 }, record.name, one.vendor_name, <A source="duty" />)`,
  )
  expect(namedIn(forbidden)).toEqual(['paid', 'zone', '.name', '.vendor_name', 'duty'])
  expect(files.flatMap(file => namedIn(treeOf(file)).map(name => `${file}: ${name}`))).toEqual([])
})
