/** Words of config in the language of the user. */
import type { Locale, Words } from './compiled'

export const LOCALES = ['ko', 'en'] as const satisfies readonly Locale[]

/** The text in this language; Korean for any other. */
export function pick(words: Words, locale: string): string {
  return locale.startsWith('en') ? words.en : words.ko
}

/** `%{name}` in a text replaced by its value, as polyglot does. A name without a value stays as it is. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/%\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
