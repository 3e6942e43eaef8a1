/** Sentences of `i18n/` and texts of config, in the language of the user. */
import type { CompiledConfig, Locale, Words } from './compiled'
import type { Text } from './shapes/text'

export const LOCALES = ['ko', 'en'] as const satisfies readonly Locale[]

/** Nested as in the files; a key is the path to a sentence: `errors.notFound`. */
export interface Messages {
  [key: string]: string | Messages
}

/** What stands in the page and at `/config.json` (ARCHITECTURE.md, Config on the page). */
export interface Boot {
  config: CompiledConfig
  /** By locale; the page has the sentences of the config's own. */
  messages: Record<string, Messages>
  /** Of each provider of `app.signIn` the variables of the environment that are missing or wrong: with none it can be used. */
  social?: Readonly<Record<string, readonly string[]>>
}

/** Both languages of a text; Korean alone stands for both. */
export function words(text: Text): Words
export function words(text: Text | undefined): Words | undefined
export function words(text: Text | undefined): Words | undefined {
  return typeof text === 'string' ? { ko: text, en: text } : text
}

/** The text in this language; Korean for any other. */
export function pick(words: Words, locale: string): string {
  return locale.startsWith('en') ? words.en : words.ko
}

/** `%{name}` in a text replaced by its value, as polyglot does. A name without a value stays as it is. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/%\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
