/**
 * The pickers of a day and of a moment, in the user's language and with the first day of the week of config (§9,
 * decision 5).
 */
import { Box } from '@mui/material'
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { enUS, koKR } from '@mui/x-date-pickers/locales'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/ko'
import utc from 'dayjs/plugin/utc'
import { useLocale, useTranslate } from 'ra-core'
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { formatTime, isAbsent, KOREA_OFFSET_MINUTES, LONG_FORM } from '../../../../domain/dates'
import type { CompiledField } from '../../../../engine/compiled'
import { boundFields, dateRange } from '../../../../engine/validation/dateBounds'
import { useConfig } from '../../../config'
import { UNFINISHED } from '../../record/formValues'
import { type FieldInput, type InputProps, inputText, useFieldInput } from '../input'

dayjs.extend(utc)

/** The input of a day. */
export function DayInput(props: InputProps) {
  const input = useFieldInput(props)
  const { box, picker } = usePicker(input, DAY)
  const range = useRange(props.field, DAY)
  return (
    <PickerBox {...box}>
      <DatePicker {...picker} {...range} format={DAY_PATTERN} label={input.label} />
    </PickerBox>
  )
}

/** The input of a moment: entered in Korean time, stored in UTC (decision 14). */
export function MomentInput(props: InputProps) {
  const input = useFieldInput(props)
  const { value, isDirty, put } = input

  // §9: the default shown is now. Only for a field that the user's own change has made visible: opening a form changes
  // nothing.
  const prefill = props.field.visible !== undefined && isDirty && KOREAN_TIME.read(inputText(value)) === null
  const prefilled = useRef(false)
  useEffect(() => {
    if (prefill && !prefilled.current) put(KOREAN_TIME.write(nowInKorea()))
    prefilled.current = true
  }, [prefill, put])

  return <MomentPicker input={input} range={useRange(props.field, KOREAN_TIME)} />
}

interface MomentPickerProps {
  input: FieldInput
  /** Earlier days are not offered. */
  earliest?: Date
  /** Days that config allows. */
  range?: ReturnType<typeof useRange>
  clearable?: boolean
}

/** The days that a picker offers: those within the bounds of the field, for the form's present values. */
function useRange(field: CompiledField, { read }: DateFormat) {
  const record = useWatch({ disabled: boundFields(field).length === 0 })
  const { min, max } = dateRange(field, record, new Date())
  const day = (bound: string | undefined) => (bound === undefined ? undefined : (read(bound) ?? undefined))
  return { minDate: day(min), maxDate: day(max) }
}

/** The picker of a moment, to the second. */
export function MomentPicker({ input, earliest, range, clearable = true }: MomentPickerProps) {
  const translate = useTranslate()
  const { box, picker } = usePicker(input, KOREAN_TIME)
  return (
    <PickerBox {...box}>
      <DateTimePicker
        {...picker}
        ampm={false}
        format={LONG_FORM}
        views={['year', 'month', 'day', 'hours', 'minutes', 'seconds']}
        timeSteps={{ hours: 1, minutes: 5, seconds: 30 }}
        {...range}
        {...(earliest && { minDate: KOREAN_TIME.read(earliest.toISOString()) ?? undefined })}
        label={translate('forms.input.korean', { name: input.label })}
        slotProps={{ ...picker.slotProps, field: { clearable } }}
      />
    </PickerBox>
  )
}

/** Between the form's text and the date in a picker. */
interface DateFormat {
  read: (value: string) => Dayjs | null
  write: (date: Dayjs) => string
  /** Whether a date stands for a moment, which is shown in UTC too; a day is in no zone. */
  isMoment: boolean
}

/**
 * Where a calendar stands beside its field; elsewhere it has the screen, as on a phone: also a desktop at 400 % is
 * narrow.
 */
const BESIDE = '@media (pointer: fine) and (min-width: 600px) and (min-height: 500px)'

const DAY_PATTERN = 'YYYY-MM-DD'
const DAY: DateFormat = { read: readTime, write: day => day.format(DAY_PATTERN), isMoment: false }

/**
 * A moment on the clock of Korea, which is nine hours ahead all year (§9): the picker shows UTC, moved by nine hours.
 */
const KOREAN_TIME: DateFormat = {
  read: value => readTime(value)?.add(KOREA_OFFSET_MINUTES, 'minute') ?? null,
  write: clock => clock.subtract(KOREA_OFFSET_MINUTES, 'minute').toISOString(),
  isMoment: true,
}

/** A time of the wire in UTC; none for one that is absent or no time. */
function readTime(value: string): Dayjs | null {
  const at = dayjs.utc(value)
  return isAbsent(value) || !at.isValid() ? null : at
}

/** The clock of Korea now, to the second. */
const nowInKorea = () => dayjs.utc().add(KOREA_OFFSET_MINUTES, 'minute').millisecond(0)

/** The props of a picker of a form, and of the box around it. */
function usePicker(input: FieldInput, format: DateFormat) {
  const translate = useTranslate()
  const box = useRef<HTMLDivElement>(null)
  const { draft, enter, leave } = useDateDraft(input, format)
  const { problem, help } = input
  const moment = format.isMoment && draft?.isValid() ? format.write(draft) : undefined
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
    picker: {
      value: draft,
      onChange: enter,
      timezone: 'UTC',
      desktopModeMediaQuery: BESIDE,
      referenceDate: nowInKorea(),
      slotProps: {
        textField: {
          id: input.id,
          size: 'small',
          fullWidth: true,
          required: input.required,
          error: problem !== undefined,
          helperText: (problem || help || moment) && (
            <PickerHelp problem={problem} help={help} moment={moment} />
          ),
          InputLabelProps: { shrink: true },
        },
        field: { clearable: true },
        popper: { 'aria-labelledby': `${input.id}-label` },
        calendarHeader: { format: translate('forms.input.month') },
        // Its views are as wide as the narrowest screen.
        mobilePaper: {
          sx: {
            '&.MuiDialog-paper.MuiPaper-root': {
              mx: 0,
              maxWidth: '100%',
              '@media (max-width: 321.95px)': { borderInline: 0 },
            },
          },
        },
      },
    },
  } as const
}

/** A date while it is entered: a half-entered one must neither reach the form as a value nor be lost. */
function useDateDraft({ value, change }: FieldInput, { read, write }: DateFormat) {
  const text = inputText(value)
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

type PickerBoxProps = ReturnType<typeof usePicker>['box'] & { children: ReactNode }

/** Around a picker: what it needs to speak the user's language, and where leaving it is noticed. */
function PickerBox({ children, ...box }: PickerBoxProps) {
  const locale = useLocale()
  const { weekStart } = useConfig().app
  const words = locale.startsWith('en') ? enUS : koKR
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={localeWith(locale, weekStart)}
      localeText={words.components.MuiLocalizationProvider.defaultProps.localeText}
    >
      <Box {...box}>{children}</Box>
    </LocalizationProvider>
  )
}

/**
 * A locale of dayjs whose week begins where config says; 1 is Sunday there, 0 here. A copy of the loaded locale, since
 * the adapter adds the formats that it needs to `en` alone.
 */
function localeWith(locale: string, weekStart: number): string {
  const language = locale.startsWith('en') ? 'en' : 'ko'
  const name = `${language}-${weekStart}`
  dayjs.locale({ ...dayjs.Ls[language]!, name, weekStart: weekStart - 1 }, undefined, true)
  return name
}

interface PickerHelpProps {
  problem?: string
  help?: string
  /** The moment entered, in ISO 8601; absent while there is none. */
  moment?: string
}

/** Beneath a picker: the problem or the help, and the moment in UTC, which is what is stored (decision 36). */
function PickerHelp({ problem, help, moment }: PickerHelpProps) {
  const text = problem || help
  return (
    <>
      {text && (
        <Box component="span" role={problem ? 'alert' : undefined} sx={{ display: 'block' }}>
          {text}
        </Box>
      )}
      {moment && (
        <Box
          component="span"
          sx={{ display: 'block', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
        >
          {`UTC ${formatTime(moment, LONG_FORM, 'UTC')}`}
        </Box>
      )}
    </>
  )
}
