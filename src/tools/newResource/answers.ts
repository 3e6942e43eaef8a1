/** The answers that describe a new resource, and how they are parsed: from the terminal and from flags. */

import { LEVEL_NAMES, type LevelName } from '../../domain/authority'
import { isReferring } from '../../engine/kinds/choices'
import { FIELD_TYPES, type FieldType } from '../../engine/shapes/resource'

/** All types except `children`, which needs a second resource: users write those files by hand. */
export const OFFERED_TYPES = FIELD_TYPES.filter(type => type !== 'children')

export interface Answers {
  /** Used in the file name and in the URL. */
  name: string
  label: { ko: string; en: string }
  /** The name of one record, if it differs from the label. */
  labelOne?: { ko: string; en: string } | undefined
  menu: 'bar' | 'settings' | 'none'
  /** The lowest levels that may see records, and change them. */
  see: LevelName
  change: LevelName
  fields: FieldAnswer[]
}

export interface FieldAnswer {
  name: string
  type: FieldType
  label: { ko: string; en: string }
  required: boolean
  /** For select and multi-select. */
  choices: { value: string; label: string }[]
  /** For a reference: the other resource. */
  reference?: string
}

/** An answer is invalid. `key` is the message: a sentence below `config.new.` of i18n. */
export class BadAnswer extends Error {
  constructor(
    readonly key: string,
    readonly params: Readonly<Record<string, string>> = {},
  ) {
    super(key)
  }
}

/**
 * Reads all answers except the fields, in this order; an empty text means the default.
 *
 * @param answer obtains the text of an answer and parses it with `read`
 * @throws BadAnswer
 */
export async function readBasics(
  answer: <Value>(
    name: Exclude<keyof Required<Answers>, 'fields'>,
    read: (text: string) => Value,
  ) => Promise<Value>,
  resources: readonly string[],
): Promise<Omit<Answers, 'fields'>> {
  return {
    name: await answer('name', text => readName(text, resources)),
    label: await answer('label', readLabel),
    labelOne: await answer('labelOne', text => (text.trim() === '' ? undefined : readLabel(text))),
    menu: await answer('menu', text => readOneOf(text || 'settings', MENU_SLOTS)),
    see: await answer('see', text => readOneOf(text || 'guest', SEE_LEVELS)),
    change: await answer('change', text => readOneOf(text || 'vendor', CHANGE_LEVELS)),
  }
}

/** A name for URL and file. @throws BadAnswer */
export function readName(text: string, takenNames: readonly string[]): string {
  const name = text.trim()
  if (!/^[a-z][a-z0-9_-]{0,39}$/.test(name)) throw new BadAnswer('badName', { value: name })
  if (takenNames.includes(name)) throw new BadAnswer('nameTaken', { value: name })
  return name
}

/** The longest label, in characters of both languages together. */
const MAX_LABEL_LENGTH = 100

/** `Korean/English`, or one label for both languages. @throws BadAnswer */
export function readLabel(text: string): { ko: string; en: string } {
  const [ko = '', ...rest] = text.split('/').map(part => part.trim())
  const en = rest.join('/') || ko
  if (ko === '' || text.length > MAX_LABEL_LENGTH) throw new BadAnswer('badLabel')
  return { ko, en }
}

/** @throws BadAnswer */
export function readOneOf<Word extends string>(text: string, words: readonly Word[]): Word {
  const word = words.find(candidate => candidate === text.trim())
  if (!word) throw new BadAnswer('badChoice', { value: text.trim(), known: words.join(', ') })
  return word
}

const MENU_SLOTS = ['bar', 'settings', 'none'] as const
/** Users of the level `none` have no records. */
const SEE_LEVELS = LEVEL_NAMES.filter(name => name !== 'none')
/** Guests change nothing (decision 26). */
const CHANGE_LEVELS = SEE_LEVELS.filter(name => name !== 'guest')

/** @throws BadAnswer */
export function readFieldName(text: string, takenNames: readonly string[]): string {
  const name = text.trim()
  if (!/^[a-z][A-Za-z0-9_]{0,62}$/.test(name)) throw new BadAnswer('badFieldName', { value: name })
  if (['id', 'created', 'updated', 'index'].includes(name)) throw new BadAnswer('reserved', { value: name })
  if (takenNames.includes(name)) throw new BadAnswer('fieldTaken', { value: name })
  return name
}

export function readType(text: string): FieldType {
  return readOneOf(text, OFFERED_TYPES)
}

/** Choices such as `skt=SKT|kt=KT`; the label defaults to the value. @throws BadAnswer */
export function readChoices(text: string): { value: string; label: string }[] {
  const parts = text.split('|').map(part => part.trim())
  const choices = parts.filter(Boolean).map(part => {
    const [value = '', ...label] = part.split('=').map(word => word.trim())
    return { value, label: label.join('=') || value }
  })
  const values = choices.map(choice => choice.value)
  if (choices.length === 0 || values.includes('')) throw new BadAnswer('badChoices')
  const duplicate = values.find((value, index) => values.indexOf(value) !== index)
  if (duplicate !== undefined) throw new BadAnswer('choiceTwice', { value: duplicate })
  return choices
}

/**
 * Parses a field from a flag: `name:kind:label[/English][:required][:choices or reference]`, such as
 * `carrier:select:통신사/Carrier:required:skt=SKT|kt=KT` or `device:reference:단말/Device:devices`.
 *
 * @throws BadAnswer
 */
export function readField(
  text: string,
  takenNames: readonly string[],
  resources: readonly string[],
): FieldAnswer {
  const [name = '', kind = '', label = '', ...rest] = text.split(':')
  const type = readType(kind)
  const required = rest[0]?.trim() === 'required'
  // Choices may contain colons.
  const detail = rest.slice(required ? 1 : 0).join(':')
  return {
    name: readFieldName(name, takenNames),
    type,
    label: readLabel(label),
    required,
    ...readDetail(type, detail, resources),
  }
}

/** The choices or the reference, for the kinds of fields that have them. @throws BadAnswer */
export function readDetail(
  type: FieldType,
  detail: string,
  resources: readonly string[],
): Pick<FieldAnswer, 'choices' | 'reference'> {
  if (type === 'select' || type === 'multi-select') return { choices: readChoices(detail) }
  if (isReferring(type)) return { choices: [], reference: readOneOf(detail, resources) }
  if (detail.trim() !== '') throw new BadAnswer('tooMuch', { value: detail })
  return { choices: [] }
}
