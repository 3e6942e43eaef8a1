/** Theme and language, both kept for the user. */
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

/** A provider that can fetch the sentences of a language before it is chosen. */
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
        {LOCALES.map(one => (
          <MenuItem
            key={one}
            lang={one}
            role="menuitemradio"
            aria-checked={one === locale}
            selected={one === locale}
            onClick={() => void changeLocale(one)}
          >
            {translate(`shell.language.${one}`)}
          </MenuItem>
        ))}
      </MenuButton>
      <TipButton label={`shell.theme.${other}`} onClick={() => setTheme(other)}>
        {theme === 'dark' ? <LightMode fontSize="small" /> : <DarkMode fontSize="small" />}
      </TipButton>
    </>
  )
}

/** Not before its sentences are there: without them the language would be another only by name. */
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
