/** Builds the file of a resource from the answers: list, search, filters, form, import, export and messages. */
import { isAtLeast, type LevelName, type Needed } from '../../domain/authority'
import { plainHeader } from '../../domain/typed'
import { KINDS } from '../../engine/kinds'
import { isReferring } from '../../engine/kinds/choices'
import type { Resource } from '../../engine/shapes/resource'
import type { Answers, FieldAnswer } from './answers'

/** A sentence of the new resource in both languages: `config.new.file.*` with its label filled in. */
export type SentenceInBoth = (
  key: string,
  params?: { ko: Record<string, string>; en: Record<string, string> },
) => {
  ko: string
  en: string
}

const MESSAGES = [
  'created',
  'createFailed',
  'updated',
  'updateFailed',
  'deleted',
  'deleteFailed',
  'confirmDelete',
]

const LIST_TEXTS = ['found', 'none', 'empty', 'counted']

/** Kinds that are too long for a column: their columns are hidden by default. */
const LONG_TYPES = ['multiline', 'json', 'image', 'password']

/** Fields of a card on a phone. */
const MAX_PHONE_FIELDS = 5

export function buildResource(
  { name, label, labelOne, menu, see, change, fields }: Answers,
  sentence: SentenceInBoth,
  listLevelOf: (resource: string) => Needed,
): Resource {
  /**
   * The level of a reference to a list that some users of the new records may not see; `undefined` for other fields.
   */
  const levelOf = ({ reference }: FieldAnswer): LevelName | undefined => {
    const level = reference === undefined ? see : listLevelOf(reference)
    return level === 'nobody' || isAtLeast(see, level) ? undefined : level
  }
  /** Replaces `%{label}`, and keeps the placeholders that the console fills in. */
  const placeholders = {
    ko: { label: label.ko, name: '%{name}', count: '%{count}' },
    en: { label: label.en, name: '%{name}', count: '%{count}' },
  }
  const text = (key: string) => sentence(key, placeholders)
  const nameField = fields.find(field => !LONG_TYPES.includes(field.type)) ?? fields[0]!
  const listedFields = fields.filter(field => field.type !== 'password')
  return {
    $schema: '../schema/resource.schema.json',
    label,
    ...(labelOne && { labelOne }),
    path: `/app/${name}`,
    recordName: nameField.name,
    source: { dialect: 'simple-rest' },
    access: { list: see, show: see, create: change, edit: change, delete: change },
    import: isImportable(fields) ? change : undefined,
    menu: menu === 'none' ? undefined : { slot: menu, order: 100, icon: 'list' },
    fields: Object.fromEntries(fields.map(field => [field.name, buildField(field, levelOf(field), change)])),
    list: {
      columns: [
        'index',
        ...listedFields.map(field =>
          LONG_TYPES.includes(field.type) ? { field: field.name, hidden: true } : field.name,
        ),
      ],
      phone: listedFields
        .filter(field => !LONG_TYPES.includes(field.type))
        .slice(0, MAX_PHONE_FIELDS)
        .map(field => field.name),
      filters: [
        { name: 'q', type: 'search', label: text('search') },
        ...listedFields.flatMap(field => buildFilters(field, levelOf(field), sentence)),
      ],
      export: see,
      actions: ['create'],
      rowActions: ['edit', 'delete'],
      bulkActions: ['editField', 'export', 'remove'],
      texts: Object.fromEntries(LIST_TEXTS.map(name => [name, text(name)])),
    },
    form: { sections: [{ fields: fields.map(field => field.name) }], width: 'medium' },
    messages: Object.fromEntries(MESSAGES.map(name => [name, text(name)])),
  }
}

/** A sheet needs a header for each field, and a cell for each required one. */
function isImportable(fields: readonly FieldAnswer[]): boolean {
  const hasCell = ({ type }: FieldAnswer) => !KINDS[type].notIn.includes('cells')
  const labels = fields
    .filter(hasCell)
    .flatMap(({ label }) => [...new Set([label.ko, label.en].map(plainHeader))])
  return (
    labels.length > 0 &&
    new Set(labels).size === labels.length &&
    fields.every(field => hasCell(field) || !field.required)
  )
}

function buildField(
  { type, label, required, choices, reference }: FieldAnswer,
  level: LevelName | undefined,
  change: LevelName,
): Resource['fields'][string] {
  // Do not require a value from users who cannot choose a record.
  const isChosenByAll = level === undefined || isAtLeast(change, level)
  return {
    type,
    label,
    required: (required && isChosenByAll) || undefined,
    read: level,
    write: isChosenByAll ? undefined : level,
    choices: choices.length > 0 ? choices : undefined,
    reference,
  }
}

function buildFilters(
  { name, type, label, reference }: FieldAnswer,
  level: LevelName | undefined,
  sentence: SentenceInBoth,
): NonNullable<NonNullable<Resource['list']>['filters']> {
  const all = { value: '', label: sentence('all', { ko: { label: label.ko }, en: { label: label.en } }) }
  if (type === 'select') return [{ name, type: 'select', label, all }]
  if (isReferring(type)) return [{ name, type: 'reference', label, all, reference, level }]
  return type === 'boolean' ? [{ name, type: 'boolean', label }] : []
}
