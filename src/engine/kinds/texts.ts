/** The kinds whose values are texts. */
import { digitsOf, phoneEntered } from '../../domain/phone'
import { plainText, webAddress } from '../../domain/typed'
import { type Kind, TEXT } from './kind'

/** A line of text. With a mask it is entered in groups of digits, and only the digits are stored. */
const text: Kind = {
  ...TEXT,
  formats: ['text', 'identifier', 'phone', 'brn', 'serial', 'badge', 'link', 'email', 'color', 'connection'],
  inputs: ['text', 'multiline', 'email', 'url'],
  takes: ['min', 'max', 'mask'],
  longest: 1000,
  normalise: (value, field) => {
    if (typeof value !== 'string') return value
    return field.mask ? digitsOf(value) : value.trim()
  },
}

const multiline: Kind = {
  ...TEXT,
  formats: ['text'],
  inputs: ['multiline', 'text'],
  serves: ['search', 'name'],
  longest: 10_000,
}

/** An e-mail address (§5). */
const email: Kind = {
  ...TEXT,
  formats: ['email', 'text', 'identifier'],
  inputs: ['email', 'text'],
  rules: ['email'],
  longest: 254,
  normalise: value => (typeof value === 'string' ? plainText(value) : value),
}

/** A phone number (§5): only its digits are stored, and shown in groups. */
const phone: Kind = {
  ...TEXT,
  formats: ['phone', 'text', 'identifier'],
  inputs: ['phone'],
  takes: ['mask'],
  rules: ['phone'],
  furtherRules: ['phone', 'pattern', 'length'],
  longest: 30,
  // A text without digits is a wrong number, not an empty field.
  normalise: value => (typeof value === 'string' ? phoneEntered(value) || value.trim() : value),
}

/** An address of the web. */
const url: Kind = {
  ...TEXT,
  formats: ['link', 'text', 'identifier'],
  inputs: ['url', 'text'],
  rules: ['url'],
  longest: 2048,
  normalise: value => (typeof value === 'string' ? webAddress(value) : value),
}

/** A password: never trimmed, never shown; an empty one in an edit keeps the stored one. */
const password: Kind = {
  ...TEXT,
  formats: [],
  inputs: ['password'],
  sortable: false,
  takes: ['min', 'max', 'confirm'],
  furtherRules: ['password', 'strongPassword', 'digits', 'pattern', 'length'],
  serves: [],
  longest: 128,
  missing: 'password.short',
  mayEqual: () => false,
  normalise: value => value,
}

/** A colour, as `#1A2B3C`. */
const color: Kind = {
  ...TEXT,
  formats: ['color', 'text', 'badge'],
  inputs: ['color', 'text'],
  takes: [],
  furtherRules: ['pattern'],
  serves: ['select'],
  longest: 7,
  check: value => (typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? undefined : 'field.color'),
}

export const TEXT_KINDS = { text, multiline }

/** Texts of a certain form. */
export const FORMATTED_TEXT_KINDS = { email, phone, url, password, color }
