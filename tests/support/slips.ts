/** Tests of config with a mistake (a slip) in one file, and the errors that the check reports. */
import { describe, expect, test } from 'vitest'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { configFiles, MAP, roughMap } from './configFiles'

/**
 * The edits of one file, and the errors that they cause.
 *
 * - Edits are new values by path. `undefined` removes a key; a path that ends in `/-` appends to a list.
 * - An error at the path of the first edit is written `code hint` (most codes have no hint), an error below that path
 *   `./rest code hint`, an error elsewhere in the file `/path code hint`, and an error in another file
 *   `resources/other.json /path code hint`.
 */
type Slip = [edits: Record<string, unknown>, ...errors: string[]]

/** A valid resource with a field of nearly every kind, as a product owner adds it. */
export const THINGS = {
  label: '것',
  source: { dialect: 'simple-rest' },
  access: { list: 'client', show: 'client', create: 'vendor', edit: 'vendor', delete: 'vendor' },
  fields: {
    name: { type: 'text', label: '이름', max: 20 },
    size: { type: 'number', label: '크기', min: 1, max: 9 },
    open: { type: 'boolean', label: '운영' },
    kind: {
      type: 'select',
      label: '종류',
      choices: [
        { value: 'a', label: '가' },
        { value: 'b', label: '나' },
      ],
    },
    tags: { type: 'multi-select', label: '표시', choices: [{ value: 'x', label: '엑스' }] },
    secret: { type: 'password', label: '암호' },
    model: { type: 'reference', reference: 'models', label: '모델' },
    models: { type: 'references', reference: 'models', label: '모델들', max: 9 },
    since: { type: 'datetime', label: '시작' },
    day: { type: 'date', label: '날' },
    made: { type: 'text', label: '만든 곳', write: 'never' },
    more: { type: 'json', label: '설정값' },
  },
  list: {
    columns: ['index', 'name', 'size', 'open', 'kind', 'tags', 'model', 'since', 'made', 'more'],
    filters: [{ name: 'q', type: 'search', label: '검색' }],
    actions: ['create'],
    rowActions: ['edit', 'delete'],
  },
  form: {
    sections: [{ fields: ['name', 'size', 'open', 'kind', 'tags', 'secret', 'model', 'since', 'more'] }],
  },
}

type Path = readonly (string | number)[]
// biome-ignore lint/suspicious/noExplicitAny: tests edit files in ways that their types forbid
type Json = any

const THINGS_FILE = 'resources/things.json'
const files = Object.fromEntries(
  Object.entries(configFiles()).filter(([path]) => !/^(schema|examples)\//.test(path)),
)
files[MAP] = roughMap(files[MAP]!)

/** The content of a file of the package, or of the resource `things`. */
export function contentOf(file: string): Json {
  return file === THINGS_FILE ? structuredClone(THINGS) : JSON.parse(files[file]!)
}

/** Tests that the check of config finds in each file with a slip exactly the errors of that slip. */
export function testSlips(name: string, byFile: Record<string, Slip[]>): void {
  const rows = Object.entries(byFile).flatMap(([file, slips]) =>
    slips.map(([edits, ...errors], at) => ({ file, edits, errors, at })),
  )
  const compilations = new Map<string, Map<(typeof rows)[number], string[]>>()
  /**
   * The key of the compilation that checks a slip. A compilation takes long, so slips share it: one slip of each file,
   * and all slips of `things`, each in its own copy of that file.
   */
  const compilationOf = ({ file, at, errors }: (typeof rows)[number]) => {
    // An error in a file without a slip cannot be attributed to one of several slips: this slip is compiled alone.
    if (errors.some(error => error.startsWith('resources/'))) return `${file} ${at}`
    return file === THINGS_FILE ? '0' : String(at)
  }
  const errorsFor = (row: (typeof rows)[number]) => {
    const compilation = compilationOf(row)
    let errors = compilations.get(compilation)
    if (!errors) {
      const together = rows.filter(other => compilationOf(other) === compilation)
      const all = errorsOfEdits(together)
      errors = new Map(together.map((other, index) => [other, all[index]!]))
      compilations.set(compilation, errors)
    }
    return errors.get(row)
  }
  describe(name, () => {
    test.each(rows)('$file: $edits → $errors', row => {
      expect(errorsFor(row)).toEqual(row.errors)
    })
  })
}

/** The errors of each edit; each error must be reported at the line of its path. */
function errorsOfEdits(all: readonly { file: string; edits: Record<string, unknown> }[]): string[][] {
  const edited = all.map(({ file, edits }, at) => {
    const content = contentOf(file)
    const editedPaths = Object.entries(edits).map(([path, value]) => edit(content, stepsOf(path), value))
    const copy = file.replace('.', `${at}.`)
    return { file: file === THINGS_FILE ? copy : file, content, first: editedPaths[0] ?? '' }
  })
  const errors = errorsOf(Object.fromEntries(edited.map(({ file, content }) => [file, content])))
  const editedFiles = new Set(edited.map(({ file }) => file))
  return edited.map(({ file, content, first }) =>
    errors.flatMap(({ file: reported, line, path, code, hint }) => {
      if (!editedFiles.has(reported)) return [reported, path, code, hint].filter(Boolean).join(' ')
      if (reported !== file) return []
      const expectedLine = lineOf(content, stepsOf(path))
      return [
        line !== expectedLine && `at line ${line} instead of ${expectedLine}:`,
        path === first ? '' : path.startsWith(`${first}/`) ? path.replace(first, '.') : path || '/',
        code,
        hint,
      ]
        .filter(Boolean)
        .join(' ')
    }),
  )
}

/** The errors of a config in which these files are added or replaced. */
function errorsOf(changes: Record<string, object>) {
  const texts = Object.entries(changes).map(([path, content]) => [path, JSON.stringify(content, null, 2)])
  const result = compileConfig({ ...files, ...Object.fromEntries(texts) })
  return result.ok
    ? []
    : result.errors.map(({ file, line, path, code, params }) => {
        return { file: file.replace('config/', ''), line, path, code, hint: params.hint }
      })
}

/** The errors of `errorsOf` as lines `file path code`, with the name of the file but not its folder. */
export function errorLinesOf(changes: Record<string, object>): string[] {
  return errorsOf(changes).map(({ file, path, code }) => `${file.split('/').at(-1)} ${path} ${code}`)
}

const stepsOf = (path: string) => path.split('/').slice(1)

/** Sets the value in the content. @returns its path, with an index in place of `-` */
function edit(content: Json, path: Path, value: unknown): string {
  const parent = path.slice(0, -1).reduce((inside: Json, step) => inside[step], content)
  const last = path.at(-1) === '-' ? parent.length : path.at(-1)!
  parent[last] = value
  return `/${[...path.slice(0, -1), last].join('/')}`
}

/** The line of a path in the text of a file. */
function lineOf(content: Json, path: Path): number {
  if (path.length === 0 || path[0] === '') return 1
  const marked = structuredClone(content)
  edit(marked, path, MARK)
  return JSON.stringify(marked, null, 2).split(JSON.stringify(MARK))[0]!.split('\n').length
}

const MARK = 'the value whose line is wanted'
