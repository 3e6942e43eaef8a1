/** Sentences of `i18n/` and texts of config, in the language of the user. */
import type { CompiledConfig, Locale, Words } from './compiled'
import type { Text } from './shapes/text'

export const LOCALES = ['ko', 'en'] as const satisfies readonly Locale[]

/** Nested as in the files; a key is the path to a sentence: `errors.notFound`. */
export interface Messages {
  [key: string]: string | Messages
}

/** The data in the page and at `/config.json` (docs/agreements.md, Config on the page). */
export interface PageData {
  config: CompiledConfig
  /** By locale; the page has only the sentences of config's locale. */
  messages: Record<string, Messages>
  /** The missing or invalid environment variables of each provider of `app.signIn`; empty if it is ready. */
  social?: Readonly<Record<string, readonly string[]>>
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
const FORMS = '||||'

/**
 * Chooses singular or plural. The number is the placeholder that only the plural has; Polyglot itself supports only
 * `smart_count`.
 *
 * @param valueFor the formatted value of a placeholder, such as "1,234"
 */
function formOf(text: string, valueFor: (name: string) => unknown): string {
  const [one = '', more = one] = text.split(FORMS)
  const number = namesIn(more).find(name => !namesIn(one).includes(name))
  return (number !== undefined && String(valueFor(number)) === '1' ? one : more).trim()
}

/** True for a text without plural, or whose plural has exactly one placeholder that the singular lacks. */
export function hasValidForms(text: string): boolean {
  const [one = '', more, ...others] = text.split(FORMS)
  if (more === undefined) return true
  const numbers = namesIn(more).filter(name => !namesIn(one).includes(name))
  return others.length === 0 && new Set(numbers).size === 1
}

const namesIn = (text: string) => [...text.matchAll(NAMES)].map(([, name]) => name!)

const NAMES = /%\{(\w+)\}/g

/** Polyglot options that choose singular or plural. */
export const PLURAL_OPTIONS = {
  replace(this: string, names: RegExp, valueFor: (whole: string, name: string) => string): string {
    const text = String(this)
    const form = text.includes(FORMS) ? formOf(text, name => valueFor('', name)) : text
    return form.replace(names, valueFor)
  },
}

/** Replaces `%{name}` in a text by its value, as polyglot does; a name without a value is left in the text. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return PLURAL_OPTIONS.replace.call(text, NAMES, (whole, name) => String(values[name] ?? whole))
}
