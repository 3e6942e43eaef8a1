/** Reads our own source as a tree, for the laws of tests/architecture. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseFileSync } from '@swc/core'

export const root = resolve(import.meta.dirname, '../..')

/** A node of swc's tree; only what every node has. */
export interface Node {
  type: string
  [key: string]: unknown
}

/** Files under the folder whose name ends so, as paths from the root with `/`. */
export function filesUnder(folder: string, ending: RegExp): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(
      path => ending.test(path) && !path.includes('node_modules') && statSync(join(root, path)).isFile(),
    )
    .sort()
}

const trees = new Map<string, Node>()

/** The syntax tree of a source file, types and JSX included. */
export function treeOf(file: string): Node {
  const known = trees.get(file)
  if (known) return known
  const tree = parseFileSync(join(root, file), {
    syntax: 'typescript',
    tsx: file.endsWith('.tsx'),
  }) as unknown as Node
  trees.set(file, tree)
  return tree
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** What `walk` found beneath a node: the laws ask each file many times. */
const walks = new WeakMap<object, readonly Node[]>()

/** All nodes beneath, the node itself first. */
export function walk(value: unknown): readonly Node[] {
  if (typeof value !== 'object' || value === null) return []
  const known = walks.get(value)
  if (known) return known
  const found: Node[] = []
  collect(value, found)
  walks.set(value, found)
  return found
}

function collect(value: object, found: Node[]): void {
  if (isNode(value)) found.push(value)
  // A list is an object with the positions as keys.
  for (const key in value) {
    const child = (value as Record<string, unknown>)[key]
    if (typeof child === 'object' && child !== null) collect(child, found)
  }
}

/** The texts that a program can show or send: string literals, templates and JSX text; not comments, not patterns. */
export function textsOf(file: string): string[] {
  return walk(treeOf(file)).flatMap(node => {
    if (node.type === 'StringLiteral' || node.type === 'JSXText') return [String(node.value)]
    return node.type === 'TemplateElement' ? [String(node.raw)] : []
  })
}

export interface Import {
  from: string
  /** Gone after compilation: `import type`, or every name in it is a type. */
  typeOnly: boolean
}

/** What a file imports or exports from elsewhere. */
export function importsOf(file: string): Import[] {
  return walk(treeOf(file)).flatMap((node): Import[] => {
    const source = isNode(node.source) ? String(node.source.value) : undefined
    if (node.type === 'ImportDeclaration' && source) {
      const names = node.specifiers as Node[]
      const typeOnly =
        node.typeOnly === true || (names.length > 0 && names.every(name => name.isTypeOnly === true))
      return [{ from: source, typeOnly }]
    }
    if (source && (node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration')) {
      const names = (node.specifiers as Node[] | undefined) ?? []
      const typeOnly =
        node.typeOnly === true || (names.length > 0 && names.every(name => name.isTypeOnly === true))
      return [{ from: source, typeOnly }]
    }
    if (node.type === 'CallExpression' && isNode(node.callee) && node.callee.type === 'Import') {
      const argument = (node.arguments as { expression: Node }[])[0]?.expression
      return argument?.type === 'StringLiteral' ? [{ from: String(argument.value), typeOnly: false }] : []
    }
    if (node.type === 'NewExpression' && isNode(node.callee) && node.callee.value === 'URL') {
      const argument = (node.arguments as { expression: Node }[])[0]?.expression
      const text = argument?.type === 'StringLiteral' ? String(argument.value) : ''
      return /^\.{1,2}\/.*\.tsx?$/.test(text) ? [{ from: text, typeOnly: false }] : []
    }
    return []
  })
}

/** The file of ours that an import names, or undefined for a package or an asset. */
export function resolveImport(file: string, from: string): string | undefined {
  if (!from.startsWith('.')) return undefined
  const base = join(root, dirname(file), from.replace(/\?.*$/, ''))
  const found = [base, `${base}.ts`, `${base}.tsx`, join(base, 'index.ts'), join(base, 'index.tsx')].find(
    path => /\.tsx?$/.test(path) && existsSync(path),
  )
  return found && relative(root, found)
}
