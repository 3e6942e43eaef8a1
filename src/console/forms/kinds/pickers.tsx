/** The ground of the pickers: words in the user's language, the week as config has it (§9, decision 5). */

import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { enUS, koKR } from '@mui/x-date-pickers/locales'
import dayjs from 'dayjs'
import en from 'dayjs/locale/en'
import ko from 'dayjs/locale/ko'
import utc from 'dayjs/plugin/utc'
import { useLocale } from 'ra-core'
import type { ReactNode } from 'react'
import { useConfig } from '../../config'

dayjs.extend(utc)

/** A locale of dayjs whose week begins where config says; 1 is Sunday there, 0 here. */
function localeWith(locale: string, weekStart: number): string {
  const name = `${locale}-${weekStart}`
  dayjs.locale({ ...(locale.startsWith('en') ? en : ko), name, weekStart: weekStart - 1 }, undefined, true)
  return name
}

export function PickerGround({ children }: { children: ReactNode }) {
  const locale = useLocale()
  const { weekStart } = useConfig().app
  const words = locale.startsWith('en') ? enUS : koKR
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={localeWith(locale, weekStart)}
      localeText={words.components.MuiLocalizationProvider.defaultProps.localeText}
    >
      {children}
    </LocalizationProvider>
  )
}
