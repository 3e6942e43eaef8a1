/** The i18n provider. Our messages override react-admin's, and labels of config override ours. */
import type { I18nProvider } from 'ra-core'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import koreanMessages from 'ra-language-korean'
import type { CompiledConfig, Locale } from '../../engine/compiled'
import { LOCALES, type Messages, PLURAL_OPTIONS } from '../../engine/i18n'
import type { PreparedI18n } from '../ui/controls/usePreferences'

/** react-admin's messages. Our messages complete its Korean ones; the English ones are fetched when needed. */
export const libraryMessages = async (locale: Locale): Promise<Messages> =>
  (locale === 'ko' ? koreanMessages : (await import('ra-language-english')).default) as unknown as Messages

/** All messages of a locale, merged in the order of their priority. */
export const mergeMessages = (
  locale: Locale,
  library: Messages,
  ours: Messages,
  config: CompiledConfig,
): Messages => merge(merge(library, ours), configMessages(locale, config))

/** The labels of resources and fields, under the keys that react-admin uses. */
function configMessages(locale: Locale, config: CompiledConfig): Messages {
  const resources: Messages = {}
  for (const [name, resource] of Object.entries(config.resources)) {
    const fields: Messages = {}
    for (const [key, field] of Object.entries(resource.fields)) fields[key] = field.label[locale]
    resources[name] = { name: resource.label[locale], fields }
  }
  return { resources }
}

/** Deep merge. Replaces ra-core's `mergeTranslations`, which would add 2 kB of lodash to every page. */
function merge(base: Messages, overrides: Messages): Messages {
  const result: Messages = { ...base }
  for (const [key, value] of Object.entries(overrides)) {
    const existing = result[key]
    result[key] = typeof value === 'object' && typeof existing === 'object' ? merge(existing, value) : value
  }
  return result
}

/** Loaded before the first screen. */
export interface InitialMessages {
  config: CompiledConfig
  /** Our messages of config's locale. */
  messages: Messages
  /** react-admin's messages of that locale. */
  library: Messages
}

/** Starts with the messages of config's locale. The other locale is fetched when the user chooses it. */
export function createI18nProvider(
  { config, library, messages: ours }: InitialMessages,
  fetchMessages: (locale: Locale) => Promise<Messages>,
): I18nProvider & PreparedI18n {
  const configLocale = config.app.locale
  const loaded = new Map<string, Messages>([
    [configLocale, mergeMessages(configLocale, library, ours, config)],
  ])
  const messagesOf = (locale: string) => {
    const messages = loaded.get(locale)
    if (messages) return messages
    const otherLocale = locale as Locale
    return Promise.all([libraryMessages(otherLocale), fetchMessages(otherLocale)]).then(
      ([libraryOfLocale, oursOfLocale]) => {
        const merged = mergeMessages(otherLocale, libraryOfLocale, oursOfLocale, config)
        loaded.set(locale, merged)
        return merged
      },
    )
  }
  const provider = polyglotI18nProvider(
    // `never`: react-admin's type of messages requires all keys of react-admin.
    messagesOf as never,
    configLocale,
    LOCALES.map(locale => ({ locale, name: locale })),
    // Messages from the server are passed to `translate`, too. They are no keys, and are returned unchanged.
    { ...PLURAL_OPTIONS, onMissingKey: (key: string) => key },
  )
  return {
    ...provider,
    prepare: async locale => {
      await messagesOf(locale)
    },
    changeLocale: async (locale: string) => {
      await provider.changeLocale(locale)
      document.documentElement.lang = locale
    },
  }
}
