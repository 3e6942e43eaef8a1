/** Start and end of an order, in Korean time (decision 14); both are proposed until they are chosen. */
import { Box } from '@mui/material'
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker'
import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc'
import { useTranslate } from 'ra-core'
import { memo, useState } from 'react'
import { KOREA_OFFSET_MINUTES, LONG_FORM } from '../../../domain/dates'
import { PickerHelp } from '../../forms/kinds/PickerHelp'
import { PickerProvider } from '../../forms/kinds/pickers'
import { type Change, UNFINISHED } from './draft'

dayjs.extend(utc)

/** Korea is nine hours ahead all year (§9): its clock is UTC's, moved. */
const clockOf = (at: number): Dayjs => dayjs.utc(at).millisecond(0).add(KOREA_OFFSET_MINUTES, 'minute')
const timeOf = (clock: Dayjs): string => clock.subtract(KOREA_OFFSET_MINUTES, 'minute').toISOString()

interface PeriodFieldsProps {
  /** As chosen, `UNFINISHED`, or empty. */
  started: string
  expired: string
  /** What the period comes to with what is proposed, in milliseconds. */
  from: number
  until: number
  startedProblem?: string
  expiredProblem?: string
  change: Change
}

/** Remembered: pickers are heavy, and nothing that is typed elsewhere concerns them. */
export default memo(function PeriodFields(props: PeriodFieldsProps) {
  const { started, expired, from, until, startedProblem, expiredProblem, change } = props
  const translate = useTranslate()
  return (
    <PickerProvider>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <Moment
          name="started"
          label={translate('compose.period.started')}
          text={started}
          proposed={from}
          help={started === '' ? translate('compose.period.atOnce') : undefined}
          problem={startedProblem}
          onChange={text => change({ started: text })}
        />
        <Moment
          name="expired"
          label={translate('compose.period.expired')}
          text={expired}
          proposed={until}
          earliest={from}
          help={translate('compose.period.until')}
          problem={expiredProblem}
          onChange={text => change({ expired: text })}
        />
      </Box>
    </PickerProvider>
  )
})

interface MomentProps {
  name: 'started' | 'expired'
  label: string
  /** What was chosen, `UNFINISHED`, or empty. */
  text: string
  /** In milliseconds, as is `earliest`. */
  proposed: number
  earliest?: number
  help?: string
  problem?: string
  onChange: (text: string) => void
}

function Moment({ name, label, text, proposed, earliest, help, problem, onChange }: MomentProps) {
  const translate = useTranslate()
  // Half a time is the field's own: the draft knows only that it is not whole.
  const [half, setHalf] = useState<Dayjs | null>(null)
  // While it is being typed into, the proposal stands still.
  const [still, setStill] = useState<number>()
  const value = text === UNFINISHED ? half : clockOf(text === '' ? (still ?? proposed) : Date.parse(text))

  const enter = (next: Dayjs | null) => {
    setHalf(next)
    // Emptied: back to what is proposed, which what was chosen has hidden so far.
    if (next === null) {
      setStill(undefined)
      onChange('')
    } else onChange(next.isValid() ? timeOf(next) : UNFINISHED)
  }
  return (
    <Box
      data-field={name}
      onFocus={() => text === '' && setStill(before => before ?? proposed)}
      onBlur={() => setStill(undefined)}
    >
      <DateTimePicker
        value={value}
        onChange={enter}
        timezone="UTC"
        ampm={false}
        format={LONG_FORM}
        views={['year', 'month', 'day', 'hours', 'minutes', 'seconds']}
        timeSteps={{ hours: 1, minutes: 5, seconds: 30 }}
        referenceDate={clockOf(proposed)}
        minDate={earliest === undefined ? undefined : clockOf(earliest)}
        label={translate('forms.input.korean', { name: label })}
        slotProps={{
          textField: {
            size: 'small',
            fullWidth: true,
            error: problem !== undefined,
            helperText: (
              <PickerHelp
                problem={problem}
                help={help}
                moment={value?.isValid() ? timeOf(value) : undefined}
              />
            ),
            InputLabelProps: { shrink: true },
          },
          field: { clearable: text !== '' },
          calendarHeader: { format: translate('forms.input.month') },
        }}
      />
    </Box>
  )
}
