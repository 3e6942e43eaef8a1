/** What the pickers of a day and of a moment share: words in the user's language, the week as config has it (§9, decision 5). */

import { Box } from '@mui/material'
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { enUS, koKR } from '@mui/x-date-pickers/locales'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/ko'
import utc from 'dayjs/plugin/utc'
import { useLocale, useTranslate } from 'ra-core'
import { type FocusEvent, type ReactNode, useRef } from 'react'
import { isAbsent, KOREA_OFFSET_MINUTES } from '../../../domain/dates'
import { useConfig } from '../../config'
import type { FieldInput } from './input'
import { textFieldOf } from './textFieldOf'
import { type DateForms, useDraft } from './useDraft'

dayjs.extend(utc)

/**
 * A locale of dayjs whose week begins where config says; 1 is Sunday there, 0 here. Taken from those in force, since the adapter
 * adds the formats that it needs to `en` alone.
 */
function localeWith(locale: string, weekStart: number): string {
  const language = locale.startsWith('en') ? 'en' : 'ko'
  const name = `${language}-${weekStart}`
  dayjs.locale({ ...dayjs.Ls[language]!, name, weekStart: weekStart - 1 }, undefined, true)
  return name
}

export function PickerProvider({ children }: { children: ReactNode }) {
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

/** A time of the wire in UTC; none for one that is absent or no time. */
export function readTime(value: string): Dayjs | null {
  const at = dayjs.utc(value)
  return isAbsent(value) || !at.isValid() ? null : at
}

/** The hands of a clock in Korea now, to the second. */
export const nowInKorea = () => dayjs.utc().add(KOREA_OFFSET_MINUTES, 'minute').millisecond(0)

/**
 * What every picker of a form is given; `box` goes around it.
 *
 * @param momentOf the moment that a date stands for; none for a day, which is in no zone
 */
export function usePicker(input: FieldInput, forms: DateForms, momentOf?: (date: Dayjs) => string) {
  const translate = useTranslate()
  const box = useRef<HTMLDivElement>(null)
  const { draft, enter, leave } = useDraft(input, forms)
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    const { current } = box
    if (!current || current.contains(relatedTarget)) return
    leave(current.querySelector('[role="spinbutton"][aria-valuenow]') !== null)
    input.blur()
  }
  return {
    box: { ref: box, onBlur, 'data-field': input.name },
    isEmpty: draft === null,
    picker: {
      value: draft,
      onChange: enter,
      timezone: 'UTC',
      referenceDate: nowInKorea(),
      slotProps: {
        textField: textFieldOf(input, box, draft?.isValid() ? momentOf?.(draft) : undefined),
        field: { clearable: true },
        calendarHeader: { format: translate('forms.input.month') },
      },
    },
  } as const
}

/** A picker with its provider. */
export function PickerBox({
  box,
  children,
}: {
  box: ReturnType<typeof usePicker>['box']
  children: ReactNode
}) {
  return (
    <PickerProvider>
      <Box {...box}>{children}</Box>
    </PickerProvider>
  )
}
