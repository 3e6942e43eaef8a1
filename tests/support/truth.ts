/**
 * Every key of config with values to try. Each value must be refused, or change the compiled config.
 */
import type { TSchema } from 'typebox'
import { KINDS } from '../../src/engine/kinds'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { CONFIG_FILES } from '../../src/engine/load/configPaths'
import {
  ACTION_NAMES,
  BULK_ACTION_NAMES,
  type FormatName,
  type InputName,
  MESSAGES,
} from '../../src/engine/registry'
import { Condition } from '../../src/engine/shapes/condition'
import { type FieldType, Resource } from '../../src/engine/shapes/resource'
import { configFiles } from './configFiles'

interface Shape {
  anyOf?: Shape[]
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  items?: Shape
}

/** The paths of all keys of a schema: `[]` is any item, `*` any name. Texts and conditions are leaves. */
function keysOf(shape: Shape, at: string, found: Set<string>, isTop = true): Set<string> {
  // The description differs from place to place.
  const undescribed = JSON.stringify({ ...shape, description: undefined })
  if (!isTop && undescribed === JSON.stringify(Condition)) return found
  for (const branch of shape.anyOf ?? []) keysOf(branch, at, found, false)
  for (const [key, inside] of Object.entries(shape.properties ?? {})) {
    if (['ko', 'en', '$schema'].includes(key)) continue
    const path = at ? `${at}.${key}` : key
    found.add(path)
    keysOf(inside, path, found, false)
  }
  for (const inside of Object.values(shape.patternProperties ?? {})) keysOf(inside, `${at}.*`, found, false)
  if (shape.items) keysOf(shape.items, `${at}[]`, found, false)
  return found
}

/** The keys by file: `resources`, `app.json` …; `conditions` has the keys within `visible` and similar keys. */
export function allKeys(): Record<string, string[]> {
  const shapes: Record<string, TSchema> = { resources: Resource, conditions: Condition, ...CONFIG_FILES }
  return Object.fromEntries(
    Object.entries(shapes).map(([file, shape]) => [file, [...keysOf(shape as Shape, '', new Set())]]),
  )
}

const words = { ko: '시험', en: 'Trial' }

/** The values to try for each key of a field. */
const FIELD: Readonly<Record<string, readonly unknown[]>> = {
  help: [words, { text: words, when: { action: 'edit' } }],
  placeholder: [words],
  format: ['text', 'count', 'choice', 'date', 'yesNo', 'reference', 'image', 'json'] satisfies FormatName[],
  input: ['multiline', 'radio', 'number', 'color'] satisfies InputName[],
  mask: ['##-##'],
  required: [true, { message: words, when: { action: 'create' } }],
  rules: [['digits'], ['phone'], ['password'], ['methodValue'], [{ rule: 'length', value: 3 }]],
  min: [2, 'today', { field: 'created' }],
  max: [3, 'now+1h'],
  unique: [true, { with: ['name'], within: 'everywhere', message: words }],
  choices: [[{ value: 'x', label: words }], { from: 'places' }],
  reference: ['bunches'],
  by: ['batch'],
  fields: [['name']],
  order: ['position'],
  dependsOn: [{ batch: 'batch' }],
  onDelete: ['clear', 'cascade'],
  empty: [{ value: 0, label: words }],
  confirm: [{ label: words, placeholder: words }],
  shown: ['clientPaid', 'clientExpired', 'connectivity'],
  default: ['x', 2, true, null, { expression: 'now()' }, { expression: 'user.name' }],
  computed: ["'x'", '2', 'true', "date('2026-01-01')"],
  read: ['master'],
  write: ['master', 'never'],
  readOnly: [{ action: 'edit' }],
  visible: [{ action: 'edit' }],
  whenHidden: ['clear'],
  renamedFrom: ['former'],
  inDialog: [true],
}

const COLUMN: Readonly<Record<string, readonly unknown[]>> = {
  label: [words],
  format: ['text', 'count', 'choice', 'badge', 'date', 'dot', 'identifier', 'json'] satisfies FormatName[],
  align: ['center'],
  hidden: [true],
  avatar: [true],
  actions: ACTION_NAMES.map(action => [{ action, level: 'master' }]),
}

const FILTER: Readonly<Record<string, readonly unknown[]>> = {
  field: ['name', 'created'],
  fields: [['name'], ['created']],
  where: [{ field: 'name', empty: false }],
  label: [words],
  placeholder: [words],
  accept: ['a-z'],
  all: [{ value: 'every', label: words }],
  choices: [[{ value: 'x', label: words }], { from: 'places' }],
  level: ['master'],
  reference: ['bunches'],
  dependsOn: ['batch'],
  shownFrom: [7],
}

const LIST: Readonly<Record<string, readonly unknown[]>> = {
  phone: [['name'], ['created']],
  sort: [{ field: 'created', order: 'DESC' }],
  perPage: [7],
  export: ['vendor'],
  pageWindow: [4],
  actions: ACTION_NAMES.map(action => [{ action, level: 'master' }]),
  rowActions: ACTION_NAMES.map(action => [{ action, level: 'master' }]),
  bulkActions: BULK_ACTION_NAMES.map(action => [{ action, level: 'master' }]),
  texts: ['found', 'none', 'empty', 'loading'].map(key => ({ [key]: words })),
}

const RESOURCE: Readonly<Record<string, readonly unknown[]>> = {
  label: [words],
  checks: [[{ name: 'trial', check: 'user.level >= level.guest', message: words, at: 'created' }]],
  path: ['/app/trial'],
  recordName: ['created'],
  access: ['list', 'show', 'create', 'edit', 'delete'].map(action => ({ [action]: 'master' })),
  menu: [{ slot: 'bar', order: 99, label: words, icon: 'help', level: 'master' }],
  form: [{ sections: [{ title: words, fields: ['created'] }], width: 'wide' }],
  page: [
    {
      sections: [{ label: words, fields: ['created'] }],
      tabs: [{ tab: 'timeline', label: words, level: 'master' }],
      actions: [{ action: 'control', level: 'master' }],
    },
  ],
  related: [[{ resource: 'bunches', by: 'batch', label: words, columns: ['name'], level: 'master' }]],
  messages: MESSAGES.map(name => ({ [name]: words })),
}

/** The keys of a resource file with values above; the other keys are parts of these. */
export const TRIED = [
  ...Object.keys(RESOURCE),
  ...Object.keys(FIELD).map(key => `fields.*.${key}`),
  ...Object.keys(LIST).map(key => `list.${key}`),
  ...Object.keys(COLUMN).map(key => `list.columns[].${key}`),
  ...Object.keys(FILTER).map(key => `list.filters[].${key}`),
]

export interface Trial {
  /** `devices list.columns.3.avatar`. */
  name: string
  file: string
  /** The text of the file, once with each value of the key. */
  texts: string[]
}

// With roles.json accounts have the field for their role.
const files = { ...configFiles(), 'roles.json': configFiles()['examples/roles.json']! }

/**
 * One resource of each sort: a custom screen, the mailbox, built-in calls with pictures and with a button, a built-in
 * table.
 */
const SORTS = ['devices', 'orders', 'clients', 'batches', 'methods']

/** Every key, at every kind of place, in the resources of `SORTS`. */
export function trials(): Trial[] {
  return Object.entries(files).flatMap(([file, text]) => {
    const resource = /^resources\/(.+)\.json$/.exec(file)?.[1]
    if (!resource || !SORTS.includes(resource)) return []
    const same = JSON.stringify(JSON.parse(text))
    return placesOf(JSON.parse(text) as Resource).map(({ at, key, values }) => ({
      name: `${resource} ${[...at, key].join('.')}`,
      file,
      texts: values.map(value => changed(text, at, key, value)).filter(one => one !== same),
    }))
  })
}

function changed(text: string, at: readonly (string | number)[], key: string, value: unknown): string {
  const copy = JSON.parse(text)
  const last = at.at(-1)
  const parent = at.slice(0, -1).reduce((inner, step) => inner[step], copy)
  const target = last === undefined ? copy : parent[last]
  // A column that is only a name becomes an object.
  if (typeof target === 'string') parent[last!] = { field: target, [key]: value }
  else Object.assign(target, { [key]: value })
  return JSON.stringify(copy)
}

function placesOf(file: Resource): { at: (string | number)[]; key: string; values: readonly unknown[] }[] {
  const at = (
    steps: (string | number)[],
    table: Readonly<Record<string, readonly unknown[]>>,
    // The default value of a key changes nothing and is left out.
    defaults: Readonly<Record<string, unknown>> = {},
  ) =>
    Object.entries(table).map(([key, values]) => ({
      at: steps,
      key,
      values: values.filter(value => value !== defaults[key]),
    }))
  const formatOf = (name: string) => {
    const field = file.fields[name]
    return field && (field.format ?? KINDS[field.type].formats[0])
  }
  const defaultsOf = (type: FieldType) => ({
    format: KINDS[type].formats[0],
    input: KINDS[type].inputs[0],
  })
  const buttons = (key: string) =>
    (file.list?.[key as 'actions' | 'rowActions' | 'bulkActions']?.length ?? 0) > 0
  const inForm = new Set(file.form?.sections.flatMap(({ fields }) => fields))
  // One field of each sort: all text fields of a form behave the same.
  const sorts = Object.entries(file.fields).map(
    ([name, { type, write }]) => [`${type} ${write === 'never'} ${inForm.has(name)}`, name] as const,
  )
  const names = [...new Map(sorts).values()]
  const isChosen = (column: string) => names.includes(column) || ['index', file.recordName].includes(column)
  const columns = (file.list?.columns ?? []).map(one => (typeof one === 'string' ? one : one.field))
  return [
    ...at([], RESOURCE),
    ...names.flatMap(name => at(['fields', name], FIELD, defaultsOf(file.fields[name]!.type))),
    ...at(['list'], LIST).map(one =>
      // A resource with buttons is also tried without any.
      one.key.endsWith('ctions') && buttons(one.key) ? { ...one, values: [...one.values, []] } : one,
    ),
    ...columns.flatMap((name, index) =>
      isChosen(name) ? at(['list', 'columns', index], COLUMN, { format: formatOf(name) }) : [],
    ),
    ...(file.list?.filters ?? []).flatMap((_, index) => at(['list', 'filters', index], FILTER)),
  ]
}

const unchanged = compiledWith({})

/** The compiled config as text, or undefined if it is refused. */
function compiledWith(changes: Record<string, string>): string | undefined {
  const result = compileConfig({ ...files, ...changes })
  return result.ok ? JSON.stringify({ ...result.config.shared, hash: '' }) : undefined
}

/** True if values of a key are accepted and none has an effect: config must refuse such a key. */
export function isSilent({ file, texts }: Trial): boolean {
  let isAccepted = false
  for (const text of texts) {
    const compiled = compiledWith({ [file]: text })
    if (compiled !== undefined && compiled !== unchanged) return false
    isAccepted ||= compiled !== undefined
  }
  return isAccepted
}
