/** Every sentence on the screen: react-admin's, over them ours, and last the labels of config. */
import type { I18nProvider } from 'ra-core'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import koreanMessages from 'ra-language-korean'
import type { CompiledConfig, Locale } from '../../engine/compiled'
import { LOCALES, type Messages, PLURAL_OPTIONS } from '../../engine/i18n'
import type { PreparedI18n } from '../ui/controls/PreferencesMenu'

/** react-admin's own sentences. What its Korean lacks is in ours; English is fetched for those who read it. */
export const librarySentences = async (locale: Locale): Promise<Messages> =>
  (locale === 'ko' ? koreanMessages : (await import('ra-language-english')).default) as unknown as Messages

/** Sentences of a locale, merged from least to most particular. */
export const mergeMessages = (
  locale: Locale,
  library: Messages,
  ours: Messages,
  config: CompiledConfig,
): Messages => [ours, configMessages(locale, config)].reduce(merge, library)

/** Names of resources and fields under the keys where react-admin looks for them. */
function configMessages(locale: Locale, config: CompiledConfig): Messages {
  const resources: Messages = {}
  for (const [name, resource] of Object.entries(config.resources)) {
    const fields: Messages = {}
    for (const [key, field] of Object.entries(resource.fields)) fields[key] = field.label[locale]
    resources[name] = { name: resource.label[locale], fields }
  }
  return { resources }
}

/** As ra-core's `mergeTranslations`, which would bring 2 kB of lodash to every page. */
function merge(under: Messages, over: Messages): Messages {
  const result: Messages = { ...under }
  for (const [key, value] of Object.entries(over)) {
    const below = result[key]
    result[key] = typeof value === 'object' && typeof below === 'object' ? merge(below, value) : value
  }
  return result
}

/** What is read before the first screen. */
export interface FirstMessages {
  config: CompiledConfig
  /** Our sentences of the config's own locale, and react-admin's. */
  messages: Messages
  library: Messages
}

/** The language of config is in the page; the other is fetched when it is chosen. */
export function createI18nProvider(
  { config, library, messages: ours }: FirstMessages,
  fetchMessages: (locale: Locale) => Promise<Messages>,
): I18nProvider & PreparedI18n {
  const own = config.app.locale
  const known = new Map<string, Messages>([[own, mergeMessages(own, library, ours, config)]])
  const messagesOf = (locale: string) => {
    const messages = known.get(locale)
    if (messages) return messages
    const wanted = locale as Locale
    return Promise.all([librarySentences(wanted), fetchMessages(wanted)]).then(([theirs, fetched]) => {
      const merged = mergeMessages(wanted, theirs, fetched, config)
      known.set(locale, merged)
      return merged
    })
  }
  const provider = polyglotI18nProvider(
    messagesOf as never,
    own,
    LOCALES.map(locale => ({ locale, name: locale })),
    // Sentences of the server's pass through `translate` too, and are their own keys.
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
