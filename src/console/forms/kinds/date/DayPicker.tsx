/** The picker of a day. */
import { Box } from '@mui/material'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import dayjs, { type Dayjs } from 'dayjs'
import { useTranslate } from 'ra-core'
import { useRef } from 'react'
import { isAbsent, KOREA_OFFSET_MINUTES } from '../../../../domain/dates'
import { type InputProps, useFieldInput } from '../input'
import { PickerGround } from '../pickers'
import { textFieldOf } from '../textFieldOf'
import { useDraft } from '../useDraft'

const FORM = 'YYYY-MM-DD'
const read = (value: string): Dayjs | null => {
  const day = dayjs.utc(value)
  return isAbsent(value) || !day.isValid() ? null : day
}
const write = (day: Dayjs): string => day.format(FORM)

export default function DayPicker(props: InputProps) {
  const input = useFieldInput(props)
  const translate = useTranslate()
  const { draft, enter } = useDraft(input, { read, write })
  const box = useRef<HTMLDivElement>(null)
  return (
    <PickerGround>
      <Box ref={box}>
        <DatePicker
          value={draft}
          onChange={enter}
          timezone="UTC"
          format={FORM}
          referenceDate={dayjs.utc().add(KOREA_OFFSET_MINUTES, 'minute')}
          label={input.label}
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
