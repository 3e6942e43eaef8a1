/** A kind of field; its input and its cell are in `console/forms`. */
import type { FormatName, InputName, RuleName } from '../registry'

/** Keys of a field in config that only some kinds use. */
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

/** Types that a field can have in the contract. */
export type WireType = 'text' | 'time' | 'number' | 'boolean' | 'object'

/** The part of a field that its kind reads. */
export interface FieldOptions {
  max?: number
  mask?: string
  choices?: readonly { value: string | number }[]
  reference?: string | undefined
  empty?: { value: string | number }
}

export interface Kind {
  /** The possible formats and inputs, default first; others would not work. */
  formats: readonly FormatName[]
  inputs: readonly [InputName, ...InputName[]]
  align: 'left' | 'right' | 'center'
  sortable: boolean
  /** How stored values are compared. Times are ISO 8601 in UTC, so that they also order as text. */
  sortAs: 'text' | 'number' | 'time' | 'boolean'
  /** The keys of `KIND_KEYS` that it uses. */
  takes: readonly KindKey[]
  /** Rules that hold for every field of the kind. */
  rules: readonly RuleName[]
  /** Rules that config may add. */
  furtherRules: readonly RuleName[]
  /** What `min` and `max` limit. */
  size?: 'length' | 'value' | 'items'
  /** The greatest length if config sets none. */
  longest?: number
  /** The error code of an empty required field, if not the usual one. */
  missing?: string
  /** The stored value of an empty field. */
  nothing: unknown
  /** The types on the wire that a built-in field of this kind can have. */
  wire: readonly WireType[]
  /**
   * Where its values can be used: `search` looks in them as text, `select` filters by one of them, `name` names a
   * record.
   */
  serves: readonly ('search' | 'select' | 'name')[]
  /** Whether conditions may use `gt` and `lt`. */
  isOrdered?: true
  /** Whether a record can have exactly this value (conditions convert nothing); never, if absent. */
  mayEqual?(value: string | number | boolean, field: FieldOptions): boolean
  /** Further values that count as empty. */
  isNothing?(value: unknown, field: FieldOptions): boolean
  /**
   * The stored form of a value: trimmed, digits only, times in UTC. A value that it cannot read is returned unchanged,
   * for `check` to refuse.
   */
  normalise(value: unknown, field: FieldOptions): unknown
  /** @returns the error code of a non-empty value: a key of i18n below `errors.` */
  check(value: unknown, field: FieldOptions): string | undefined
}

/** Shared by the kinds with one plain value. */
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

/** False for a NUL and for half a surrogate pair: databases store neither. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text)
}
