/** Config with a slip in one file, and the errors of its check. */
import { compileConfig } from '../../src/engine/load/compileConfig'
import { configFiles } from './configFiles'

/**
 * Edits of one file by path, and the errors that they cause. The value `undefined` removes a key, a path that ends in
 * `/-` appends to a list. An error is `/path code hint`; without a path it is reported at the first edit, with `./path`
 * below it.
 */
type Slip = [edits: Record<string, unknown>, ...errors: string[]]

/** The rows of a table of tests: every slip with its file. */
export function slips(byFile: Record<string, Slip[]>) {
  return Object.entries(byFile).flatMap(([file, rows]) =>
    rows.map((row): [string, ...Slip] => [file, ...row]),
  )
}

/** A resource that a product owner adds; sound, with a field of nearly every kind. */
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

const files = configFiles()

/** The content of a file of the package, or of the resource `things`. */
export function contentOf(file: string): Json {
  return file === 'resources/things.json' ? structuredClone(THINGS) : JSON.parse(files[file]!)
}

/**
 * The errors of a config in which one file is edited, see {@link Slip}; each must be reported at the line of its path.
 */
export function errorsAfter(file: string, edits: Record<string, unknown>): string[] {
  const content = contentOf(file)
  const [first = ''] = Object.entries(edits).map(([path, value]) => edit(content, stepsOf(path), value))
  return errorsOf({ [file]: content }).map(({ file: reported, line, path, code, hint }) => {
    if (reported !== file) return [reported, path, code, hint].filter(Boolean).join(' ')
    const expectedLine = lineOf(content, stepsOf(path))
    return [
      line !== expectedLine && `at line ${line} instead of ${expectedLine}:`,
      path === first ? '' : path.startsWith(`${first}/`) ? path.replace(first, '.') : path || '/',
      code,
      hint,
    ]
      .filter(Boolean)
      .join(' ')
  })
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

/** The same errors as `file path code`; a resource by its name alone. */
export function errorLinesOf(changes: Record<string, object>): string[] {
  return errorsOf(changes).map(({ file, path, code }) => `${file.split('/').at(-1)} ${path} ${code}`)
}

const stepsOf = (path: string) => path.split('/').slice(1)

/** @returns the path at which the value now stands */
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

const MARK = 'the value whose line is asked'
