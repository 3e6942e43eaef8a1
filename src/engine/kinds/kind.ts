/** What a kind of field is. Each has a folder here; its input and its cell are in `console/forms`. */
import type { CompiledField } from '../compiled'
import type { FormatName, InputName, RuleName } from '../registry'

/** Keys of a field in config that mean something for some kinds only. */
export const KIND_KEYS = [
  'min',
  'max',
  'mask',
  'choices',
  'reference',
  'dependsOn',
  'empty',
  'confirm',
] as const
export type KindKey = (typeof KIND_KEYS)[number]

export interface Kind {
  /** How it is shown and entered where config does not say. */
  format: FormatName
  input: InputName
  align: 'left' | 'right' | 'center'
  sortable: boolean
  /** How stored values are compared. Times are ISO 8601 in UTC, so that they also order as text. */
  sortAs: 'text' | 'number' | 'time' | 'boolean'
  /** Which keys of `KIND_KEYS` it takes. */
  takes: readonly KindKey[]
  /** Rules that hold for every field of the kind. */
  rules: readonly RuleName[]
  /** What `min` and `max` bound. */
  size?: 'length' | 'value' | 'items'
  /** The greatest length where config names none. */
  longest?: number
  /** The code of a required field that is empty, where it is not the usual one. */
  missing?: string
  /** What is kept for a field that is empty. */
  nothing: unknown
  /** Whether a value stands for nothing, beyond what is empty for every kind. */
  isNothing?(value: unknown, field: CompiledField): boolean
  /** A value as it is kept: trimmed, digits only, times in UTC. What it cannot read it leaves as it is, for `check`. */
  normalise(value: unknown, field: CompiledField): unknown
  /** @returns the code of what is wrong with a value that is not empty: a key of i18n below `errors.` */
  check(value: unknown, field: CompiledField): string | undefined
}

/** Shared by the kinds whose values are texts. */
export const TEXT = {
  align: 'left',
  sortable: true,
  sortAs: 'text',
  rules: [],
  size: 'length',
  nothing: '',
  normalise: value => (typeof value === 'string' ? value.trim() : value),
  check: value =>
    typeof value !== 'string' ? 'field.text' : isStorable(value) ? undefined : 'field.characters',
} as const satisfies Partial<Kind>

/** False for a NUL and for half a character: databases keep neither. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text)
}
