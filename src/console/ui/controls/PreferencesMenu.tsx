/** Buttons to change the theme and the language. Both choices are stored for the user. */
import DarkMode from '@mui/icons-material/DarkModeOutlined'
import LightMode from '@mui/icons-material/LightModeOutlined'
import Translate from '@mui/icons-material/Translate'
import { MenuItem } from '@mui/material'
import { useI18nProvider, useLocaleState, useNotify, useTranslate } from 'ra-core'
import { useTheme } from 'react-admin'
import type { Locale } from '../../../engine/compiled'
import { LOCALES } from '../../../engine/i18n'
import { useConfig } from '../../config'
import { MenuButton } from './MenuButton'
import { TipButton } from './TipButton'

/** An i18n provider that can fetch the messages of a language before it is chosen. */
export interface PreparedI18n {
  prepare: (locale: Locale) => Promise<void>
}

export function PreferencesMenu() {
  const translate = useTranslate()
  const [locale, setLocale] = useLocaleState()
  const changeLocale = useChangeLocale(setLocale)
  const [theme, setTheme] = useTheme(useConfig().app.theme)
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <>
      <MenuButton name={translate('shell.language.title')} icon={<Translate fontSize="small" />}>
        {LOCALES.map(language => (
          <MenuItem
            key={language}
            lang={language}
            role="menuitemradio"
            aria-checked={language === locale}
            selected={language === locale}
            onClick={() => void changeLocale(language)}
          >
            {translate(`shell.language.${language}`)}
          </MenuItem>
        ))}
      </MenuButton>
      <TipButton label={`shell.theme.${other}`} onClick={() => setTheme(other)}>
        {theme === 'dark' ? <LightMode fontSize="small" /> : <DarkMode fontSize="small" />}
      </TipButton>
    </>
  )
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
