/** Every message key in the source exists in both languages. */
import { basename } from 'node:path'
import english from 'ra-language-english'
import { expect, test } from 'vitest'
import { callsIn, filesUnder, type Node, read, stringOf, treeOf } from '../support/source'

const flat = (value: unknown, path: string): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, child]) => flat(child, path ? `${path}.${key}` : key))
    : [path]

const keysOf = (locale: string): Set<string> =>
  new Set([
    ...flat(english, ''),
    ...filesUnder(`i18n/${locale}`, /\.json$/).flatMap(file =>
      flat(JSON.parse(read(file)), basename(file, '.json')),
    ),
  ])

/** Message keys in the source: `translate('a.b')`, `notify('a.b')`; of a template the part before its first value. */
const usedKeys = filesUnder('src', /\.tsx?$/).flatMap(file =>
  callsIn(treeOf(file))
    .filter(({ name }) => ['translate', 'notify'].includes(name))
    .flatMap(({ argument }) => keysIn(argument).map(key => ({ file, ...key }))),
)

function keysIn(argument?: Node): { key: string; whole: boolean }[] {
  if (argument?.type === 'ConditionalExpression')
    return [argument.consequent, argument.alternate].flatMap(branch => keysIn(branch as Node))
  if (argument?.type === 'TemplateLiteral') {
    const [first, ...more] = argument.quasis as { value: { raw: string } }[]
    return [{ key: first!.value.raw, whole: more.length === 0 }]
  }
  const key = stringOf(argument)
  return key === undefined ? [] : [{ key, whole: true }]
}

// At run time the labels of config become messages under these keys.
const fromConfig = /^resources\./

test.each(['ko', 'en'])('every message key in the source exists in %s', locale => {
  const keys = keysOf(locale)
  const missing = usedKeys
    .filter(({ key, whole }) =>
      whole
        ? /^[\w.]+$/.test(key) && !keys.has(key)
        : key !== '' && ![...keys].some(known => known.startsWith(key)),
    )
    .filter(({ key }) => !fromConfig.test(key))
    .map(({ file, key }) => `${file}: ${key}`)
  expect([...new Set(missing)]).toEqual([])
  expect(usedKeys.length).toBeGreaterThan(20)
})
