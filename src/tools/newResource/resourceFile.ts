/** The file that answers make: a list with search and filters, a form with every field, and what is said. */
import { isReferring } from '../../engine/kinds/choices'
import type { Resource } from '../../engine/shapes/resource'
import type { Answers, FieldAnswer } from './answers'

/** Sentences of the new resource, made of its label: `config.new.file.*` in both languages. */
export type SentenceInBoth = (
  key: string,
  params?: { ko: Record<string, string>; en: Record<string, string> },
) => {
  ko: string
  en: string
}

const SAID = [
  'created',
  'createFailed',
  'updated',
  'updateFailed',
  'deleted',
  'deleteFailed',
  'confirmDelete',
]

/** Kinds that are too long for a column: it is there, and not shown until a user turns it on. */
const LONG = ['multiline', 'json', 'image', 'password']

export function resourceFile(
  { name, label, menu, see, change, fields }: Answers,
  sentence: SentenceInBoth,
): Resource {
  const named = {
    ko: { label: label.ko, name: '%{name}', count: '%{count}' },
    en: { label: label.en, name: '%{name}', count: '%{count}' },
  }
  const text = (key: string) => sentence(key, named)
  const first = fields.find(field => !LONG.includes(field.type)) ?? fields[0]!
  const listed = fields.filter(field => field.type !== 'password')
  return {
    $schema: '../schema/resource.schema.json',
    label,
    path: `/app/${name}`,
    recordName: first.name,
    source: { dialect: 'simple-rest' },
    access: { list: see, show: see, create: change, edit: change, delete: change },
    menu: menu === 'none' ? undefined : { slot: menu, order: 100, icon: 'list' },
    fields: Object.fromEntries(fields.map(field => [field.name, fieldFile(field)])),
    list: {
      columns: [
        'index',
        ...listed.map(field =>
          LONG.includes(field.type) ? { field: field.name, hidden: true } : field.name,
        ),
      ],
      phone: listed
        .filter(field => !LONG.includes(field.type))
        .slice(0, 5)
        .map(field => field.name),
      filters: [
        { name: 'q', type: 'search', label: text('search') },
        ...listed.flatMap(field => filterFile(field, sentence)),
      ],
      actions: ['create'],
      rowActions: ['edit', 'delete'],
      texts: { found: text('found'), none: text('none'), empty: text('empty') },
    },
    form: { sections: [{ fields: fields.map(field => field.name) }], width: 'medium' },
    messages: Object.fromEntries(SAID.map(name => [name, text(name)])),
  }
}

function fieldFile({ type, label, required, choices, reference }: FieldAnswer): Resource['fields'][string] {
  return {
    type,
    label,
    required: required || undefined,
    choices: choices.length > 0 ? choices : undefined,
    reference,
  }
}

function filterFile(
  { name, type, label, reference }: FieldAnswer,
  sentence: SentenceInBoth,
): NonNullable<NonNullable<Resource['list']>['filters']> {
  const all = { value: '', label: sentence('all', { ko: { label: label.ko }, en: { label: label.en } }) }
  if (type === 'select') return [{ name, type: 'select', label, all }]
  if (isReferring(type)) return [{ name, type: 'reference', label, all, reference }]
  return type === 'boolean' ? [{ name, type: 'boolean', label }] : []
}
