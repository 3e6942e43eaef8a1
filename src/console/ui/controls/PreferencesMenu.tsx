/** Buttons of the bar to change language, time zone and theme. */
import DarkMode from '@mui/icons-material/DarkModeOutlined'
import LightMode from '@mui/icons-material/LightModeOutlined'
import Schedule from '@mui/icons-material/Schedule'
import Translate from '@mui/icons-material/Translate'
import { MenuItem } from '@mui/material'
import type { ReactNode } from 'react'
import { MenuButton } from './MenuButton'
import { TipButton } from './TipButton'
import { type Preference, usePreferences } from './usePreferences'

/** @param hasTimes whether the page shows times, and so needs the time zone; false on the login page */
export function PreferencesMenu({ hasTimes = false }: { hasTimes?: boolean }) {
  const { language, theme, clock } = usePreferences()
  const otherTheme = theme.options.find(({ isChosen }) => !isChosen)!
  return (
    <>
      <ChoiceMenu preference={language} icon={<Translate fontSize="small" />} />
      {hasTimes && <ChoiceMenu preference={clock} icon={<Schedule fontSize="small" />} />}
      <TipButton label={otherTheme.label} onClick={otherTheme.choose}>
        {otherTheme.value === 'light' ? <LightMode fontSize="small" /> : <DarkMode fontSize="small" />}
      </TipButton>
    </>
  )
}

function ChoiceMenu({ preference: { title, options }, icon }: { preference: Preference; icon: ReactNode }) {
  return (
    <MenuButton name={title} icon={icon}>
      {options.map(({ value, label, isChosen, lang, choose }) => (
        <MenuItem
          key={value}
          lang={lang}
          role="menuitemradio"
          aria-checked={isChosen}
          selected={isChosen}
          onClick={choose}
        >
          {label}
        </MenuItem>
      ))}
    </MenuButton>
  )
}
