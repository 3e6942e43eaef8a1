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
 * fields allow, and the usual buttons. Rows of another form have no default screens, nor have resources of the product,
 * whose screens are built in.
 */
export function completeFiles(files: Files, levelOf: LevelOf): Record<string, Resource> {
  const fields = Object.values(files).flatMap(file => Object.values(file.fields))
  const rows = fields.flatMap(({ type, reference }) => (type === 'children' ? reference : []))
  return Object.fromEntries(
    Object.entries(files).map(([name, file]) => {
      const hasScreens =
        !rows.includes(name) && !Object.hasOwn(CONTRACT_RESOURCES, name) && file.screens !== false
      return [name, completeFile(name, file, hasScreens ? screenFields(file, files, levelOf) : [])]
    }),
  )
}

/**
 * The fields of the default screens; none if some user of the list could see none of them. References to records that
 * some user may not list are left out.
 */
function screenFields({ fields, access = {} }: ResourceFile, files: Files, levelOf: LevelOf): string[] {
  const levelFor = (action: 'list' | 'create' | 'edit') => levelOf(access[action], DEFAULT_ACCESS[action])
  const user = lowest(levelFor('list'), levelFor('create'), levelFor('edit'))
  const fitting = Object.keys(fields).filter(name => {
    const { type, reference = '', read } = fields[name]!
    const listLevel = levelOf(ownValue(files, reference)?.access?.list, DEFAULT_ACCESS.list)
    return !isReferring(type) || isAtLeast(highest(user, levelOf(read)), listLevel)
  })
  const isSeen = fitting.some(
    name =>
      KINDS[fields[name]!.type].formats.length > 0 &&
      isAtLeast(levelFor('list'), levelOf(fields[name]!.read)),
  )
  return isSeen ? fitting : []
}

/** @param shown the fields of the default screens; without any there are none */
function completeFile(name: string, written: ResourceFile, shown: readonly string[]): Resource {
  const contract = ownValue(CONTRACT_RESOURCES, name)
  const fields: Fields = Object.fromEntries(
    Object.entries(written.fields).map(([key, field]) => [
      key,
      { ...field, label: field.label ?? wordsOf(key) },
    ]),
  )
  const missing = shown.length > 0 ? {} : undefined
  const list: ResourceFile['list'] = written.list ?? missing
  const form: ResourceFile['form'] = written.form ?? missing
  const { menu } = written
  return {
    ...written,
    label: written.label ?? wordsOf(name),
    recordName: written.recordName ?? (contract ? undefined : nameFieldOf(fields)),
    source: written.source ?? { dialect: contract?.dialect ?? 'simple-rest' },
    fields,
    menu: menu && { ...menu, order: menu.order ?? MENU_ORDER },
    list: list && completeList(list, fields, shown, form !== undefined),
    form: form && { ...form, sections: form.sections ?? [{ fields: [...shown] }] },
  }
}

/** `name`, or the first field that can name a record. */
const nameFieldOf = (fields: Fields): string | undefined =>
  'name' in fields
    ? 'name'
    : Object.keys(fields).find(
        field => !field.includes('.') && KINDS[fields[field]!.type].usableFor.includes('name'),
      )

/** The place of a link in its menu. */
const MENU_ORDER = 100

/** A file with `columns` says what the list has. */
function completeList(
  list: NonNullable<ResourceFile['list']>,
  fields: Fields,
  names: readonly string[],
  hasForm: boolean,
): NonNullable<Resource['list']> {
  if (list.columns) return { ...list, columns: list.columns }
  const listed = names.filter(name => KINDS[fields[name]!.type].formats.length > 0)
  const shown = listed.filter(name => isShort(fields[name]!)).slice(0, SHOWN_COLUMNS)
  return {
    filters: filtersOf(names.map(name => [name, fields[name]!])),
    ...(hasForm && { actions: ['create'], bulkActions: ['editField', 'remove'] }),
    rowActions: hasForm ? ['edit', 'delete'] : ['delete'],
    phone: shown,
    ...list,
    columns: [
      INDEX,
      ...shown,
      ...listed.filter(name => !shown.includes(name)).map(field => ({ field, hidden: true })),
    ],
  }
}

/** Whether a column of usual width shows the value. */
const isShort = ({ type }: Field) => KINDS[type].sortable && type !== 'multiline'

function filtersOf(fields: readonly (readonly [string, Field])[]): Filter[] {
  const isSearchable = fields.some(([, { type }]) => KINDS[type].usableFor.includes('search'))
  return [
    ...(isSearchable ? [{ name: 'q', type: 'search' as const }] : []),
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
