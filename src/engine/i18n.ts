/** Selects the user's language in the sentences of `i18n/` and the texts of config. */
import type { CompiledConfig, Locale, Words } from './compiled'
import type { Text } from './shapes/text'

export const LOCALES = ['ko', 'en'] as const satisfies readonly Locale[]

/** Sentences as nested in the files; a key such as `errors.notFound` is a path. */
export interface Messages {
  [key: string]: string | Messages
}

/** The data in the page and at `/config.json` (docs/agreements.md, Config on the page). */
export interface PageData {
  config: CompiledConfig
  /** By locale; the page contains only config's locale. */
  messages: Record<string, Messages>
  /** For each provider of `app.signIn`, whether the server is configured for it. */
  social?: Readonly<Record<string, boolean>>
}

/** Both languages of a text; Korean is used for both if it is the only one. */
export function localized(text: Text): Words
export function localized(text: Text | undefined): Words | undefined
export function localized(text: Text | undefined): Words | undefined {
  return typeof text === 'string' ? { ko: text, en: text } : text
}

/** The text in this language; Korean for any other. */
export function pick(words: Words, locale: string): string {
  return locale.startsWith('en') ? words.en : words.ko
}

/** Separates singular and plural: `1 device |||| %{count} devices`. */
const PLURAL_SEPARATOR = '||||'

/**
 * Chooses singular or plural by the number in the placeholder that only the plural has. Polyglot itself supports only
 * the placeholder `smart_count`.
 *
 * @param valueFor the formatted value of a placeholder, such as "1,234"
 */
function choosePlural(text: string, valueFor: (name: string) => unknown): string {
  const [singular = '', plural = singular] = text.split(PLURAL_SEPARATOR)
  const countName = placeholdersIn(plural).find(name => !placeholdersIn(singular).includes(name))
  return (countName !== undefined && String(valueFor(countName)) === '1' ? singular : plural).trim()
}

/** True if the text has no plural, or a plural with exactly one placeholder that the singular does not have. */
export function hasValidPlural(text: string): boolean {
  const [singular = '', plural, ...others] = text.split(PLURAL_SEPARATOR)
  if (plural === undefined) return true
  const numbers = placeholdersIn(plural).filter(name => !placeholdersIn(singular).includes(name))
  return others.length === 0 && new Set(numbers).size === 1
}

const placeholdersIn = (text: string) => [...text.matchAll(PLACEHOLDER)].map(([, name]) => name!)

const PLACEHOLDER = /%\{(\w+)\}/g

/** Control characters that change the direction of the text after them. */
const DIRECTION_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/

/** Wraps a value, such as a name in a question, so that right-to-left text does not reverse the sentence around it. */
function isolateDirection(value: string): string {
  const plain = value.replace(DIRECTION_CONTROLS, '')
  // U+2068 begins text with a direction derived from its content, U+2069 ends it.
  return plain === value && !RIGHT_TO_LEFT.test(value) ? value : `\u2068${plain}\u2069`
}

/** Options for Polyglot: its `replace` hook chooses singular or plural, and isolates the values. */
export const PLURAL_OPTIONS = {
  replace(this: string, placeholders: RegExp, valueFor: (match: string, name: string) => string): string {
    const text = String(this)
    const hasPlural = text.includes(PLURAL_SEPARATOR)
    const sentence = hasPlural ? choosePlural(text, name => valueFor('', name)) : text
    return sentence.replace(placeholders, (match, name) => isolateDirection(String(valueFor(match, name))))
  },
}

/** Replaces `%{name}` in a text by its value, as polyglot does; a name without a value is left in the text. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return PLURAL_OPTIONS.replace.call(text, PLACEHOLDER, (match, name) => String(values[name] ?? match))
}
