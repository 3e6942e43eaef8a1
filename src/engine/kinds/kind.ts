/** Describes a kind of field; the components of inputs and cells are in `console/forms`. */
import type sentences from '../../../i18n/ko/roster.json'
import type { Zone } from '../../domain/dates'
import { cleanText, isStorable } from '../../domain/typed'
import type { ExpressionKind } from '../expressions/expression'
import type { FormatName, InputName } from '../registry'
import type { KIND_KEYS } from '../shapes/fieldRules'
import type { Words } from '../shapes/text'
import type { RuleName } from '../validation/rules'

/** Types that a built-in field can have in the contract. */
export type WireType = 'text' | 'time' | 'number' | 'boolean' | 'object'

export interface Choice {
  value: string | number
  label: Words
  short?: Words
  aliases?: readonly string[]
}

/** The words for true and false in a sheet, and the zone of its times. */
interface CellContext {
  yes: readonly string[]
  no: readonly string[]
  zone?: Zone
}

/** The properties of a field that the functions of its kind use. */
export interface FieldOptions {
  max?: number
  mask?: string
  choices?: readonly { value: string | number }[]
  reference?: string | undefined
  empty?: { value: string | number }
}

export interface Kind {
  /** The formats and inputs that config may choose, default first. */
  formats: readonly FormatName[]
  inputs: readonly [InputName, ...InputName[]]
  /** Replaces the format `text` if the stored value is a key or an id: shows the label or the name instead. */
  textFormat?: FormatName
  align: 'left' | 'right' | 'center'
  sortable: boolean
  /** How stored values are compared. Times are ISO 8601 in UTC, so that they also order as text. */
  sortAs: 'text' | 'number' | 'time' | 'boolean'
  /** The keys of `KIND_KEYS` that config may set. */
  optionKeys: readonly (keyof typeof KIND_KEYS)[]
  /** Other keys of a field that config may not set. */
  refusedKeys: readonly string[]
  /** Rules that apply to every field of the kind. */
  rules: readonly RuleName[]
  /** Rules that config may add. */
  optionalRules: readonly RuleName[]
  /** What `min` and `max` limit. */
  size?: 'length' | 'value' | 'items'
  /** The maximum, in the unit of `size`, if config sets no `max`. */
  defaultMax?: number
  /** The error code of an empty required field, instead of `field.required`. */
  missingCode?: string
  /** The stored value of an empty field. */
  emptyValue: unknown
  /** The values that the API accepts as empty; `emptyValue` if absent. */
  emptyValues?: readonly unknown[]
  /** The JSON Schema of non-empty values. */
  schema: { type?: string | string[]; format?: string; items?: object; [keyword: string]: unknown }
  /** The types in the contract that a built-in field of this kind can have. */
  wireTypes: readonly WireType[]
  /** The kind of its values in expressions; if absent, expressions cannot use them. */
  expressionKind?: ExpressionKind | undefined
  /**
   * Uses of a field: to be searched as text, to filter by a selected value or by a range, to name its records, to be
   * compared by `unique`.
   */
  usableFor: readonly ('search' | 'select' | 'range' | 'name' | 'unique')[]
  /** Where it is not possible: cells of sheets and of rows, changes of many records, forms of built-in screens. */
  notIn: readonly ('cells' | 'bulk' | 'builtInForms')[]
  /** The width of its column in a sheet, in characters. */
  width: number
  /** For values that sheets do not write as text; `read` returns `undefined` if the text is none. */
  cell?: {
    problem: keyof (typeof sentences)['rows']
    read(text: string, choices: readonly Choice[], context: CellContext): unknown
  }
  /** True if conditions may use `gt` and `lt`. */
  isOrdered?: true
  /**
   * Checks the values in conditions: true if a stored value can equal this one without conversion. If absent, no value
   * can.
   */
  canEqual?(value: string | number | boolean, field: FieldOptions): boolean
  /** True for values that count as empty, besides absent, blank and empty lists. */
  countsAsEmpty?(value: unknown, field: FieldOptions): boolean
  /**
   * The stored form of a value: trimmed, digits only, times in UTC. Returns invalid values unchanged; `check` refuses
   * them.
   */
  normalise(value: unknown, field: FieldOptions): unknown
  /** The error code of a non-empty value, a key of i18n below `errors.`; `undefined` if it is valid. */
  check(value: unknown, field: FieldOptions): string | undefined
}

/** The format of config, or else the default format of the kind. */
export function shownFormat(kind: Kind, formatInConfig: FormatName | undefined): FormatName {
  const format = formatInConfig ?? kind.formats[0] ?? 'text'
  return format === 'text' ? (kind.textFormat ?? format) : format
}

/** Defaults for all kinds. */
export const KIND_DEFAULTS = {
  align: 'left',
  sortable: true,
  sortAs: 'text',
  optionKeys: [],
  refusedKeys: [],
  rules: [],
  optionalRules: [],
  usableFor: [],
  notIn: [],
  width: 16,
  normalise: value => value,
} as const satisfies Partial<Kind>

const isText = (value: unknown) => typeof value === 'string'

/** Defaults for kinds whose values are texts. */
export const TEXT_DEFAULTS = {
  ...KIND_DEFAULTS,
  optionalRules: ['email', 'phone', 'brn', 'imei', 'url', 'digits', 'integer', 'pattern', 'length'],
  optionKeys: ['min', 'max'],
  size: 'length',
  emptyValue: '',
  schema: { type: 'string' },
  wireTypes: ['text'],
  expressionKind: 'text',
  usableFor: ['search', 'select', 'name', 'unique'],
  canEqual: isText,
  normalise: value => (typeof value === 'string' ? cleanText(value) : value),
  check: value => {
    if (typeof value !== 'string') return 'field.text'
    return isStorable(value) ? undefined : 'field.characters'
  },
} as const satisfies Partial<Kind>
