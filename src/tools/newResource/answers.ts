/** The answers that describe a new resource, and their checks: the same for questions and for flags. */

import { LEVEL_NAMES, type LevelName } from '../../domain/authority'
import { isReferring } from '../../engine/kinds/choices'
import { FIELD_TYPES, type FieldType } from '../../engine/shapes/resource'

/** A table of rows needs a second resource, whose file is written by hand. */
export const ASKED_TYPES = FIELD_TYPES.filter(type => type !== 'children')

export interface Answers {
  /** Name of the file and of the address. */
  name: string
  label: { ko: string; en: string }
  menu: 'bar' | 'settings' | 'none'
  /** From which level on records are seen, and changed. */
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

/** An answer that cannot be used: a sentence below `config.new.` */
export class BadAnswer extends Error {
  constructor(
    readonly key: string,
    readonly params: Readonly<Record<string, string>> = {},
  ) {
    super(key)
  }
}

/** All that is asked but the fields, in this order; an empty text is the usual answer. @throws BadAnswer */
export async function readBasics(
  answer: <Value>(name: Exclude<keyof Answers, 'fields'>, read: (text: string) => Value) => Promise<Value>,
  resources: readonly string[],
): Promise<Omit<Answers, 'fields'>> {
  return {
    name: await answer('name', text => readName(text, resources)),
    label: await answer('label', readLabel),
    menu: await answer('menu', text => readOneOf(text || 'settings', MENU_SLOTS)),
    see: await answer('see', text => readOneOf(text || 'guest', SEEING)),
    change: await answer('change', text => readOneOf(text || 'vendor', CHANGING)),
  }
}

/** A short name for address and file. @throws BadAnswer */
export function readName(text: string, taken: readonly string[]): string {
  const name = text.trim()
  if (!/^[a-z][a-z0-9_-]{0,39}$/.test(name)) throw new BadAnswer('badName', { value: name })
  if (taken.includes(name)) throw new BadAnswer('nameTaken', { value: name })
  return name
}

/** Korean, or `Korean/English`; Korean alone stands for both. @throws BadAnswer */
export function readLabel(text: string): { ko: string; en: string } {
  const [ko = '', ...rest] = text.split('/').map(part => part.trim())
  const en = rest.join('/') || ko
  if (ko === '' || text.length > 100) throw new BadAnswer('badLabel')
  return { ko, en }
}

/** One of a few words. @throws BadAnswer */
export function readOneOf<Word extends string>(text: string, words: readonly Word[]): Word {
  const found = words.find(word => word === text.trim())
  if (!found) throw new BadAnswer('badChoice', { value: text.trim(), known: words.join(', ') })
  return found
}

const MENU_SLOTS = ['bar', 'settings', 'none'] as const
/** A user of level none has no records. */
const SEEING = LEVEL_NAMES.filter(name => name !== 'none')
/** Guests change nothing (decision 26). */
const CHANGING = SEEING.filter(name => name !== 'guest')

/** @throws BadAnswer */
export function readFieldName(text: string, taken: readonly string[]): string {
  const name = text.trim()
  if (!/^[a-z][A-Za-z0-9_]{0,62}$/.test(name)) throw new BadAnswer('badFieldName', { value: name })
  if (['id', 'created', 'updated', 'index'].includes(name)) throw new BadAnswer('reserved', { value: name })
  if (taken.includes(name)) throw new BadAnswer('fieldTaken', { value: name })
  return name
}

export function readType(text: string): FieldType {
  return readOneOf(text, ASKED_TYPES)
}

/** `skt=SKT|kt=KT`; a value alone is its own label. @throws BadAnswer */
export function choicesIn(text: string): { value: string; label: string }[] {
  const parts = text.split('|').map(part => part.trim())
  const choices = parts.filter(Boolean).map(part => {
    const [value = '', ...label] = part.split('=').map(word => word.trim())
    return { value, label: label.join('=') || value }
  })
  const values = choices.map(choice => choice.value)
  if (choices.length === 0 || values.includes('')) throw new BadAnswer('badChoices')
  const twice = values.find((value, at) => values.indexOf(value) !== at)
  if (twice !== undefined) throw new BadAnswer('choiceTwice', { value: twice })
  return choices
}

/**
 * A field in one text, as flags give it: `name:kind:label[/English][:required][:choices or reference]`, such as
 * `carrier:select:통신사/Carrier:required:skt=SKT|kt=KT` or `device:reference:단말/Device:devices`.
 *
 * @throws BadAnswer
 */
export function readField(text: string, taken: readonly string[], resources: readonly string[]): FieldAnswer {
  const [name = '', kind = '', label = '', ...further] = text.split(':')
  const type = readType(kind)
  const required = further[0]?.trim() === 'required'
  const detail = further.slice(required ? 1 : 0).join(':')
  return {
    name: readFieldName(name, taken),
    type,
    label: readLabel(label),
    required,
    ...readDetail(type, detail, resources),
  }
}

/** What only choices and references are asked. @throws BadAnswer */
export function readDetail(
  type: FieldType,
  detail: string,
  resources: readonly string[],
): Pick<FieldAnswer, 'choices' | 'reference'> {
  if (type === 'select' || type === 'multi-select') return { choices: choicesIn(detail) }
  if (isReferring(type)) return { choices: [], reference: readOneOf(detail, resources) }
  if (detail.trim() !== '') throw new BadAnswer('tooMuch', { value: detail })
  return { choices: [] }
}
