/** What a kind of field is; its input and its cell are in `console/forms`. */
import type { FormatName, InputName, RuleName } from '../registry'

/** Keys of a field in config that mean something for some kinds only. */
export const KIND_KEYS = [
  'min',
  'max',
  'mask',
  'choices',
  'reference',
  'by',
  'fields',
  'order',
  'dependsOn',
  'onDelete',
  'empty',
  'confirm',
] as const
type KindKey = (typeof KIND_KEYS)[number]

/** What the contract may have under the name of a field. */
export type WireType = 'text' | 'time' | 'number' | 'boolean' | 'object'

/** What a kind looks at in the declaration of a field. */
export interface FieldOptions {
  max?: number
  mask?: string
  choices?: readonly { value: string | number }[]
  reference?: string | undefined
  empty?: { value: string | number }
}

export interface Kind {
  /** How it can be shown and entered, the usual way first; another would show or save nothing. */
  formats: readonly FormatName[]
  inputs: readonly [InputName, ...InputName[]]
  align: 'left' | 'right' | 'center'
  sortable: boolean
  /** How stored values are compared. Times are ISO 8601 in UTC, so that they also order as text. */
  sortAs: 'text' | 'number' | 'time' | 'boolean'
  /** Which keys of `KIND_KEYS` it takes. */
  takes: readonly KindKey[]
  /** Rules that hold for every field of the kind. */
  rules: readonly RuleName[]
  /** Rules that config may add. */
  furtherRules: readonly RuleName[]
  /** What `min` and `max` bound. */
  size?: 'length' | 'value' | 'items'
  /** The greatest length where config names none. */
  longest?: number
  /** The code of a required field that is empty, where it is not the usual one. */
  missing?: string
  /** What is kept for a field that is empty. */
  nothing: unknown
  /** A field of the contract may be of the kind where the wire has one of these. */
  wire: readonly WireType[]
  /**
   * Where its values can be used: `search` looks in them as text, `select` filters by one of them, `name` names a
   * record.
   */
  serves: readonly ('search' | 'select' | 'name')[]
  /** Whether a condition may ask for more or less than a value. */
  isOrdered?: true
  /** Whether a record can have exactly this value: conditions compare without any conversion. Never, when absent. */
  mayEqual?(value: string | number | boolean, field: FieldOptions): boolean
  /** Whether a value counts as none, beside what is empty for every kind. */
  isNothing?(value: unknown, field: FieldOptions): boolean
  /**
   * The stored form of a value: trimmed, digits only, times in UTC. A value that it cannot read is returned unchanged,
   * for `check` to refuse.
   */
  normalise(value: unknown, field: FieldOptions): unknown
  /** @returns the code of what is wrong with a value that is not empty: a key of i18n below `errors.` */
  check(value: unknown, field: FieldOptions): string | undefined
}

/** Shared by the kinds that are entered as they are, one value from left to right. */
export const PLAIN = {
  align: 'left',
  sortable: true,
  sortAs: 'text',
  takes: [],
  rules: [],
  furtherRules: [],
  serves: [],
  normalise: value => value,
} as const satisfies Partial<Kind>

const isText = (value: unknown) => typeof value === 'string'

/** Shared by the kinds whose values are texts. */
export const TEXT = {
  ...PLAIN,
  furtherRules: ['email', 'phone', 'brn', 'imei', 'url', 'digits', 'integer', 'pattern', 'length'],
  takes: ['min', 'max'],
  size: 'length',
  nothing: '',
  wire: ['text'],
  serves: ['search', 'select', 'name'],
  mayEqual: isText,
  normalise: value => (typeof value === 'string' ? value.trim() : value),
  check: value =>
    typeof value !== 'string' ? 'field.text' : isStorable(value) ? undefined : 'field.characters',
} as const satisfies Partial<Kind>

/** False for a NUL and for half a character: databases keep neither. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text)
}
