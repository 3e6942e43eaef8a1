/** The preferences of a user, with their options: language, theme and time zone. The choices are stored per user. */
import { useI18nProvider, useLocaleState, useNotify, useTranslate } from 'ra-core'
import { useTheme } from 'react-admin'
import { ZONES } from '../../../domain/dates'
import type { Locale } from '../../../engine/compiled'
import { LOCALES } from '../../../engine/i18n'
import { useConfig } from '../../config'
import { useZoneChoice } from '../time/zones'

/** An i18n provider that can fetch the messages of a language before it is chosen. */
export interface PreparedI18n {
  prepare: (locale: Locale) => Promise<void>
}

export interface Preference {
  name: 'language' | 'theme' | 'clock'
  title: string
  options: { value: string; label: string; isChosen: boolean; lang?: Locale; choose: () => void }[]
}

export function usePreferences(): Record<Preference['name'], Preference> {
  const translate = useTranslate()
  const [locale, setLocale] = useLocaleState()
  const changeLocale = useChangeLocale(setLocale)
  const [theme, setTheme] = useTheme(useConfig().app.theme)
  const [chosenZone, chooseZone] = useZoneChoice()
  return {
    language: {
      name: 'language',
      title: translate('shell.language.title'),
      options: LOCALES.map(value => ({
        value,
        label: translate(`shell.language.${value}`),
        isChosen: value === locale,
        lang: value,
        choose: () => void changeLocale(value),
      })),
    },
    theme: {
      name: 'theme',
      title: translate('shell.theme.title'),
      options: (['dark', 'light'] as const).map(value => ({
        value,
        label: translate(`shell.theme.${value}`),
        isChosen: value === theme,
        choose: () => setTheme(value),
      })),
    },
    clock: {
      name: 'clock',
      title: translate('shell.clock.title'),
      options: [undefined, ...ZONES].map(value => ({
        value: value ?? 'specified',
        label: translate(`shell.clock.${value ?? 'specified'}`),
        isChosen: value === chosenZone,
        choose: () => chooseZone(value),
      })),
    },
  }
}

/** Changes the language after its messages were fetched; if that fails, the language stays. */
function useChangeLocale(setLocale: (locale: string) => void) {
  const i18n = useI18nProvider() as Partial<PreparedI18n>
  const notify = useNotify()
  return async (locale: Locale) => {
    try {
      await i18n.prepare?.(locale)
      setLocale(locale)
    } catch {
      notify('shell.language.failed', { type: 'error' })
    }
  }
}
