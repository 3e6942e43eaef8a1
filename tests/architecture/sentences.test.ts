/** Every sentence that the source asks for is there, in both languages. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import english from 'ra-language-english'
import { expect, test } from 'vitest'
import { filesUnder, type Node, root, treeOf, walk } from '../support/source'

const flat = (value: unknown, path: string): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, child]) => flat(child, path ? `${path}.${key}` : key))
    : [path]

const keysOf = (locale: string): Set<string> =>
  new Set([
    ...flat(english, ''),
    ...filesUnder(`i18n/${locale}`, /\.json$/).flatMap(file =>
      flat(JSON.parse(readFileSync(join(root, file), 'utf8')), basename(file, '.json')),
    ),
  ])

/** Keys that the source names as such: `translate('a.b')`, `notify('a.b')`; a template counts up to its first gap. */
const asked = filesUnder('src', /\.tsx?$/).flatMap(file =>
  walk(treeOf(file)).flatMap(node => {
    if (node.type !== 'CallExpression') return []
    const callee = node.callee as Node
    const name = callee.type === 'MemberExpression' ? (callee.property as Node).value : callee.value
    const argument = (node.arguments as { expression: Node }[])[0]?.expression
    if (!['translate', 'notify'].includes(String(name)) || !argument) return []
    return [...keysIn(argument)].map(key => ({ file, ...key }))
  }),
)

function* keysIn(argument: Node): Generator<{ key: string; whole: boolean }> {
  if (argument.type === 'StringLiteral') yield { key: String(argument.value), whole: true }
  if (argument.type === 'TemplateLiteral') {
    const [first, ...more] = argument.quasis as { raw: string }[]
    yield { key: first?.raw ?? '', whole: more.length === 0 }
  }
  if (argument.type === 'ConditionalExpression') {
    yield* keysIn(argument.consequent as Node)
    yield* keysIn(argument.alternate as Node)
  }
}

// Config's labels become messages of these names at run time.
const fromConfig = /^resources\./

test.each(['ko', 'en'])('every sentence that the source asks for is written in %s', locale => {
  const keys = keysOf(locale)
  const missing = asked
    .filter(({ key, whole }) =>
      whole
        ? /^[\w.]+$/.test(key) && !keys.has(key)
        : key !== '' && ![...keys].some(known => known.startsWith(key)),
    )
    .filter(({ key }) => !fromConfig.test(key))
    .map(({ file, key }) => `${file}: ${key}`)
  expect([...new Set(missing)]).toEqual([])
  expect(asked.length).toBeGreaterThan(20)
})
