/** Theme and language, both kept for the user. */
import DarkMode from '@mui/icons-material/DarkModeOutlined'
import LightMode from '@mui/icons-material/LightModeOutlined'
import Translate from '@mui/icons-material/Translate'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { useLocaleState, useTranslate } from 'ra-core'
import { useTheme } from 'react-admin'
import { LOCALES } from '../../engine/text'
import { useConfig } from '../config'
import { MenuButton } from './MenuButton'

export function PreferencesMenu() {
  const translate = useTranslate()
  const [locale, setLocale] = useLocaleState()
  const [theme, setTheme] = useTheme(useConfig().app.theme)
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <>
      <MenuButton name={translate('shell.language.title')} icon={<Translate fontSize="small" />}>
        {close =>
          LOCALES.map(one => (
            <MenuItem
              key={one}
              lang={one}
              role="menuitemradio"
              aria-checked={one === locale}
              selected={one === locale}
              onClick={() => {
                close()
                setLocale(one)
              }}
            >
              {translate(`shell.language.${one}`)}
            </MenuItem>
          ))
        }
      </MenuButton>
      <Tooltip title={translate(`shell.theme.${other}`)}>
        <IconButton onClick={() => setTheme(other)} aria-label={translate(`shell.theme.${other}`)}>
          {theme === 'dark' ? <LightMode fontSize="small" /> : <DarkMode fontSize="small" />}
        </IconButton>
      </Tooltip>
    </>
  )
}
