/** React context and hooks for the compiled config and its texts. */
import { useLocale, useTranslate as useTranslateKey } from 'ra-core'
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

/** Sign-in providers with missing settings (`PageData`); `undefined` if the server does not report them. */
const SocialContext = createContext<PageData['social']>(undefined)

export const SocialConfig = SocialContext.Provider

export const useSocialConfig = () => useContext(SocialContext)

/**
 * Translates keys of `i18n/` like react-admin's hook, and picks the user's language from texts of config:
 * `translate('orders.title', { id })`, `translate(column.label)`.
 */
export function useTranslate(): Translate {
  const locale = useLocale()
  const translateKey = useTranslateKey()
  return useCallback(
    (text: string | Words | undefined, options?: Record<string, unknown>) => {
      if (typeof text === 'string') return translateKey(text, options)
      return text ? pick(text, locale) : ''
    },
    [locale, translateKey],
  )
}

type Translate = (text: string | Words | undefined, options?: Record<string, unknown>) => string
