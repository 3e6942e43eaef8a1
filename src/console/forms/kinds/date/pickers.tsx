/**
 * MUI's pickers for a calendar day and for a date with time, in the user's language and with the week start of config
 * (§9, decision 5).
 */
import { Box } from '@mui/material'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { enUS, koKR } from '@mui/x-date-pickers/locales'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/ko'
import utc from 'dayjs/plugin/utc'
import { useLocale, useTranslate } from 'ra-core'
import { type ClipboardEvent, type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { formatTime, isAbsent, KOREA_OFFSET_MINUTES, LONG_FORM } from '../../../../domain/dates'
import { readTypedTime, type TimeProblem } from '../../../../domain/typedTime'
import type { CompiledField } from '../../../../engine/compiled'
import { boundFields, dateRange } from '../../../../engine/validation/dateBounds'
import { useConfig } from '../../../config'
import { serverNow } from '../../../serverClock'
import { UNFINISHED } from '../../record/formValues'
import { type FieldInput, type InputProps, inputText, useFieldInput } from '../input'
import { isImpossible, UtcAdapter } from './utcAdapter'

dayjs.extend(utc)

/** Input for a calendar day, stored as `YYYY-MM-DD`. */
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

/** Input for a date with time: entered in Korean time, stored as ISO 8601 in UTC (decision 14). */
export function MomentInput(props: InputProps) {
  const input = useFieldInput(props)
  const { value, isDirty, setValue } = input

  // §9: the default is now. It is filled in only if a change by the user has made the field visible: opening a form
  // must not make the form dirty.
  const needsDefault =
    props.field.visible !== undefined && isDirty && KOREAN_TIME.read(inputText(value)) === null
  const wasMounted = useRef(false)
  useEffect(() => {
    if (needsDefault && !wasMounted.current) setValue(KOREAN_TIME.write(nowInKorea()))
    wasMounted.current = true
  }, [needsDefault, setValue])

  return <MomentPicker input={input} range={useRange(props.field, KOREAN_TIME)} />
}

interface MomentPickerProps {
  input: FieldInput
  /** Earlier days cannot be picked. */
  earliest?: Date
  /** The days that config allows. */
  range?: ReturnType<typeof useRange>
  clearable?: boolean
}

/** The first and last day that the field allows, given the other values of the form. */
function useRange(field: CompiledField, { read }: DateFormat) {
  const record = useWatch({ disabled: boundFields(field).length === 0 })
  const { min, max } = dateRange(field, record, serverNow())
  const day = (bound: string | undefined) => (bound === undefined ? undefined : (read(bound) ?? undefined))
  return { minDate: day(min), maxDate: day(max) }
}

/** A picker for date and time in Korean time, to the second. */
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

/** Converts between the text in the form and the date in a picker. */
interface DateFormat {
  /** Reads a value of the form. */
  read: (value: string) => Dayjs | null
  /** Converts an instant, in ms since 1970, to the date that the picker shows. */
  ofInstant: (time: number) => Dayjs
  write: (date: Dayjs) => string
  /** Whether the value has a time of day: the help text then shows it in UTC, too. */
  isMoment: boolean
}

/**
 * Screens on which the calendar opens beside its field. On others it is a dialog, as on a desktop at 400 % zoom, which
 * is as narrow as a phone.
 */
const DESKTOP_PICKER_QUERY = '@media (pointer: fine) and (min-width: 600px) and (min-height: 500px)'

const DAY_PATTERN = 'YYYY-MM-DD'
const DAY: DateFormat = {
  read: readTime,
  ofInstant: time => inKorea(time).startOf('day'),
  write: day => day.format(DAY_PATTERN),
  isMoment: false,
}

/** Korea is nine hours ahead of UTC all year (§9). The picker works in UTC, so dates are shifted by nine hours. */
const KOREAN_TIME: DateFormat = {
  read: value => readTime(value)?.add(KOREA_OFFSET_MINUTES, 'minute') ?? null,
  ofInstant: inKorea,
  write: shifted => shifted.subtract(KOREA_OFFSET_MINUTES, 'minute').toISOString(),
  isMoment: true,
}

/** A time of the API in UTC; `null` if it is absent or unreadable. */
function readTime(value: string): Dayjs | null {
  const time = dayjs.utc(value)
  return isAbsent(value) || !time.isValid() ? null : time
}

/** A time in Korea, shifted as the picker needs it, to the second. */
function inKorea(time: number): Dayjs {
  return dayjs.utc(time).add(KOREA_OFFSET_MINUTES, 'minute').millisecond(0)
}

const nowInKorea = () => inKorea(serverNow().getTime())

/** A pasted part of a date, such as a year, which MUI puts into the section with the focus. */
const IS_SECTION = /^(?:\p{L}+|\d{1,4})$/u

/** The props of a picker, and of the `PickerBox` around it. */
function usePicker(input: FieldInput, format: DateFormat) {
  const translate = useTranslate()
  const box = useRef<HTMLDivElement>(null)
  const { draft, enter, leave } = useDateDraft(input, format)
  const [pasteProblem, setPasteProblem] = useState<TimeProblem>()
  const { help } = input
  const problem = pasteProblem
    ? translate(`forms.input.pasted.${pasteProblem}`)
    : input.problem && (isImpossible(draft) ? translate('forms.input.impossible') : input.problem)
  const moment = format.isMoment && draft?.isValid() ? format.write(draft) : undefined
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    const { current } = box
    if (!current || current.contains(relatedTarget)) return
    // A section of the picker's field that has a value has `aria-valuenow`.
    leave(current.querySelector('[role="spinbutton"][aria-valuenow]') !== null)
    setPasteProblem(undefined)
    input.blur()
  }
  // Runs before MUI's handler, which accepts only the format of the field, and empties the field on any other text.
  const onPasteCapture = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text').trim()
    if (IS_SECTION.test(text)) return
    event.preventDefault()
    event.stopPropagation()
    const pasted = readTypedTime(text)
    if (typeof pasted !== 'number') {
      setPasteProblem(pasted)
      return
    }
    setPasteProblem(undefined)
    enter(format.ofInstant(pasted))
  }
  // A picker has no single input: react-hook-form focuses its first section.
  input.ref({
    focus: () =>
      box.current?.querySelector<HTMLElement>('[role="spinbutton"], input:not([aria-hidden])')?.focus(),
  })
  return {
    box: { ref: box, onBlur, onPasteCapture, 'data-field': input.name },
    picker: {
      value: draft,
      onChange: (next: Dayjs | null) => {
        setPasteProblem(undefined)
        enter(next)
      },
      timezone: 'UTC',
      desktopModeMediaQuery: DESKTOP_PICKER_QUERY,
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
        // The picker is 320 px wide, like the narrowest screen: so it has no margins, and no border below 322 px.
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

/** The date while it is being entered. An unfinished date must not become the form's value, but must stay visible. */
function useDateDraft({ value, change }: FieldInput, { read, write }: DateFormat) {
  const text = inputText(value)
  const [draft, setDraft] = useState<Dayjs | null>(() => read(text))
  const [lastText, setLastText] = useState(text)
  const textOf = (date: Dayjs | null) => {
    if (date === null) return ''
    return date.isValid() ? write(date) : UNFINISHED
  }
  if (text !== lastText) {
    setLastText(text)
    // A value that was set elsewhere, such as by a reset, replaces the draft.
    if (text !== UNFINISHED && text !== textOf(draft)) setDraft(read(text))
  }
  const enter = (next: Dayjs | null) => {
    setDraft(next)
    change(textOf(next) || null)
  }
  /**
   * MUI's picker does not report an unfinished date, so this is checked when the user leaves the picker.
   *
   * @param isBegun whether a part of the date is filled in
   */
  const leave = (isBegun: boolean) => {
    const wasBegun = text === UNFINISHED
    if (draft === null && isBegun !== wasBegun) change(isBegun ? UNFINISHED : null)
  }
  return { draft, enter, leave }
}

type PickerBoxProps = ReturnType<typeof usePicker>['box'] & { children: ReactNode }

/** Gives a picker its language and week start, and detects when the focus leaves it. */
function PickerBox({ children, ...box }: PickerBoxProps) {
  const locale = useLocale()
  const { weekStart } = useConfig().app
  const translations = locale.startsWith('en') ? enUS : koKR
  return (
    <LocalizationProvider
      dateAdapter={UtcAdapter}
      adapterLocale={localeWith(locale, weekStart)}
      localeText={translations.components.MuiLocalizationProvider.defaultProps.localeText}
    >
      <Box {...box}>{children}</Box>
    </LocalizationProvider>
  )
}

/**
 * Registers a dayjs locale with another week start, and returns its name. It is a copy of a loaded locale, because the
 * adapter adds its formats to `en` only.
 *
 * @param weekStart of config: 1 is Sunday, which is 0 in dayjs
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
  /** The entered time in ISO 8601; absent without one. */
  moment?: string
}

/** The lines below a picker: its problem or help, and the entered time in UTC, as it is stored (decision 36). */
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
