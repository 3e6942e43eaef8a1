/** The compiled config, within reach of every component. */
import { useLocale } from 'ra-core'
import { createContext, useCallback, useContext } from 'react'
import type { CompiledConfig, Words } from '../engine/compiled'
import { type PageData, pick } from '../engine/i18n'

const ConfigContext = createContext<CompiledConfig | undefined>(undefined)

export const ConfigProvider = ConfigContext.Provider

export function useConfig(): CompiledConfig {
  const config = useContext(ConfigContext)
  if (!config) throw new Error('useConfig is called outside of ConfigProvider')
  return config
}

/** What the server says of its providers (`PageData`); `undefined` on one that says nothing. */
const SocialContext = createContext<PageData['social']>(undefined)

export const SocialConfig = SocialContext.Provider

export const useSocialConfig = () => useContext(SocialContext)

/** Picks the words of the user's language: `const say = useWords(); say(column.label)`. */
export function useWords(): (words: Words | undefined) => string {
  const locale = useLocale()
  return useCallback(words => (words ? pick(words, locale) : ''), [locale])
}
