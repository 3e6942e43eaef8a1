/** Reads source files as syntax trees (ESTree), for the laws of tests/architecture. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseSync } from 'vite'

export const root = resolve(import.meta.dirname, '../..')

/** A node of the tree, with the property that all nodes have. */
export interface Node {
  type: string
  [key: string]: unknown
}

export const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The files below a folder whose path matches, as paths from the root. */
export function filesUnder(folder: string, ending: RegExp): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(
      path => ending.test(path) && !path.includes('node_modules') && statSync(join(root, path)).isFile(),
    )
    .sort()
}

/** The syntax tree of a text, types and JSX included. */
export function parse(text: string, name = 'text.tsx'): Node {
  const { program, errors } = parseSync(name, text, { preserveParens: false })
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]!.message}`)
  return program as unknown as Node
}

const trees = new Map<string, Node>()

/** The syntax tree of a source file, parsed once. */
export function treeOf(file: string): Node {
  const tree = trees.get(file) ?? parse(read(file), file)
  trees.set(file, tree)
  return tree
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Keeps the results of `walk`, because the laws walk each file many times. */
const walks = new WeakMap<object, readonly Node[]>()

/** All nodes of a tree, the root first. */
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
  for (const key in value) {
    const child = (value as Record<string, unknown>)[key]
    if (typeof child === 'object' && child !== null) collect(child, found)
  }
}

/** The text of a string literal. */
export const stringOf = (node: unknown): string | undefined => {
  const { type, value } = (node ?? {}) as Node
  return type === 'Literal' && typeof value === 'string' ? value : undefined
}

/** The name of an identifier, or the value of a literal as text; otherwise ''. */
export const nameOf = (node: unknown): string => {
  const { name, value } = (node ?? {}) as Node
  return typeof name === 'string' ? name : String(value ?? '')
}

/** The calls in a tree: `a.b(c)` has the object `a`, the name `b` and the first argument `c`. */
export const callsIn = (tree: Node) =>
  walk(tree)
    .filter(({ type }) => type === 'CallExpression')
    .map(node => {
      const callee = node.callee as Node
      return {
        object: callee.object as Node | undefined,
        name: nameOf(callee.property ?? callee),
        argument: (node.arguments as Node[])[0],
      }
    })

/** The texts that a program can show or send: string literals, templates and JSX text, but no comments and patterns. */
export function textsOf(file: string): string[] {
  return walk(treeOf(file)).flatMap(node => {
    if (node.type === 'TemplateElement') return (node.value as { raw: string }).raw
    return node.type === 'JSXText' ? String(node.value) : (stringOf(node) ?? [])
  })
}

export interface Import {
  from: string
  /** True if compilation removes it: `import type`, or an import of types only. */
  typeOnly: boolean
}

/** The modules that a file imports or re-exports, also by `import()`, and by `new URL` for a worker. */
export const importsOf = (file: string): Import[] => importsIn(treeOf(file))

export function importsIn(tree: Node): Import[] {
  return walk(tree).flatMap((node): Import[] => {
    if (node.type === 'NewExpression') {
      const from = stringOf((node.arguments as Node[])[0]) ?? ''
      const isModule = nameOf(node.callee) === 'URL' && /^\.{1,2}\/.*\.tsx?$/.test(from)
      return isModule ? [{ from, typeOnly: false }] : []
    }
    const from = stringOf(node.source)
    if (from === undefined) return []
    if (node.type === 'TSImportType') return [{ from, typeOnly: true }]
    const names = (node.specifiers as Node[] | undefined) ?? []
    const isType = (one: Node) => one.importKind === 'type' || one.exportKind === 'type'
    return [{ from, typeOnly: isType(node) || (names.length > 0 && names.every(isType)) }]
  })
}

/** The file that a relative import names, as a path from the root; undefined for a package. */
export function resolveImport(file: string, from: string): string | undefined {
  if (!from.startsWith('.')) return undefined
  const base = join(root, dirname(file), from.replace(/\?.*$/, ''))
  const found = [base, `${base}.ts`, `${base}.tsx`, join(base, 'index.ts'), join(base, 'index.tsx')].find(
    path => existsSync(path) && statSync(path).isFile(),
  )
  if (!found) throw new Error(`${file} imports ${from}, which does not exist`)
  return relative(root, found)
}
