/** What a file exports, another file imports: an export that nothing in `src` or `tests` names is dead, or needs no `export`. */
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'
import { filesUnder, type Node, resolveImport, treeOf, walk } from '../support/source'

/** Exports that are reached by other means than an import of ours. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/console/forms/kinds/date/pickers.tsx DayInput': 'date/Input takes a picker by its name in a variable',
  'src/console/forms/kinds/date/pickers.tsx MomentInput':
    'date/Input takes a picker by its name in a variable',
}

const nameOf = (node: unknown): string => String((node as Node).value)

/** The names that a declaration or a pattern binds. */
function boundBy(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [nameOf(pattern)]
  const within: Record<string, unknown[]> = {
    ObjectPattern: pattern.properties as unknown[],
    ArrayPattern: pattern.elements as unknown[],
    AssignmentPatternProperty: [pattern.key],
    KeyValuePatternProperty: [pattern.value],
    AssignmentPattern: [pattern.left],
    RestElement: [pattern.argument],
  }
  return (within[pattern.type] ?? []).flatMap(inner => (inner ? boundBy(inner as Node) : []))
}

const exportedName = ({ orig, exported }: Node): string => nameOf(exported ?? orig)

/** The names that a file exports, `default` too. */
function exportsOf(tree: Node): string[] {
  return (tree.body as Node[]).flatMap(node => {
    if (node.type === 'ExportDefaultDeclaration' || node.type === 'ExportDefaultExpression')
      return ['default']
    if (node.type === 'ExportNamedDeclaration') return (node.specifiers as Node[]).map(exportedName)
    if (node.type !== 'ExportDeclaration') return []
    const { declarations, id, identifier } = node.declaration as Node
    if (declarations) return (declarations as Node[]).flatMap(one => boundBy(one.id as Node))
    return [nameOf(identifier ?? id)]
  })
}

interface Use {
  from: string
  /** Without names, everything that the importing file names is in use: `import * as`, `import()`. */
  names?: string[]
}

/** What a file takes from others. */
function usesOf(tree: Node): Use[] {
  return walk(tree).flatMap((node): Use[] => {
    const specifiers = (node.specifiers ?? []) as Node[]
    if (node.type === 'ImportDeclaration') {
      const from = nameOf(node.source)
      if (specifiers.some(({ type }) => type === 'ImportNamespaceSpecifier')) return [{ from }]
      return [
        {
          from,
          names: specifiers.map(({ type, imported, local }) =>
            type === 'ImportDefaultSpecifier' ? 'default' : nameOf(imported ?? local),
          ),
        },
      ]
    }
    if (node.type === 'ExportNamedDeclaration' && node.source)
      return [{ from: nameOf(node.source), names: specifiers.map(({ orig }) => nameOf(orig)) }]
    if (node.type === 'TsImportType') return [{ from: nameOf(node.argument) }]
    if (node.type !== 'CallExpression' || (node.callee as Node).type !== 'Import') return []
    const argument = (node.arguments as { expression: Node }[])[0]?.expression
    return argument?.type === 'StringLiteral' ? [{ from: nameOf(argument) }] : []
  })
}

const files = [...filesUnder('src', /\.tsx?$/), ...filesUnder('tests', /\.tsx?$/), 'vite.config.ts']

/** A file, and all files whose exports it passes on as a whole (`export *`). */
const passedOn = (file: string): string[] => [
  file,
  ...(treeOf(file).body as Node[]).flatMap(node => {
    const next = node.type === 'ExportAllDeclaration' ? resolveImport(file, nameOf(node.source)) : undefined
    return next ? passedOn(next) : []
  }),
]

function unused(): string[] {
  const used = new Set<string>()
  for (const file of files) {
    const tree = treeOf(file)
    for (const { from, names } of usesOf(tree)) {
      const target = resolveImport(file, from)
      if (!target) continue
      const taken =
        names ?? walk(tree).flatMap(({ type, value }) => (type === 'Identifier' ? String(value) : []))
      for (const source of passedOn(target))
        for (const name of [...taken, ...(names ? [] : ['default'])]) used.add(`${source} ${name}`)
    }
  }
  return files
    .filter(file => file.startsWith('src/'))
    .flatMap(file => exportsOf(treeOf(file)).map(name => `${file} ${name}`))
    .filter(name => !used.has(name))
}

const open = unused()

test('every export of src is imported elsewhere in src or in tests', () => {
  expect(open.filter(name => !(name in EXCEPTIONS))).toEqual([])
})

test('the list of exceptions holds nothing that is imported', () => {
  expect(Object.keys(EXCEPTIONS).filter(name => !open.includes(name))).toEqual([])
})

test.each([
  ['export const a = 1, { b, c: [d = 2], ...e } = f()', ['a', 'b', 'd', 'e']],
  ['export async function a() {}', ['a']],
  ['export class A {}', ['A']],
  ['export type A = 1; export interface B {}', ['A', 'B']],
  ['export { a, b as c }; export type { D } from "./d"', ['a', 'c', 'D']],
  ['export default () => 1', ['default']],
  ['const a = 1; type B = 2', []],
])('exports: %s', (text, names) => {
  expect(exportsOf(parseSync(text, { syntax: 'typescript' }) as unknown as Node)).toEqual(names)
})

test.each([
  ["import a, { b as c, type D } from './x'", [{ from: './x', names: ['default', 'b', 'D'] }]],
  ["export { a as b } from './x'", [{ from: './x', names: ['a'] }]],
  ["import * as x from './x'", [{ from: './x' }]],
  ["const x = import('./x')", [{ from: './x' }]],
  ["type X = import('./x').X", [{ from: './x' }]],
])('imports: %s', (text, uses) => {
  expect(usesOf(parseSync(text, { syntax: 'typescript' }) as unknown as Node)).toEqual(uses)
})
