/** Completes the file of a resource: what it leaves out has a default. */
import { highest, isAtLeast, type LevelName, lowest } from '../../../domain/authority'
import { ownValue } from '../../../domain/own'
import { CONTRACT_RESOURCES } from '../../fields/contractFields'
import { KINDS } from '../../kinds'
import { isReferring } from '../../kinds/choices'
import type { RecordAction } from '../../registry'
import type { Field, Filter, Resource, ResourceFile } from '../../shapes/resource'
import type { LevelOf } from '../files/app'
import { INDEX } from './context'

/** The levels of `access` that config leaves out. */
export const DEFAULT_ACCESS: Readonly<Record<RecordAction, LevelName>> = {
  list: 'guest',
  show: 'guest',
  create: 'master',
  edit: 'master',
  delete: 'master',
  secrets: 'vendor',
}

/** Columns of a list until the user turns on more. */
const SHOWN_COLUMNS = 5

type Fields = Resource['fields']

type Files = Readonly<Record<string, ResourceFile>>

/**
 * By default the label is made of the name, a form has all fields, and a list the first fields, the filters that the
 * fields allow, and the usual buttons. There are no default screens for rows of another form, for resources of the
 * product (theirs are built in), and for files that write the columns of their list.
 */
export function completeFiles(files: Files, levelOf: LevelOf): Record<string, Resource> {
  const fields = Object.values(files).flatMap(file => Object.values(file.fields))
  const rows = fields.flatMap(({ type, reference }) => (type === 'children' ? reference : []))
  return Object.fromEntries(
    Object.entries(files).map(([name, file]) => {
      const isOwn = !rows.includes(name) && !Object.hasOwn(CONTRACT_RESOURCES, name)
      const hasDefaults = isOwn && file.screens !== false && !file.list?.columns
      return [name, completeFile(name, file, hasDefaults ? screensOf(file, files, levelOf) : {})]
    }),
  )
}

/** Default screens: the names of their fields. */
interface Screens {
  form?: readonly string[]
  /** `shown`: fields of the columns that are not hidden. */
  list?: { fields: readonly string[]; shown: readonly string[] }
  /** The field that names a record. */
  name?: string | undefined
}

/**
 * The default screens. References to records that some user may not list are left out. Without a field that every user
 * of the list may read there is no list, and without a required field no form.
 */
function screensOf({ fields, access = {} }: ResourceFile, files: Files, levelOf: LevelOf): Screens {
  const levelFor = (action: 'list' | 'create' | 'edit') => levelOf(access[action], DEFAULT_ACCESS[action])
  const user = lowest(levelFor('list'), levelFor('create'), levelFor('edit'))
  const fitting = Object.keys(fields).filter(name => {
    const { type, reference = '', read } = fields[name]!
    const listLevel = levelOf(ownValue(files, reference)?.access?.list, DEFAULT_ACCESS.list)
    return !isReferring(type) || isAtLeast(highest(user, levelOf(read)), listLevel)
  })
  const lacksRequired = Object.keys(fields).some(name => fields[name]!.required && !fitting.includes(name))
  const listed = fitting.filter(name => KINDS[fields[name]!.type].formats.length > 0)
  const readable = listed.filter(name => isAtLeast(levelFor('list'), levelOf(fields[name]!.read)))
  const short = readable.filter(name => isShort(fields[name]!)).slice(0, SHOWN_COLUMNS)
  const names = readable.filter(
    name => !name.includes('.') && KINDS[fields[name]!.type].usableFor.includes('name'),
  )
  return {
    ...(!lacksRequired && fitting.length > 0 && { form: fitting }),
    ...(readable.length > 0 && {
      list: { fields: listed, shown: short.length > 0 ? short : readable.slice(0, 1) },
    }),
    name: names.includes('name') ? 'name' : names[0],
  }
}

function completeFile(name: string, written: ResourceFile, screens: Screens): Resource {
  const contract = ownValue(CONTRACT_RESOURCES, name)
  const fields: Fields = Object.fromEntries(
    Object.entries(written.fields).map(([key, field]) => [
      key,
      { ...field, label: field.label ?? wordsOf(key) },
    ]),
  )
  const list: ResourceFile['list'] = written.list ?? (screens.list && {})
  const form: ResourceFile['form'] = written.form ?? (screens.form && {})
  const { menu } = written
  return {
    ...written,
    label: written.label ?? wordsOf(name),
    recordName: written.recordName ?? screens.name,
    source: written.source ?? { dialect: contract?.dialect ?? 'simple-rest' },
    fields,
    menu: menu && { ...menu, order: menu.order ?? MENU_ORDER },
    list: list && completeList(list, fields, screens.list, form !== undefined),
    form: form && {
      ...form,
      sections: form.sections ?? [{ fields: [...(screens.form ?? Object.keys(fields))] }],
    },
  }
}

/** The place of a link in its menu. */
const MENU_ORDER = 100

/** A file with `columns` says what the list has. */
function completeList(
  list: NonNullable<ResourceFile['list']>,
  fields: Fields,
  screen: Screens['list'],
  hasForm: boolean,
): NonNullable<Resource['list']> {
  if (list.columns || !screen) return { ...list, columns: list.columns ?? [] }
  const shown = [...screen.shown]
  const hidden = screen.fields.filter(name => !shown.includes(name))
  return {
    filters: filtersOf(screen.fields.map(name => [name, fields[name]!])),
    ...(hasForm && { actions: ['create'], bulkActions: ['editField', 'remove'] }),
    rowActions: hasForm ? ['edit', 'delete'] : ['delete'],
    phone: shown,
    ...list,
    columns: [
      ...(INDEX in fields ? [] : [INDEX]),
      ...shown,
      ...hidden.map(field => ({ field, hidden: true })),
    ],
  }
}

/** Whether a column of usual width shows the value. */
const isShort = ({ type }: Pick<Field, 'type'>) => KINDS[type].sortable && type !== 'multiline'

/** The key of the search. */
const SEARCH = 'q'

function filtersOf(fields: readonly (readonly [string, Field])[]): Filter[] {
  const isSearchable = fields.some(([, { type }]) => KINDS[type].usableFor.includes('search'))
  return [
    ...(isSearchable && fields.every(([name]) => name !== SEARCH)
      ? [{ name: SEARCH, type: 'search' as const }]
      : []),
    ...fields.flatMap(([name, { type, choices }]): Filter[] => {
      if (type === 'select' && choices) return [{ name, type: 'select' }]
      if (isReferring(type)) return [{ name, type: 'reference' }]
      if (type === 'boolean') return [{ name, type: 'boolean' }]
      return KINDS[type].usableFor.includes('range') && type !== 'number' ? [{ name, type: 'range' }] : []
    }),
  ]
}

/** A name as a label: `visitDate` becomes "Visit date". */
function wordsOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[-_.]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
