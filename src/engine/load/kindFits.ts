/** Which formats, inputs and rules work with which kind of field; the others would show nothing, or let nothing be saved. */
import type { DerivationName, FormatName, InputName, RuleName } from '../registry'
import type { FieldType } from '../shapes/resource'

interface Fits {
  formats: readonly FormatName[]
  /** The first is the usual one. */
  inputs: readonly InputName[]
  rules: readonly RuleName[]
}

const TEXT_RULES = [
  'email',
  'phone',
  'brn',
  'imei',
  'url',
  'digits',
  'integer',
  'pattern',
  'length',
] as const satisfies readonly RuleName[]

export const KIND_FITS: Readonly<Record<FieldType, Fits>> = {
  text: {
    formats: [
      'text',
      'identifier',
      'phone',
      'brn',
      'serial',
      'badge',
      'link',
      'email',
      'color',
      'connection',
    ],
    inputs: ['text', 'multiline', 'email', 'url'],
    rules: TEXT_RULES,
  },
  multiline: { formats: ['text'], inputs: ['multiline', 'text'], rules: TEXT_RULES },
  number: {
    formats: ['text', 'identifier', 'serial', 'positive', 'count', 'signal', 'level', 'badge'],
    inputs: ['number'],
    rules: ['digits', 'integer', 'pattern', 'length'],
  },
  boolean: { formats: ['yesNo', 'dot'], inputs: ['switch'], rules: [] },
  date: { formats: ['date'], inputs: ['date'], rules: [] },
  datetime: { formats: ['time', 'deviceTime', 'date'], inputs: ['datetime'], rules: [] },
  select: {
    formats: ['choice', 'badge', 'text', 'level'],
    inputs: ['select', 'radio'],
    rules: [],
  },
  'multi-select': { formats: ['choice'], inputs: ['multiSelect'], rules: [] },
  reference: { formats: ['reference', 'identifier', 'text'], inputs: ['reference'], rules: [] },
  email: { formats: ['email', 'text', 'identifier'], inputs: ['email', 'text'], rules: TEXT_RULES },
  phone: {
    formats: ['phone', 'text', 'identifier'],
    inputs: ['phone'],
    rules: ['phone', 'pattern', 'length'],
  },
  url: { formats: ['link', 'text', 'identifier'], inputs: ['url', 'text'], rules: TEXT_RULES },
  password: {
    formats: [],
    inputs: ['password'],
    rules: ['password', 'strongPassword', 'digits', 'pattern', 'length'],
  },
  color: { formats: ['color', 'text', 'badge'], inputs: ['color', 'text'], rules: ['pattern'] },
  json: { formats: ['json'], inputs: ['json'], rules: ['methodValue'] },
  image: { formats: ['image'], inputs: ['image'], rules: [] },
}

/** Kinds whose values people know as text: what a search looks in, and what may name a record. */
export const TEXT_KINDS: readonly FieldType[] = ['text', 'multiline', 'email', 'phone', 'url']

/** Inputs that have no room for a placeholder. */
export const WITHOUT_PLACEHOLDER: readonly InputName[] = ['switch', 'date', 'datetime', 'radio', 'image']

/** Rules that are told what to hold a value against. */
export const RULES_WITH_VALUE: readonly RuleName[] = ['pattern', 'length']

/** What a derivation makes of a record. */
export const DERIVED_KIND: Readonly<Record<DerivationName, FieldType>> = {
  clientPaid: 'boolean',
  clientExpired: 'datetime',
  connectivity: 'text',
}
