/** Keys to sentences outside the browser. */
import Polyglot from 'node-polyglot'
import type { Locale } from '../compiled'
import type { Messages } from '../messages'
import { LOCALES } from '../text'

export type Translate = (
  locale: Locale,
  key: string,
  params?: Readonly<Record<string, string | number>>,
) => string

/** Sentences by key with their `%{parameters}` filled in; a key that is not there comes back as it is. */
export function createTranslator(messages: Readonly<Record<Locale, Messages>>): Translate {
  const entries = LOCALES.map(locale => {
    const polyglot = new Polyglot({ locale, phrases: messages[locale], onMissingKey: key => key })
    return [locale, polyglot] as const
  })
  const polyglots = new Map<Locale, Polyglot>(entries)
  return (locale, key, params = {}) => polyglots.get(locale)!.t(key, params)
}
