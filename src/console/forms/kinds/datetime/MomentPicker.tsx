/** The picker of a moment. Korea is nine hours ahead all year (§9), so that its clock is UTC's, moved. */
import { Box } from '@mui/material'
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker'
import dayjs, { type Dayjs } from 'dayjs'
import { useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import { isAbsent, KOREA_OFFSET_MINUTES, LONG_FORM } from '../../../../domain/dates'
import { type InputProps, useFieldInput } from '../input'
import { PickerGround } from '../pickers'
import { textFieldOf } from '../textFieldOf'
import { useDraft } from '../useDraft'

/** A wire time as the hands of a clock in Korea. */
const read = (value: string): Dayjs | null => {
  const at = dayjs.utc(value)
  return isAbsent(value) || !at.isValid() ? null : at.add(KOREA_OFFSET_MINUTES, 'minute')
}
const write = (clock: Dayjs): string => clock.subtract(KOREA_OFFSET_MINUTES, 'minute').toISOString()
const nowInKorea = () => dayjs.utc().add(KOREA_OFFSET_MINUTES, 'minute').millisecond(0)

export default function MomentPicker(props: InputProps) {
  const input = useFieldInput(props)
  const translate = useTranslate()
  const { draft, enter } = useDraft(input, { read, write })
  const box = useRef<HTMLDivElement>(null)
  const { put } = input

  // §9: the default shown is now. Only for a field that the user has just brought about: a form that is merely opened
  // changes nothing.
  const prefill = props.field.visible !== undefined && input.isDirty && draft === null
  const prefilled = useRef(false)
  useEffect(() => {
    if (prefill && !prefilled.current) put(write(nowInKorea()))
    prefilled.current = true
  }, [prefill, put])

  return (
    <PickerGround>
      <Box ref={box}>
        <DateTimePicker
          value={draft}
          onChange={enter}
          timezone="UTC"
          ampm={false}
          format={LONG_FORM}
          views={['year', 'month', 'day', 'hours', 'minutes', 'seconds']}
          timeSteps={{ hours: 1, minutes: 5, seconds: 30 }}
          referenceDate={nowInKorea()}
          label={translate('forms.input.korean', { name: input.label })}
          slotProps={{
            textField: textFieldOf(input, box),
            field: { clearable: true },
            calendarHeader: { format: translate('forms.input.month') },
          }}
        />
      </Box>
    </PickerGround>
  )
}
