/** What the pickers of a day and of a moment share: the user's language, the first day of the week (§9, decision 5), the form. */
import { Box } from '@mui/material'
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { enUS, koKR } from '@mui/x-date-pickers/locales'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/ko'
import utc from 'dayjs/plugin/utc'
import { useLocale, useTranslate } from 'ra-core'
import { type FocusEvent, type ReactNode, useRef, useState } from 'react'
import { isAbsent, KOREA_OFFSET_MINUTES, LONG_FORM } from '../../../domain/dates'
import { useConfig } from '../../config'
import { UNFINISHED } from '../record/formValues'
import { type FieldInput, shownText } from './input'
import { PickerHelp } from './PickerHelp'

dayjs.extend(utc)

/**
 * A locale of dayjs whose week begins where config says; 1 is Sunday there, 0 here. A copy of the loaded locale, since the adapter
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

/** The look of a picker of a moment, to the second. */
export const MOMENT_PICKER = {
  ampm: false,
  format: LONG_FORM,
  views: ['year', 'month', 'day', 'hours', 'minutes', 'seconds'],
  timeSteps: { hours: 1, minutes: 5, seconds: 30 },
} as const

/** A time of the wire in UTC; none for one that is absent or no time. */
export function readTime(value: string): Dayjs | null {
  const at = dayjs.utc(value)
  return isAbsent(value) || !at.isValid() ? null : at
}

/** The clock of Korea now, to the second. */
export const nowInKorea = () => dayjs.utc().add(KOREA_OFFSET_MINUTES, 'minute').millisecond(0)

/** Between the form's text and a date. */
export interface DateFormat {
  read: (value: string) => Dayjs | null
  write: (date: Dayjs) => string
}

/** A moment on the clock of Korea, which is nine hours ahead all year (§9): the picker shows UTC, moved by nine hours. */
export const KOREAN_TIME: DateFormat = {
  read: value => readTime(value)?.add(KOREA_OFFSET_MINUTES, 'minute') ?? null,
  write: clock => clock.subtract(KOREA_OFFSET_MINUTES, 'minute').toISOString(),
}

/**
 * The props of a picker of a form, and of the box around it.
 *
 * @param momentOf the moment that a date stands for; none for a day, which is in no zone
 */
export function usePicker(input: FieldInput, format: DateFormat, momentOf?: (date: Dayjs) => string) {
  const translate = useTranslate()
  const box = useRef<HTMLDivElement>(null)
  const { draft, enter, leave } = useDateDraft(input, format)
  const { problem, help } = input
  const moment = draft?.isValid() ? momentOf?.(draft) : undefined
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    const { current } = box
    if (!current || current.contains(relatedTarget)) return
    leave(current.querySelector('[role="spinbutton"][aria-valuenow]') !== null)
    input.blur()
  }
  // A picker has no single input: it is focused at its first part.
  input.ref({
    focus: () =>
      box.current?.querySelector<HTMLElement>('[role="spinbutton"], input:not([aria-hidden])')?.focus(),
  })
  return {
    box: { ref: box, onBlur, 'data-field': input.name },
    isEmpty: draft === null,
    picker: {
      value: draft,
      onChange: enter,
      timezone: 'UTC',
      referenceDate: nowInKorea(),
      slotProps: {
        textField: {
          id: input.id,
          size: 'small',
          fullWidth: true,
          required: input.required,
          error: problem !== undefined,
          helperText: (problem || help || moment) && <PickerHelp {...{ problem, help, moment }} />,
          InputLabelProps: { shrink: true },
        },
        field: { clearable: true },
        calendarHeader: { format: translate('forms.input.month') },
      },
    },
  } as const
}

/** A date while it is entered: a half-entered one must neither reach the form as a value nor be lost. */
function useDateDraft({ value, change }: FieldInput, { read, write }: DateFormat) {
  const text = shownText(value)
  const [draft, setDraft] = useState<Dayjs | null>(() => read(text))
  const [seen, setSeen] = useState(text)
  const textOf = (date: Dayjs | null) => (date === null ? '' : date.isValid() ? write(date) : UNFINISHED)
  if (text !== seen) {
    setSeen(text)
    if (text !== UNFINISHED && text !== textOf(draft)) setDraft(read(text))
  }
  const enter = (next: Dayjs | null) => {
    setDraft(next)
    change(textOf(next) || null)
  }
  /** MUI's picker does not report a date that is begun and not finished: asked when the user leaves it. */
  const leave = (isBegun: boolean) => {
    if (draft === null && isBegun !== (text === UNFINISHED)) change(isBegun ? UNFINISHED : null)
  }
  return { draft, enter, leave }
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
