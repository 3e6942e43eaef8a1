/** The kinds whose values are texts. */
import { MAX_EMAIL_LENGTH } from '../../domain/credentials'
import { digitsOf, phoneEntered } from '../../domain/phone'
import { cleanText, composed, plainText, webAddress } from '../../domain/typed'
import { type Kind, TEXT_DEFAULTS } from './kind'

/** A line of text. With a mask, it is entered in groups of digits and stored as digits. */
const text: Kind = {
  ...TEXT_DEFAULTS,
  formats: ['text', 'identifier', 'phone', 'brn', 'serial', 'badge', 'link', 'email', 'color', 'connection'],
  inputs: ['text', 'multiline', 'email', 'url'],
  optionKeys: ['min', 'max', 'mask'],
  defaultMax: 1000,
  normalise: (value, field) => {
    if (typeof value !== 'string') return value
    return field.mask ? digitsOf(value) : cleanText(value)
  },
}

const multiline: Kind = {
  ...TEXT_DEFAULTS,
  formats: ['text'],
  inputs: ['multiline', 'text'],
  usableFor: ['search', 'name', 'unique'],
  width: 30,
  defaultMax: 10_000,
  normalise: value => (typeof value === 'string' ? composed(value).trim() : value),
}

/** An e-mail address (§5). */
const email: Kind = {
  ...TEXT_DEFAULTS,
  formats: ['email', 'text', 'identifier'],
  inputs: ['email', 'text'],
  rules: ['email'],
  schema: { type: 'string', format: 'email' },
  width: 26,
  defaultMax: MAX_EMAIL_LENGTH,
  normalise: value => (typeof value === 'string' ? plainText(value) : value),
}

/** A phone number (§5): stored as digits, shown in groups. */
const phone: Kind = {
  ...TEXT_DEFAULTS,
  formats: ['phone', 'text', 'identifier'],
  inputs: ['phone'],
  optionKeys: ['mask'],
  rules: ['phone'],
  optionalRules: ['phone', 'pattern', 'length'],
  defaultMax: 30,
  // Keeps a text without digits, so that it is refused rather than treated as empty.
  normalise: value => (typeof value === 'string' ? phoneEntered(value) || value.trim() : value),
}

/** A web address. */
const url: Kind = {
  ...TEXT_DEFAULTS,
  formats: ['link', 'text', 'identifier'],
  inputs: ['url', 'text'],
  rules: ['url'],
  schema: { type: 'string', format: 'uri' },
  width: 28,
  defaultMax: 2048,
  normalise: value => (typeof value === 'string' ? webAddress(value) : value),
}

/** A password: never trimmed, never shown. An empty one in an edit keeps the stored password. */
const password: Kind = {
  ...TEXT_DEFAULTS,
  formats: [],
  inputs: ['password'],
  sortable: false,
  optionKeys: ['min', 'max', 'confirm'],
  refusedKeys: ['default'],
  optionalRules: ['password', 'strongPassword', 'digits', 'pattern', 'length'],
  expressionKind: undefined,
  usableFor: [],
  notIn: ['cells', 'bulk', 'builtInForms'],
  schema: { type: 'string', format: 'password', writeOnly: true },
  defaultMax: 128,
  missingCode: 'password.short',
  canEqual: () => false,
  normalise: value => value,
  // Sheets are sent by mail and must not contain passwords.
  cell: { problem: 'forbidden', read: () => undefined },
}

/** A colour, as `#1A2B3C`. */
const color: Kind = {
  ...TEXT_DEFAULTS,
  formats: ['color', 'text', 'badge'],
  inputs: ['color', 'text'],
  optionKeys: [],
  optionalRules: ['pattern'],
  usableFor: ['select', 'unique'],
  schema: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' },
  defaultMax: 7,
  check: value => (typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? undefined : 'field.color'),
}

export const TEXT_KINDS = { text, multiline }

/** Exported separately for the order of the kinds in `index.ts`. */
export const FORMATTED_TEXT_KINDS = { email, phone, url, password, color }
