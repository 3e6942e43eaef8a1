/** Sentences of `i18n/` and texts of config, in the language of the user. */
import type { CompiledConfig, Locale, Words } from './compiled'
import type { Text } from './shapes/text'

export const LOCALES = ['ko', 'en'] as const satisfies readonly Locale[]

/** Nested as in the files; a key is the path to a sentence: `errors.notFound`. */
export interface Messages {
  [key: string]: string | Messages
}

/** What stands in the page and at `/config.json` (docs/agreements.md, Config on the page). */
export interface PageData {
  config: CompiledConfig
  /** By locale; the page has the sentences of the config's own. */
  messages: Record<string, Messages>
  /**
   * For each provider of `app.signIn` the variables of the environment that are missing or wrong: with none it can be
   * used.
   */
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

/** What separates the form for one from the form for any other number: `1 device |||| %{count} devices`. */
const FORMS = '||||'

/**
 * The form of a text for its number, which is the name that the form for one does without. Polyglot takes it from
 * `smart_count` alone, while most sentences name their number otherwise, and some have two.
 *
 * @param valueFor the value of a name as it will be read, such as "1,234"
 */
function formOf(text: string, valueFor: (name: string) => unknown): string {
  const [one = '', more = one] = text.split(FORMS)
  const number = namesIn(more).find(name => !namesIn(one).includes(name))
  return (number !== undefined && String(valueFor(number)) === '1' ? one : more).trim()
}

/** Whether a text has no forms, or two of which the first does without the number of the second. */
export function hasValidForms(text: string): boolean {
  const [one = '', more, ...others] = text.split(FORMS)
  if (more === undefined) return true
  const numbers = namesIn(more).filter(name => !namesIn(one).includes(name))
  return others.length === 0 && new Set(numbers).size === 1
}

const namesIn = (text: string) => [...text.matchAll(NAMES)].map(([, name]) => name!)

const NAMES = /%\{(\w+)\}/g

/** Options of every polyglot: a sentence in the form for its number. */
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
